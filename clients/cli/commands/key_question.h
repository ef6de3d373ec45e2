// The question about the key that a server signs with: whether it is the one that the server had when this player was
// last here, and whether the person agrees to another (docs/dice.md).
#pragma once

#include <optional>
#include <string>

#include "clients/cli/commands/command.h"

namespace wyrmhall::cli {

class KeyQuestion {
 public:
  // `context` outlives it.
  explicit KeyQuestion(const Context& context) : context_(context) {}

  // What the question has led to. Neither: the person is asked, and answered() is to be called with what they type.
  struct Outcome {
    bool agreed = false;
    std::optional<ExitCode> ends = {};  // the program, with this sentence
    std::string sentence = {};
  };
  // The server has shown its key. `agreed` if nothing has to be asked.
  Outcome shown(const std::string& key);
  // Refuses to play on a key that the person has not agreed to.
  Outcome ask() const;
  Outcome answered(const std::string& text) const;

 private:
  [[nodiscard]] Outcome accept() const;
  [[nodiscard]] static Outcome cannot_keep(const std::string& error);

  const Context& context_;
  std::string key_;  // that the server shows now, 32 bytes or none
};

}  // namespace wyrmhall::cli
