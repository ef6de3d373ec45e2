// What has happened in a match before: asks the server for it, in as many parts as it comes, and tells it. Also tells
// the last of it to somebody who comes to a match that has begun.
#pragma once

#include <cstdint>
#include <vector>

#include "clients/cli/match/printer.h"
#include "clients/cli/session.h"
#include "clients/model/match_model.h"
#include "clients/model/shown_match.h"

namespace wyrmhall::cli {

class StoryReader {
 public:
  StoryReader(Session& session, const clients::MatchModel& model, clients::ShownMatch& shown,
              const MatchPrinter& printer)
      : session_(session), model_(model), shown_(shown), printer_(printer) {}

  void ask();
  // Only the last of it, before anything is decided; may be called again if no answer came.
  void ask_for_recap();
  // A part has come. True once all has come and has been told.
  bool received(const v1::Story& story);
  [[nodiscard]] bool awaits_recap() const { return awaits_recap_; }
  // It goes on without.
  void give_up_recap() { awaits_recap_ = false; }
  // Whether a step has been told with the story.
  [[nodiscard]] bool has_told(std::uint64_t version) const { return version <= told_; }

 private:
  void send(std::uint64_t since);

  Session& session_;
  const clients::MatchModel& model_;
  clients::ShownMatch& shown_;
  const MatchPrinter& printer_;
  bool recap_ = false;
  bool awaits_recap_ = false;
  std::vector<v1::MatchUpdate> steps_;
  std::uint64_t told_ = 0;  // the version up to which the story has been told
};

}  // namespace wyrmhall::cli
