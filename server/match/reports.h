// What is made of a match for somebody who asks: its story, and, of a finished one, its record, its receipt, and how
// its dice fell. Each takes a worker a while and holds all of a match, so they are made one after the other, in turns
// by account; what waits has read nothing yet, and what was made is remembered for a while. What the server signs about
// the end of a match is made here as well, since it takes the record: once, at the end, and kept.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "server/core/context.h"
#include "server/core/fair_queue.h"
#include "server/core/latest.h"
#include "server/core/limits.h"
#include "server/match/exports.h"
#include "server/match/kept_story.h"

namespace wyrmhall::node::v1 {
class ChainsClosed;
}

namespace wyrmhall::server {

class Reports {
 public:
  explicit Reports(const SessionContext& core) : core_(core), exports_(kRecordBytes) {}

  // Export, AskLuck, AskReceipt, AskStory.
  void export_record(const Session& session, const pb::ClientMessage& message, Outbox& out);
  void ask_luck(const Session& session, const pb::ClientMessage& message, Outbox& out);
  void ask_receipt(const Session& session, const pb::ClientMessage& message, Outbox& out);
  void ask_story(const Session& session, const pb::ClientMessage& message, Outbox& out);

  // A match is over, and that is kept: its end is signed now, and the signed end is kept as well. If that does not
  // happen, after a crash meanwhile, say, it is done for the first who asks.
  void ended(const MatchId& match, Outbox& out);

  // The match was read, or could not be.
  void answered(const RecordOf& wait, RecordOf::Answer& answer, Outbox& out);
  void answered(const LuckOf& wait, LuckOf::Answer& answer, Outbox& out);
  void answered(const StoryOf& wait, StoryOf::Answer& answer, Outbox& out);
  // What was signed is kept, or could not be.
  void answered(const StatementKept& wait, const StatementKept::Answer& answer, Outbox& out);
  // A seat has closed its chain, or could not: records that are told from now on have its link.
  void answered(const ClosingKept& wait, const ClosingKept::Answer& answer, Outbox& out);

  // The same, at another server, which has told all links of the match that it knows of.
  void heard(const node::v1::ChainsClosed& closed);

  // A worker is done.
  void found(const RecordOf& wait, JobResult& result, Outbox& out);
  void found(const LuckOf& wait, JobResult& result, Outbox& out);
  void found(const StoryOf& wait, JobResult& result, Outbox& out);

  // What records say has changed: those that are remembered are made again.
  void forget_records() { exports_.forget(); }

  // How many wait or are being made.
  [[nodiscard]] std::size_t waiting() const { return queue_.size() + (at_work_ ? 1 : 0); }

 private:
  struct Report {
    std::variant<RecordOf, LuckOf, StoryOf> wait;
    MatchId match{};
    AccountId account{};
  };

  // Answers a request for a record or a receipt: from what is remembered, or once it is made.
  void ask_record(const Session& session, const Exports::Waiter& waiter, std::string_view match, Outbox& out);
  [[nodiscard]] bool has_room(const AccountId& account) const;
  void start(const Report& report, Outbox& out);
  // The one that was at work is finished with: the next is begun.
  void next(Outbox& out);
  // False where nobody waits any more, and where it was made meanwhile: then the asker has been told.
  bool is_wanted(const Report& report, Outbox& out);
  // What is secret at the time is told to its seat alone.
  using StoryKey = std::pair<MatchId, AccountId>;
  [[nodiscard]] static StoryKey key_of(const Report& report) { return {report.match, report.account}; }
  // Tells this part from memory where it will not change. False where the match has to be read first.
  bool tell_lasting(const Report& report, const StoryOf& wait, Outbox& out);
  // Whether the story's channel is still open; otherwise the asker has been refused.
  bool is_open(const StoryOf& wait, Outbox& out);
  [[nodiscard]] bool is_here(const Asker& asker) const { return core_.sessions.find(asker.session) != nullptr; }
  void tell_record(const Exports::Waiter& waiter, const MadeRecord& record, Outbox& out) const;
  // It is made, and what it says is kept.
  void tell_made(const MatchId& match, MadeRecord record, Outbox& out);
  void tell_luck(const LuckOf& wait, const pb::Luck& luck, Outbox& out) const;
  void tell_story(const StoryOf& wait, const KeptStory::Part& part, Outbox& out) const;
  void refuse_exports(const MatchId& match, const pb::Refusal& refused, Outbox& out);

  SessionContext core_;
  Exports exports_;
  std::set<std::uint64_t> luck_at_work_;  // numbers of sessions: each has one at a time
  FairQueue<AccountId, Report> queue_;    // those of nobody are ends that are to be signed
  Latest<MatchId, pb::Luck> luck_{kLuckBytes};
  Latest<StoryKey, std::unique_ptr<KeptStory>> stories_{kStoriesBytes};
  std::optional<MadeRecord> unkept_;  // whose statement of the end is on its way to the disk
  std::optional<Report> at_work_;
};

}  // namespace wyrmhall::server
