// What is made of a finished match for somebody who asks: its record, its receipt, how its dice fell. Each takes a
// worker a while.
#include <spdlog/spdlog.h>

#include <expected>
#include <utility>

#include "server/frames.h"
#include "server/hall.h"
#include "server/lobby/statements.h"

namespace wyrmhall::server {

using persistence::Verdict;

namespace {

std::expected<record::Written, std::string> written(const persistence::StoredMatch& match,
                                                    const receipts::SigningKey& key) {
  const GameKind* kind = find_game(match.row.game);
  if (kind == nullptr) return std::unexpected(std::string("no such game"));
  auto record = kind->record(
      match, [&key](const receipts::EndStatement& end) { return std::optional(key.sign(receipts::write(end))); });
  if (!record) spdlog::error("match {}: no record: {}", uuid_text(match.row.id), record.error());
  return record;
}

}  // namespace

// A part of a record: from the bytes that are there already, or once they are made.
void Hall::export_record(Session& session, const pb::ClientMessage& message) {
  const std::uint64_t id = message.command_id();
  const auto match = id_from_bytes(message.export_().match_id());
  if (!match) return refuse(session, id, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "an id has 16 bytes", "match_id"));
  const Exports::Asker asker{.session = session.id, .command_id = id, .offset = message.export_().offset()};
  if (const std::string* record = exports_.find(*match)) return tell_record(asker, *record);
  if (exports_.is_at_work_for(session.id)) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_BUSY, "one record after the other: wait for the one you asked for");
    refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kRecordRetry).count()));
    return refuse(session, id, std::move(refused));
  }
  if (exports_.wait(*match, asker)) {
    ask({.to = Route::To::kRecord, .id = *match, .session = {}}, persistence::LoadMatch{.match = *match});
  }
}

// The match was read of which somebody wants the record, or could not be.
void Hall::make_record(const Route& route, persistence::Answer& answer) {
  if (answer.verdict != Verdict::kKept) {
    pb::Refusal refused = refusal(pb::REFUSAL_CODE_NO_STORE, "the store does not answer; try again");
    refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kStoreRetry).count()));
    return refuse_exports(route.id, refused);
  }
  if (!answer.match) {
    return refuse_exports(route.id, refusal(pb::REFUSAL_CODE_MATCH_UNKNOWN, "there is no such match", "match_id"));
  }
  if (!answer.match->end) {
    return refuse_exports(route.id,
                          refusal(pb::REFUSAL_CODE_MATCH_NOT_OVER, "this is told once the match is over", "match_id"));
  }
  out_.report(route, [&key = environment_.signing_key, match = *std::move(answer.match)]() -> Finding {
    auto record = written(match, key);
    return record ? std::optional(std::move(record->text)) : std::nullopt;
  });
}

void Hall::record_made(const Id& match, const std::optional<std::string>& record) {
  if (!record) {
    return refuse_exports(match, refusal(pb::REFUSAL_CODE_INTERNAL, "the record of this match cannot be made"));
  }
  for (const Exports::Asker& asker : exports_.made(match, record)) tell_record(asker, *record);
}

void Hall::tell_record(const Exports::Asker& asker, const std::string& record) {
  Session* session = sessions_.find(asker.session.number);
  if (session == nullptr) return;
  if (asker.offset > record.size()) {
    return refuse(*session, asker.command_id,
                  refusal(pb::REFUSAL_CODE_FIELD_INVALID, "the record is shorter than that", "offset"));
  }
  pb::ServerMessage reply;
  reply.mutable_record()->set_offset(asker.offset);
  reply.mutable_record()->set_total(record.size());
  reply.mutable_record()->set_data(record.substr(asker.offset, kRecordPartBytes));
  post(*session, 0, frame(asker.command_id, reply));
}

void Hall::refuse_exports(const Id& match, const pb::Refusal& refused) {
  for (const Exports::Asker& asker : exports_.made(match, std::nullopt)) {
    if (Session* session = sessions_.find(asker.session.number)) refuse(*session, asker.command_id, refused);
  }
}

bool Hall::may_report(Session& session, std::uint64_t command_id, std::uint64_t kind) {
  if (reporting_.emplace(session.id.number, kind).second) return true;
  pb::Refusal refused = refusal(pb::REFUSAL_CODE_BUSY, "one after the other: wait for the one that you asked for");
  refused.set_retry_after_ms(static_cast<std::uint32_t>(std::chrono::milliseconds(kRecordRetry).count()));
  refuse(session, command_id, std::move(refused));
  return false;
}

void Hall::make_receipt(const Route& route, persistence::StoredMatch match) {
  out_.report(route, [&key = environment_.signing_key, match = std::move(match)]() -> Finding {
    const auto record = written(match, key);
    if (!record) return std::optional<pb::Receipt>();
    pb::Receipt receipt;
    receipt.set_match_id(to_bytes(match.row.id));
    if (match.row.receipt) write_statement(match.row.receipt->start, *receipt.mutable_start());
    write_statement(*record->signed_end, *receipt.mutable_end());
    return std::optional(std::move(receipt));
  });
}

void Hall::work_out_luck(const Route& route, persistence::StoredMatch match) {
  out_.report(route, [match = std::move(match)]() -> Finding {
    const GameKind* kind = find_game(match.row.game);
    auto luck = kind == nullptr ? std::unexpected(std::string("no such game")) : kind->luck(match);
    if (luck) return std::optional(*std::move(luck));
    spdlog::error("match {}: no luck: {}", uuid_text(match.row.id), luck.error());
    return std::optional<pb::Luck>();
  });
}

}  // namespace wyrmhall::server
