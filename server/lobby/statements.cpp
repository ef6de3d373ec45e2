#include "server/lobby/statements.h"

#include <algorithm>
#include <cstddef>

#include "common/bytes.h"
#include "server/core/ids.h"
#include "server/games/registry.h"
#include "server/lobby/parts.h"
#include "server/wire/bot_levels.h"

namespace wyrmhall::server {
namespace {

// All zeros where the bytes are not as many as they should be.
template <class Array>
Array array_of(std::string_view bytes) {
  return array_from<Array>(bytes).value_or(Array{});
}

std::uint32_t attempt_of(const v1::Table& table) {
  return static_cast<std::uint32_t>(table.aborted_starts_size()) + 1;
}

}  // namespace

void write_statement(const receipts::Signed& statement, v1::Statement& to) {
  to.set_text(statement.text);
  to.set_signature(statement.signature.data(), statement.signature.size());
  to.set_public_key(statement.key.data(), statement.key.size());
}

receipts::Signed read_statement(const v1::Statement& from) {
  return {.text = from.text(),
          .signature = array_of<receipts::Signature>(from.signature()),
          .key = array_of<receipts::PublicKey>(from.public_key())};
}

receipts::StartStatement start_statement(const v1::Table& table, std::uint32_t rules_version, Timestamp now) {
  const GameKind& kind = *game_of(table.options());
  receipts::StartStatement statement{.match = match_id_of(*id_from_bytes<TableId>(table.table_id())),
                                     .attempt = attempt_of(table),
                                     .game = kind.offer().game(),
                                     .rules_version = rules_version,
                                     .options = kind.options_text(composed_options(table)),
                                     .turn_seconds = table.turn_seconds(),
                                     .server_commitment = array_of<receipts::Digest>(table.server_commitment()),
                                     .time = now,
                                     .seats = {}};
  for (const v1::TableSeat& from : table.seats()) {
    receipts::StartSeat& seat = statement.seats.emplace_back();
    if (from.has_bot()) {
      seat.bot = bot_name(from.bot().level());
    } else {
      seat.player = id_from_bytes<AccountId>(from.player().account_id());
      seat.commitment = array_of<receipts::Link>(from.commitment());
    }
  }
  return statement;
}

receipts::AbortedStatement aborted_statement(const v1::Table& table, v1::CalledOffReason reason,
                                             const std::vector<std::uint8_t>& named,
                                             const persistence::Hash& server_seed,
                                             const std::array<std::string, rules::kMaxSeats>& x0, Timestamp now) {
  // The clock may have been set back while the server was down.
  const auto start = receipts::read_start(table.start().text());
  receipts::AbortedStatement statement{.match = match_id_of(*id_from_bytes<TableId>(table.table_id())),
                                       .attempt = attempt_of(table),
                                       .start = receipts::hash_of(table.start().text()),
                                       .reason = static_cast<receipts::AbortReason>(reason),
                                       .named = named,
                                       .server_seed = server_seed,
                                       .shown = {},
                                       .time = start ? std::max(now, start->time) : now};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(table.seats_size()); ++seat) {
    auto& shown = statement.shown.emplace_back();
    if (!x0[seat].empty()) shown = array_of<receipts::Link>(x0[seat]);
  }
  return statement;
}

std::uint32_t signed_rules_version(const v1::Table& table) {
  const auto start = receipts::read_start(table.start().text());
  return start ? start->rules_version : game_of(table.options())->newest_version();
}

persistence::SignedStart signed_start(const v1::Table& table) {
  persistence::SignedStart receipt{.start = read_statement(table.start()), .aborted = {}};
  for (const v1::AbortedStart& start : table.aborted_starts()) {
    receipt.aborted.push_back({.start = read_statement(start.start()), .aborted = read_statement(start.aborted())});
  }
  return receipt;
}

}  // namespace wyrmhall::server
