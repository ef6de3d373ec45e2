// What the players at a table, or of a match, say to each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "clients/cli/commands/command.h"
#include "common/id.h"

namespace wyrmhall::cli {

class Conversation {
 public:
  // `context` outlives it.
  explicit Conversation(const Context& context) : context_(context) {}

  // Whether the person has typed `say`, alone or with a remark, which is then sent. Says which remarks there are if it
  // names none of them.
  bool typed(std::string_view text, const std::optional<MatchId>& here, Session& session);
  // Whether the message was a remark, or refused one of ours.
  bool received(const v1::ServerMessage& message, const std::optional<MatchId>& here);

 private:
  void list() const;

  const Context& context_;
  std::uint64_t request_ = 0;  // what was said last, as long as it is not answered
};

}  // namespace wyrmhall::cli
