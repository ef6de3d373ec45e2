// What comes after the last move: whether the server kept its promises, what it signs about the end, how many rolls no
// operator could foresee, whether the record is what was shown, and how the dice fell.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "clients/cli/commands/command.h"
#include "clients/cli/match/printer.h"
#include "clients/model/accusation.h"
#include "clients/model/match_model.h"
#include "clients/model/message.h"
#include "clients/model/shown_match.h"
#include "receipts/signature.h"
#include "receipts/statement.h"

namespace wyrmhall::cli {

class MatchEnd {
 public:
  // Called once, when all is said: whether a promise was broken.
  using Done = std::function<void(bool broken)>;

  MatchEnd(const Context& context, Session& session, const clients::MatchModel& model, const clients::ShownMatch& shown,
           const MatchPrinter& printer, Done done);

  // What this client kept of the start.
  struct Kept {
    std::string commitment;                 // the server's, as it was promised; empty where this client did not see it
    std::optional<receipts::Signed> start;  // what the server had signed
    std::optional<std::string> closing;     // the link that closes the chain of its seat (SeatChain::closing)
  };
  // The match is over.
  void begin(Kept kept);
  // Whether the message answers one of the questions here.
  bool received(const v1::ServerMessage& message);

 private:
  // What the server is asked, in this order: the first three only by a client that has the server's statement of the
  // start. The chain is closed once the server is bound to the moves by what it has signed, and before the record is
  // asked for.
  enum class Question : std::uint8_t { kReceipt, kClosing, kRecord, kLuck };

  void ask(Question question);
  void ask_again();
  void not_answered();
  void told_receipt(const v1::Receipt& receipt);
  void told_part(const v1::RecordPart& part);
  void compare();
  void tell_foresight(const receipts::Foresight& foresight) const;
  void settle();
  clients::Accusation accusation(const std::string& of, const clients::Message& said) const;
  void accuse(const std::string& of, const clients::Message& said);

  const Context& context_;
  Session& session_;
  const clients::MatchModel& model_;
  const clients::ShownMatch& shown_;
  const MatchPrinter& printer_;
  Done done_;
  std::optional<receipts::Signed> start_;
  std::optional<receipts::Signed> end_;
  std::optional<std::string> closing_;
  std::string record_;       // as much of it as has come
  std::uint64_t total_ = 0;  // bytes of all of it, as was said with the first part
  int anew_ = 0;             // how often it was asked for from its start again
  Question question_ = Question::kLuck;
  std::uint64_t waits_for_ = 0;  // the id of the question that has no answer yet; 0 for none
  int asked_ = 0;                // how often
  bool broken_ = false;
  bool settled_ = false;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);  // timers that outlive this do nothing
};

}  // namespace wyrmhall::cli
