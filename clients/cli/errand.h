// What one run of the program is for: one class a command (play_errand.h, list_errands.h, …).
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "clients/cli/exit_code.h"
#include "clients/cli/keep.h"
#include "clients/cli/outside.h"
#include "clients/cli/session.h"
#include "clients/cli/settings.h"
#include "clients/cli/terminal.h"

namespace wyrmhall::cli {

// What every errand has to do with. `finish` ends the program; what comes after it is of no more use.
struct Surroundings {
  Outside& outside;
  Keep& keep;
  Terminal& terminal;
  const Settings& settings;
  std::function<void(ExitCode)> finish;
};

class Errand : public Session::User {
 public:
  explicit Errand(Surroundings surroundings) : world_(std::move(surroundings)) {}
  // Before anything else.
  void attach(Session& session) { session_ = &session; }

  // Whether lines from the person are of any use.
  [[nodiscard]] virtual bool reads_lines() const { return false; }
  virtual void line(std::string_view /*text*/) {}
  virtual void end_of_input() {}
  // Ctrl-C, or the terminal is gone: ends the program, soon if not at once.
  virtual void interrupted() { end(ExitCode::kInterrupted, ""); }

  void failed(ExitCode code, const std::string& sentence) override { end(code, sentence); }

 protected:
  // Says the sentence, if there is one, and ends the program.
  void end(ExitCode code, const std::string& sentence) {
    world_.terminal.take_back();
    if (!sentence.empty()) world_.terminal.warn(sentence);
    world_.finish(code);
  }
  void end() { end(ExitCode::kDone, ""); }

  Session& session() { return *session_; }
  Surroundings world_;

 private:
  Session* session_ = nullptr;
};

}  // namespace wyrmhall::cli
