// The hand-shake by which a match starts: everybody commits, then everybody reveals (docs/dice.md).
#include "server/lobby/handshake.h"

#include <algorithm>

#include "common/bytes.h"
#include "rules/dice/chain.h"
#include "server/games/registry.h"
#include "server/lobby/admission.h"
#include "server/lobby/parts.h"
#include "server/lobby/statements.h"
#include "server/lobby/telling.h"
#include "server/wire/bot_levels.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

constexpr std::size_t kLinkBytes = sizeof(rules::Link);

bool everybody_is_ready(const pb::Table& table) {
  bool somebody = false;
  for (const pb::TableSeat& seat : table.seats()) {
    if (seat.has_bot()) continue;
    if (!seat.has_player() || seat.commitment().empty()) return false;
    somebody = true;
  }
  return somebody;
}

}  // namespace

// Step 2: a seat commits to its chain.
void Handshake::ready(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const pb::Ready& ask = message.ready();
  const auto refuse_it = [&](pb::RefusalCode code, std::string_view detail, std::string_view field) {
    refuse(sender, message.command_id(), code, detail, out, field);
  };
  const int seat = seat_of(held.table, sender.account);
  if (seat < 0) return refuse_it(pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table", "");
  if (held.table.phase() != pb::TABLE_PHASE_OPEN) {
    return refuse_it(pb::REFUSAL_CODE_WRONG_PHASE, "everybody is ready already", "");
  }
  if (state_.draining)
    return refuse_it(pb::REFUSAL_CODE_DRAINING, "the server is about to stop and starts no matches", "");
  if (!ask.commitment().empty()) {
    if (ask.commitment().size() != kLinkBytes) {
      return refuse_it(pb::REFUSAL_CODE_FIELD_INVALID, "a commitment has 16 bytes", "commitment");
    }
    if (ask.server_commitment() != held.table.server_commitment()) {
      return refuse_it(pb::REFUSAL_CODE_COMMITMENT_MISMATCH,
                       "this is not the commitment that the server now shows at this table", "server_commitment");
    }
    // Since they sat down, others of their matches may have started.
    if (!may_start(state_, sender, message.command_id(), out)) return;
  }
  held.from.at(static_cast<std::size_t>(seat)) = sender.address;
  if (held.table.aborted_starts_size() >= kAbortedStartsPerTable) {
    return refuse_it(pb::REFUSAL_CODE_WRONG_PHASE, "too many starts were called off here; the table closes", "");
  }
  pb::Table after = held.table;
  after.mutable_seats(seat)->set_commitment(ask.commitment());
  after.clear_called_off();
  if (everybody_is_ready(after)) {
    // Nobody is told, and so nobody shows anything, before it is kept: whatever happens, this start has an end.
    after.set_phase(pb::TABLE_PHASE_REVEALING);
    show_parts(after);
    const GameKind& kind = *game_of(after.options());
    const std::uint32_t rules_version = state_.rules_of(kind).value_or(kind.newest_version());
    const auto statement = start_statement(after, rules_version, state_.now());
    write_statement(state_.environment.signing_key.sign(receipts::write(statement)), *after.mutable_start());
    return saving_.save(held, std::move(after), sender, message.command_id(), out);
  }
  held.table = std::move(after);
  answer(sender, message.command_id(), held.table, out);
  tell_all(held.table, out, sender.session);
  saving_.arrange(held);
}

// Step 3: a seat shows the end of its chain.
void Handshake::reveal(HeldTable& held, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const int seat = seat_of(held.table, sender.account);
  if (seat < 0) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table", out);
  }
  if (held.table.phase() != pb::TABLE_PHASE_REVEALING) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_WRONG_PHASE, "not everybody is ready yet", out);
  }
  pb::TableSeat& shown = *held.table.mutable_seats(seat);
  const auto x0 = array_from<rules::Link>(message.reveal().x0());
  const auto commitment = array_from<rules::Link>(shown.commitment());
  if (shown.revealed()) {  // that stands: a start cannot be called off over it any more
    if (message.reveal().x0() == held.x0.at(static_cast<std::size_t>(seat))) {
      return answer(sender, message.command_id(), held.table, out);
    }
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_REVEAL_MISMATCH, "you have shown another x_0 already",
                  out, "x0");
  }
  if (!x0 || !commitment || rules::link(*x0) != *commitment) {
    refuse(sender, message.command_id(), pb::REFUSAL_CODE_REVEAL_MISMATCH,
           "x_0 must be 16 bytes whose hash is the commitment; the start is called off", out, "x0");
    return call_off(held, pb::CALLED_OFF_REASON_WRONG_REVEAL, {static_cast<std::uint8_t>(seat)}, out);
  }
  shown.set_revealed(true);
  held.x0[static_cast<std::size_t>(seat)] = message.reveal().x0();
  answer(sender, message.command_id(), held.table, out);
  const bool all = std::ranges::all_of(held.table.seats(), [](const auto& s) { return s.has_bot() || s.revealed(); });
  if (all) start(held, out);
}

// Step 4: the match, with everything that its dice come from.
void Handshake::start(HeldTable& held, Outbox& out) {
  const GameKind& kind = *game_of(held.table.options());
  persistence::MatchRow row{.id = match_id_of(held.id),
                            .game = kind.offer().game(),
                            .rules_version = signed_rules_version(held.table),
                            .options = {},
                            .seats = {},
                            .server_seed = held.server_seed,
                            .turn_seconds = held.table.turn_seconds(),
                            .absence_seconds = held.table.absence_seconds(),
                            .started_at = state_.now(),
                            .rematch_of = id_from_bytes<MatchId>(held.table.rematch_of()),
                            .receipt = signed_start(held.table)};
  pb::GameOptions options = composed_options(held.table);
  options.set_practice(held.table.practice());
  row.options = options.SerializeAsString();
  for (int i = 0; i < held.table.seats_size(); ++i) {
    const pb::TableSeat& seat = held.table.seats(i);
    if (seat.has_bot()) {
      row.seats.push_back({.account = {}, .name = bot_name(seat.bot().level()), .commitment = {}, .x0 = {}});
    } else {
      row.seats.push_back({.account = id_from_bytes<AccountId>(seat.player().account_id()),
                           .name = seat.player().name(),
                           .commitment = seat.commitment(),
                           .x0 = held.x0[static_cast<std::size_t>(i)]});
    }
  }
  if (state_.nugget_rule == NuggetRule::kApart) row.earning = seats_that_earn(row.seats, held.from);
  saving_.save_start(held, std::move(row), out);
}

}  // namespace wyrmhall::server
