// `rules`, with what is looked for, and `explain`, alone or with what is to be explained, typed in a match.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/match/printer.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/match_model.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

// All arguments must outlive it.
class RuleReader {
 public:
  RuleReader(Terminal& terminal, const clients::MatchModel& model, const MatchPrinter& printer)
      : terminal_(terminal), model_(model), printer_(printer) {}

  // A refusal that names a rule is what `explain` explains.
  void refused(const v1::Refusal& refusal);
  // Says what is wrong with what was typed. That may be a reason that the server had given beforehand, with its rule.
  void complain(std::string_view complaint);
  // Whether the line was meant for this reader; then it has been answered.
  bool asked(std::string_view text) const;

 private:
  [[nodiscard]] bool says_about(const std::string& name) const;
  void look_up_rules(const std::vector<std::string>& words) const;

  Terminal& terminal_;
  const clients::MatchModel& model_;
  const MatchPrinter& printer_;
  std::string cited_;  // by the last refusal or complaint that named a rule
};

}  // namespace wyrmhall::cli
