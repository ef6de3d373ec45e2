// What one run of the program does: one class for each command (play_command.h, list_commands.h, …).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "clients/cli/exit_code.h"
#include "clients/cli/platform.h"
#include "clients/cli/profile/profile_store.h"
#include "clients/cli/session.h"
#include "clients/cli/settings.h"
#include "clients/cli/terminal/terminal.h"

namespace wyrmhall::cli {

// What every command works with. `finish` ends the program; what comes after it no longer matters.
struct Context {
  Platform& platform;
  ProfileStore& profile;
  Terminal& terminal;
  const Settings& settings;
  std::function<void(ExitCode)> finish;
};

class Command : public Session::User {
 public:
  explicit Command(Context context) : context_(std::move(context)) {}
  // Before anything else.
  void attach(Session& session) { session_ = &session; }

  // Whether lines from the person are of any use.
  [[nodiscard]] virtual bool reads_lines() const { return false; }
  virtual void line(std::string_view /*text*/) {}
  virtual void end_of_input() {}
  // Whether more of them may come now; each that comes all the same is taken.
  [[nodiscard]] virtual bool has_room_for_lines() const { return true; }
  // The command that the program goes on with once this one has ended well; nothing if the program ends.
  [[nodiscard]] virtual std::optional<Settings> next() const { return std::nullopt; }
  // The window has another width: what stays in sight is to be shown again.
  virtual void resized() {}
  // Ctrl-C, or the terminal is gone: ends the program, soon if not at once.
  virtual void interrupted() { end(ExitCode::kInterrupted, ""); }

  void failed(ExitCode code, const std::string& sentence) override { end(code, sentence); }

 protected:
  // Says the sentence, if there is one, and ends the program.
  void end(ExitCode code, const std::string& sentence) {
    context_.terminal.take_back();
    if (!sentence.empty()) context_.terminal.warn(sentence);
    context_.finish(code);
  }
  void end() { end(ExitCode::kDone, ""); }

  Session& session() { return *session_; }
  Context context_;

 private:
  Session* session_ = nullptr;
};

}  // namespace wyrmhall::cli
