// What is made of a finished match for somebody who asks: its record, its receipt, how its dice fell. Each takes a
// worker a while.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "server/session/context.h"
#include "server/session/exports.h"

namespace wyrmhall::server {

class Reports {
 public:
  explicit Reports(const SessionContext& core) : core_(core), exports_(kRecordBytes) {}

  // Export, AskLuck, AskReceipt.
  void export_record(const Session& session, const pb::ClientMessage& message, Outbox& out);
  void ask_luck(const Session& session, const pb::ClientMessage& message, Outbox& out);
  void ask_receipt(const Session& session, const pb::ClientMessage& message, Outbox& out);

  // The match was read, or could not be.
  void answered(const RecordOf& wait, persistence::Answer& answer, Outbox& out);
  void answered(const LuckOf& wait, persistence::Answer& answer, Outbox& out);
  void answered(const ReceiptOf& wait, persistence::Answer& answer, Outbox& out);

  // A worker is done.
  void found(const RecordOf& wait, const JobResult& result, Outbox& out);
  void found(const LuckOf& wait, JobResult& result, Outbox& out);
  void found(const ReceiptOf& wait, JobResult& result, Outbox& out);

  // No worker has room for it.
  void turned_away(const RecordOf& wait, const pb::Refusal& why, Outbox& out) { refuse_exports(wait.match, why, out); }
  template <class Wait>
  void turned_away(const Wait& wait, const pb::Refusal& why, Outbox& out) {
    under_way_.erase(key_of(wait));
    out.refuse(wait.asker, why);
  }

  // What records say has changed: those that are remembered are made again.
  void forget_records() { exports_.forget(); }

 private:
  enum class Kind : std::uint8_t { kLuck, kReceipt };
  // One of each kind at a time for a session.
  using Key = std::pair<std::uint64_t, Kind>;
  static Key key_of(const LuckOf& wait) { return {wait.asker.session.number, Kind::kLuck}; }
  static Key key_of(const ReceiptOf& wait) { return {wait.asker.session.number, Kind::kReceipt}; }

  template <class Wait>
  void ask(const Wait& wait, std::string_view match, Outbox& out);
  // Once the match is read: true where there is one, and it is over. Otherwise the asker has been refused.
  template <class Wait>
  bool may_be_told(const Wait& wait, const persistence::Answer& answer, Outbox& out);
  void tell_record(const Exports::Waiter& waiter, const std::string& record, Outbox& out) const;
  void refuse_exports(const MatchId& match, const pb::Refusal& refused, Outbox& out);

  SessionContext core_;
  Exports exports_;
  std::set<Key> under_way_;
};

}  // namespace wyrmhall::server
