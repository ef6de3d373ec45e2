// What comes after the last move: whether the server kept its promises, what it signs about the end, how many rolls no
// operator could foresee, and how the dice fell.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "clients/cli/commands/command.h"
#include "clients/cli/match/match_printer.h"
#include "clients/model/match_model.h"
#include "clients/model/message.h"
#include "receipts/signature.h"
#include "receipts/statement.h"

namespace wyrmhall::cli {

class MatchEnd {
 public:
  // Called once, when all is said: whether a promise was broken.
  using Done = std::function<void(bool broken)>;

  MatchEnd(const Context& context, Session& session, const clients::MatchModel& model, const MatchPrinter& printer,
           Done done);

  // The match is over. `promised` is the server's commitment as it was shown before the match, empty where this client
  // did not see it; `start` what it had signed then.
  void begin(const std::string& promised, const std::optional<receipts::Signed>& start);
  // Whether the message answers one of the questions here.
  bool received(const v1::ServerMessage& message);

 private:
  void ask_receipt();
  void told_receipt(const v1::Receipt& receipt);
  void look_at_receipt(const receipts::Signed& end_signed, const receipts::EndStatement& end);
  void tell_foresight(const receipts::Foresight& foresight) const;
  void ask_luck();
  void settle();
  void accuse(const std::string& of, const clients::Message& said, const std::optional<receipts::Signed>& end);

  const Context& context_;
  Session& session_;
  const clients::MatchModel& model_;
  const MatchPrinter& printer_;
  Done done_;
  std::optional<receipts::Signed> start_;
  std::uint64_t receipt_id_ = 0;  // of the question that waits for its answer; 0 for none
  std::uint64_t luck_id_ = 0;
  bool broken_ = false;
  bool settled_ = false;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);  // timers that outlive this do nothing
};

}  // namespace wyrmhall::cli
