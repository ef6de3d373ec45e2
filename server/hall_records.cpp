// What is made of a finished match for somebody who asks: its record, its receipt, how its dice fell. Each takes a
// worker a while.
#include <spdlog/spdlog.h>

#include <expected>
#include <utility>

#include "server/hall.h"
#include "server/lobby/statements.h"

namespace wyrmhall::server {
namespace {

std::expected<record::Written, std::string> written(const persistence::StoredMatch& match,
                                                    const receipts::SigningKey& key) {
  const GameKind* kind = find_game(match.row.game);
  if (kind == nullptr) return std::unexpected(std::string("no such game"));
  auto record = kind->record(
      match, [&key](const receipts::EndStatement& end) { return std::optional(key.sign(receipts::write(end))); });
  if (!record) spdlog::error("match {}: no record: {}", to_text(match.row.id), record.error());
  return record;
}

}  // namespace

void Hall::make_record(const Route& route, persistence::StoredMatch match) {
  out_.work(route, [&key = environment_.signing_key, match = std::move(match)]() -> Finding {
    auto record = written(match, key);
    return record ? std::optional(std::move(record->text)) : std::nullopt;
  });
}

void Hall::make_receipt(const Route& route, persistence::StoredMatch match) {
  out_.work(route, [&key = environment_.signing_key, match = std::move(match)]() -> Finding {
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
  out_.work(route, [match = std::move(match)]() -> Finding {
    const GameKind* kind = find_game(match.row.game);
    auto luck = kind == nullptr ? std::unexpected(std::string("no such game")) : kind->luck(match);
    if (luck) return std::optional(*std::move(luck));
    spdlog::error("match {}: no luck: {}", to_text(match.row.id), luck.error());
    return std::optional<pb::Luck>();
  });
}

}  // namespace wyrmhall::server
