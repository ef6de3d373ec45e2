#include "server/match/reports.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <expected>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "record/closing.h"
#include "rules/seat.h"
#include "server/cluster/node.pb.h"
#include "server/games/stored.h"
#include "server/lobby/statements.h"
#include "server/match/job_result.h"
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"

namespace wyrmhall::server {

namespace {

// A statement of the end that is kept makes a receipt by itself.
std::string receipt_of(const persistence::StoredMatch& match, const receipts::Signed& end) {
  pb::Receipt receipt;
  receipt.set_match_id(to_bytes(match.row.id));
  if (match.row.receipt) write_statement(match.row.receipt->start, *receipt.mutable_start());
  write_statement(end, *receipt.mutable_end());
  return receipt.SerializeAsString();
}

std::optional<MadeRecord> made(const persistence::StoredMatch& match, const receipts::SigningKey& key) {
  const GameKind* kind = find_game(match.row.game);
  auto record = kind == nullptr ? std::unexpected(std::string("no such game"))
                                : kind->record(match, [&](const receipts::EndStatement& end) {
                                    return std::optional(end_statement(match, end, key));
                                  });
  if (!record) {
    spdlog::error("match {}: no record: {}", uuid_text(match.row.id), record.error());
    return std::nullopt;
  }
  MadeRecord result{.text = std::move(record->text),
                    .closing_text = match.closing_links.empty()
                                        ? std::string()
                                        : record::closing_text(record_links(match.closing_links)),
                    .receipt = receipt_of(match, *record->signed_end)};
  if (!match.end_statement) result.to_keep = std::move(*record->signed_end);
  return result;
}

// Why nothing can be told of a match as it was read.
std::optional<pb::Refusal> refusal_of(const persistence::AnswerTo<persistence::LoadMatch>& answer) {
  if (!answer.value) return refusal(pb::REFUSAL_CODE_MATCH_UNKNOWN, "there is no such match", "match_id");
  if (answer.value->end) return std::nullopt;
  return refusal(pb::REFUSAL_CODE_MATCH_NOT_OVER, "this is told once the match is over", "match_id");
}

// For the other servers, who may have made a record of it.
std::string closed_chains(const MatchId& match, std::span<const persistence::SeatLink> links) {
  node::v1::NodeMessage told;
  node::v1::ChainsClosed& closed = *told.mutable_chains_closed();
  closed.set_match(to_bytes(match));
  for (const persistence::SeatLink& one : links) {
    node::v1::ClosingLink& link = *closed.add_links();
    link.set_seat(one.seat);
    link.set_link(one.link.data(), one.link.size());
  }
  return told.SerializeAsString();
}

// The other way round. What is none is left out.
std::vector<persistence::SeatLink> links_in(const node::v1::ChainsClosed& closed) {
  std::vector<persistence::SeatLink> links;
  for (const node::v1::ClosingLink& one : closed.links()) {
    const auto link = array_from<persistence::Link>(one.link());
    if (!link || std::cmp_greater_equal(one.seat(), rules::kMaxSeats)) continue;
    links.push_back({.seat = static_cast<std::uint8_t>(one.seat()), .link = *link});
  }
  return links;
}

pb::Refusal too_many() {
  return again_after(
      refusal(pb::REFUSAL_CODE_BUSY, "too many records, receipts and lists of dice are asked for; try again"),
      kRecordRetry);
}

pb::Refusal one_after_the_other() {
  return again_after(refusal(pb::REFUSAL_CODE_BUSY, "one after the other: wait for the one that you asked for"),
                     kRecordRetry);
}

}  // namespace

// --- One after the other ---

bool Reports::has_room(const AccountId& account) const {
  const std::size_t asked_for = queue_.size() - queue_.size_of(AccountId{});
  return asked_for < kReports && queue_.size_of(account) < kReportsPerAccount;
}

void Reports::ended(const MatchId& match, Outbox& out) {
  if (queue_.size_of(AccountId{}) >= kEndsToSign) return;
  start({.wait = RecordOf{.match = match, .at_end = true}, .match = match}, out);
}

void Reports::start(const Report& report, Outbox& out) {
  queue_.put(report.account, report);
  if (!at_work_) next(out);
}

void Reports::next(Outbox& out) {
  at_work_.reset();
  while (const std::optional<Report> report = queue_.take()) {
    if (!is_wanted(*report, out)) continue;
    at_work_ = report;
    return std::visit(
        [&](const auto& wait) { out.ask(wait, persistence::LoadMatch{.match = report->match, .patient = true}); },
        report->wait);
  }
}

// An asker who has gone meanwhile leaves no work behind.
bool Reports::is_wanted(const Report& report, Outbox& out) {
  return std::visit(Overloaded{
                        [&](const RecordOf& record) {
                          if (record.at_end) {
                            if (exports_.find(record.match, false) != nullptr)
                              return false;  // another asker was faster
                            exports_.expect(record.match);
                            return true;
                          }
                          const auto here = [&](const Exports::Waiter& waiter) { return is_here(waiter.asker); };
                          if (std::ranges::any_of(exports_.waiting(record.match), here)) return true;
                          exports_.made(record.match, std::nullopt);
                          return false;
                        },
                        [&](const StoryOf& story) {
                          if (!is_open(story, out)) return false;
                          return !tell_lasting(report, story, out);
                        },
                        [&](const LuckOf& luck) {
                          const pb::Luck* const made = luck_.find(report.match);
                          if (is_here(luck.asker) && made == nullptr) return true;
                          luck_at_work_.erase(luck.asker.session.number);
                          if (made != nullptr) tell_luck(luck, *made, out);
                          return false;
                        },
                    },
                    report.wait);
}

// --- Records and receipts ---

void Reports::export_record(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::Export& wanted = message.export_();
  ask_record(session,
             {.asker = {session.id, message.command_id()},
              .range = RecordRange{.offset = wanted.offset(), .with_closing_links = wanted.with_closing_links()}},
             wanted.match_id(), out);
}

void Reports::ask_receipt(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  ask_record(session, {.asker = {session.id, message.command_id()}, .range = std::nullopt},
             message.ask_receipt().match_id(), out);
}

void Reports::ask_record(const Session& session, const Exports::Waiter& waiter, std::string_view match, Outbox& out) {
  const auto id = id_from_bytes<MatchId>(match);
  if (!id) return out.refuse(waiter.asker, no_id("match_id"));
  if (const MadeRecord* record = exports_.find(*id, waiter.range.has_value())) return tell_record(waiter, *record, out);
  if (exports_.is_at_work_for(waiter)) return out.refuse(waiter.asker, one_after_the_other());
  if (!has_room(session.account)) return out.refuse(waiter.asker, too_many());
  // It takes the asker's turns, so that nobody waits for it as long as another who asked for a lot before. Once it is
  // made, nobody waits at the others' turns any more.
  exports_.wait(*id, waiter);
  start({.wait = RecordOf{.match = *id}, .match = *id, .account = session.account}, out);
}

void Reports::answered(const RecordOf& wait, RecordOf::Answer& answer, Outbox& out) {
  auto refused = answer.kept() ? refusal_of(answer) : std::optional(store_failed());
  if (refused) {
    refuse_exports(wait.match, *refused, out);
    return next(out);
  }
  const std::span<const Exports::Waiter> waiting = exports_.waiting(wait.match);
  const bool record_wanted =
      std::ranges::any_of(waiting, [](const Exports::Waiter& waiter) { return waiter.range.has_value(); });
  if (const auto& kept = answer.value->end_statement; kept && !record_wanted) {
    return tell_made(wait.match, {.text = {}, .closing_text = {}, .receipt = receipt_of(*answer.value, *kept)}, out);
  }
  out.work(wait, [&key = core_.environment.signing_key, match = *std::move(answer.value)]() -> JobResult {
    return made(match, key);
  });
}

void Reports::found(const RecordOf& wait, JobResult& result, Outbox& out) {
  auto& record = std::get<std::optional<MadeRecord>>(result);
  if (!record) {
    refuse_exports(wait.match,
                   refusal(pb::REFUSAL_CODE_INTERNAL, "the record of this match cannot be made, nor its receipt"), out);
    return next(out);
  }
  if (!record->to_keep) return tell_made(wait.match, *std::move(record), out);
  out.ask(StatementKept{wait.match},
          persistence::KeepEndStatement{.match = wait.match, .statement = std::exchange(record->to_keep, {})});
  unkept_ = std::move(record);
}

void Reports::answered(const StatementKept& wait, const StatementKept::Answer& answer, Outbox& out) {
  std::optional<MadeRecord> record = std::exchange(unkept_, std::nullopt);
  if (answer.kept()) return tell_made(wait.match, *std::move(record), out);
  refuse_exports(wait.match, store_failed(), out);
  next(out);
}

void Reports::tell_made(const MatchId& match, MadeRecord record, Outbox& out) {
  exports_.bring_up(match, record);
  for (const Exports::Waiter& waiter : exports_.made(match, record)) tell_record(waiter, record, out);
  next(out);
}

void Reports::tell_record(const Exports::Waiter& waiter, const MadeRecord& record, Outbox& out) const {
  if (!is_here(waiter.asker)) return;
  pb::ServerMessage reply;
  if (!waiter.range) {
    reply.mutable_receipt()->ParseFromString(record.receipt);
    return out.answer(waiter.asker, reply);
  }
  const std::uint64_t total = total_of(record, waiter.range->with_closing_links);
  if (waiter.range->offset > total) {
    return out.refuse(waiter.asker,
                      refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the record is shorter than that", "offset"));
  }
  reply.mutable_record()->set_offset(waiter.range->offset);
  reply.mutable_record()->set_total(total);
  reply.mutable_record()->set_data(part_of(record, *waiter.range, kRecordPartBytes));
  out.answer(waiter.asker, reply);
}

void Reports::refuse_exports(const MatchId& match, const pb::Refusal& refused, Outbox& out) {
  for (const Exports::Waiter& waiter : exports_.made(match, std::nullopt)) {
    if (is_here(waiter.asker)) out.refuse(waiter.asker, refused);
  }
}

void Reports::answered(const ClosingKept& wait, const ClosingKept::Answer& answer, Outbox& out) {
  if (answer.kept()) {
    exports_.close(answer.value.match, answer.value.links);
    out.to_node(Outbox::kAllNodes, closed_chains(answer.value.match, answer.value.links));
  }
  // Who has asked may be connected to another server.
  if (auto failed = failure_of(answer)) return out.refuse(wait.asker, *std::move(failed));
  if (!answer.kept()) {
    return out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_INTERNAL, "the link does not fit what the store has"));
  }
  pb::ServerMessage reply;
  reply.mutable_done();
  out.answer(wait.asker, reply);
}

void Reports::heard(const node::v1::ChainsClosed& closed) {
  if (const auto match = id_from_bytes<MatchId>(closed.match())) exports_.close(*match, links_in(closed));
}

// --- Luck ---

void Reports::ask_luck(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const auto id = id_from_bytes<MatchId>(message.ask_luck().match_id());
  if (!id) return out.refuse(asker, no_id("match_id"));
  if (const pb::Luck* const made = luck_.find(*id)) return tell_luck({asker}, *made, out);
  if (!has_room(session.account)) return out.refuse(asker, too_many());
  if (!luck_at_work_.insert(session.id.number).second) return out.refuse(asker, one_after_the_other());
  start({.wait = LuckOf{asker}, .match = *id, .account = session.account}, out);
}

void Reports::answered(const LuckOf& wait, LuckOf::Answer& answer, Outbox& out) {
  const bool waits = core_.waiting(wait.asker, answer, out) != nullptr;
  auto refused = waits ? refusal_of(answer) : std::nullopt;
  if (!waits || refused) {
    luck_at_work_.erase(wait.asker.session.number);
    if (refused) out.refuse(wait.asker, *std::move(refused));
    return next(out);
  }
  out.work(wait, [match = *std::move(answer.value)]() -> JobResult {
    const GameKind* kind = find_game(match.row.game);
    auto luck = kind == nullptr ? std::unexpected(std::string("no such game")) : kind->luck(match);
    if (luck) return std::optional(*std::move(luck));
    spdlog::error("match {}: no luck: {}", uuid_text(match.row.id), luck.error());
    return std::optional<pb::Luck>();
  });
}

void Reports::found(const LuckOf& wait, JobResult& result, Outbox& out) {
  luck_at_work_.erase(wait.asker.session.number);
  if (auto& luck = std::get<std::optional<pb::Luck>>(result)) {
    tell_luck(wait, *luck, out);
    const std::size_t bytes = luck->SpaceUsedLong();
    luck_.put(at_work_->match, *std::move(luck), bytes);
  } else {
    out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_INTERNAL, "the luck of this match cannot be worked out"));
  }
  next(out);
}

void Reports::tell_luck(const LuckOf& wait, const pb::Luck& luck, Outbox& out) const {
  if (!is_here(wait.asker)) return;
  pb::ServerMessage reply;
  *reply.mutable_luck() = luck;
  out.answer(wait.asker, reply);
}

// --- Stories ---

void Reports::ask_story(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const Session::Channel* const open = session.channel(message.ask_story().channel());
  if (open == nullptr) {
    return out.refuse(
        asker, refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN, "there is no such channel on this connection", "channel"));
  }
  const auto since =
      std::min<std::uint64_t>(message.ask_story().since_version(), std::numeric_limits<std::uint32_t>::max());
  const StoryOf wait{.asker = asker, .channel = open->number, .since = static_cast<std::uint32_t>(since)};
  const Report report{.wait = wait, .match = open->match, .account = session.account};
  if (tell_lasting(report, wait, out)) return;
  if (!has_room(session.account)) return out.refuse(asker, too_many());
  start(report, out);
}

bool Reports::is_open(const StoryOf& wait, Outbox& out) {
  const Session* const session = core_.sessions.find(wait.asker.session);
  if (session == nullptr) return false;
  if (session->channel(wait.channel) != nullptr) return true;
  out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_CHANNEL_UNKNOWN,
                                 "this channel was closed before its story could be told", "channel"));
  return false;
}

void Reports::answered(const StoryOf& wait, StoryOf::Answer& answer, Outbox& out) {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr || !is_open(wait, out)) return next(out);
  if (!answer.value) {
    out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_MATCH_UNKNOWN, "there is no such match", "channel"));
    return next(out);
  }
  const std::uint64_t version = answer.value->moves.size();
  if (wait.since > version) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the match has no such version yet", "since_version");
    refused.set_version(version);
    out.refuse(wait.asker, std::move(refused));
    return next(out);
  }
  auto told = stories_.take(key_of(*at_work_));
  out.work(wait,
           [told = told ? *std::move(told) : nullptr, account = session->account,
            match = *std::move(answer.value)]() mutable -> JobResult {
             const auto sits =
                 std::ranges::find(match.row.seats, std::optional(account), &persistence::SeatRow::account);
             const rules::Viewer viewer =
                 sits == match.row.seats.end()
                     ? rules::kSpectator
                     : rules::Viewer{.seat = static_cast<rules::Seat>(sits - match.row.seats.begin())};
             if (told == nullptr) told = std::make_unique<KeptStory>(match.row, viewer);
             if (!told->tell(match.moves)) return std::unique_ptr<KeptStory>();
             if (match.end) told->end();
             return std::move(told);
           });
}

void Reports::found(const StoryOf& wait, JobResult& result, Outbox& out) {
  auto& story = std::get<std::unique_ptr<KeptStory>>(result);
  if (is_open(wait, out)) {
    if (story == nullptr) {
      out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_INTERNAL, "the story of this match cannot be told"));
    } else {
      tell_story(wait, story->part(wait.since, kStoryBytes), out);
    }
  }
  if (story != nullptr) {
    const std::size_t bytes = story->bytes();
    stories_.put(key_of(*at_work_), std::move(story), bytes);
  }
  next(out);
}

bool Reports::tell_lasting(const Report& report, const StoryOf& wait, Outbox& out) {
  const auto* const told = stories_.find(key_of(report));
  if (told == nullptr || wait.since > (*told)->version()) return false;
  const KeptStory::Part part = (*told)->part(wait.since, kStoryBytes);
  if (!(*told)->is_lasting(part)) return false;
  tell_story(wait, part, out);
  return true;
}

void Reports::tell_story(const StoryOf& wait, const KeptStory::Part& part, Outbox& out) const {
  MessageWriter message;
  message.nonzero(pb::ServerMessage::kAnswerToFieldNumber, wait.asker.command_id);
  {
    const MessageWriter::Nested nested(message, pb::ServerMessage::kStoryFieldNumber);
    message.nonzero(pb::Story::kChannelFieldNumber, wait.channel);
    message.raw(part.fields);
    if (part.continue_from) message.number(pb::Story::kContinueFromFieldNumber, *part.continue_from);
  }
  out.post(wait.asker.session, message.take());
}

}  // namespace wyrmhall::server
