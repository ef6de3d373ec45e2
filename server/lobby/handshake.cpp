// The hand-shake by which a match starts: everybody commits, then everybody reveals (docs/dice.md).
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/bytes.h"
#include "rules/dice/chain.h"
#include "rules/dice/fair_stream.h"
#include "server/games/ending.h"
#include "server/games/registry.h"
#include "server/lobby/lobby.h"
#include "server/lobby/parts.h"
#include "server/lobby/statements.h"
#include "server/wire/bot_levels.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

constexpr std::size_t kLinkBytes = sizeof(rules::Link);

// A match with a clock has its first deadline from the start; one that the dice decide before anybody can is over.
persistence::CreateMatch creation_of(const persistence::MatchRow& row) {
  persistence::CreateMatch creation{.match = row, .end = end_at_start(row)};
  if (row.turn_seconds != 0 && !creation.end) {
    creation.deadline = row.started_at + std::chrono::seconds(row.turn_seconds);
  }
  return creation;
}

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

// Step 1: a fresh seed, and its commitment for everybody to see.
void Lobby::draw_seed(Place& place, pb::Table& table) {
  environment_.entropy.fill(place.server_seed);
  const rules::Digest commitment = rules::commitment(place.server_seed);
  table.set_server_commitment(commitment.data(), commitment.size());
}

// Step 2: a seat commits to its chain.
void Lobby::ready(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const pb::Ready& ask = message.ready();
  const auto refuse_it = [&](pb::RefusalCode code, std::string_view detail, std::string_view field) {
    refuse(sender, message.command_id(), code, detail, out, field);
  };
  const int seat = seat_of(place.table, sender.account);
  if (seat < 0) return refuse_it(pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table", "");
  if (place.table.phase() != pb::TABLE_PHASE_OPEN) {
    return refuse_it(pb::REFUSAL_CODE_WRONG_PHASE, "everybody is ready already", "");
  }
  if (draining_) return refuse_it(pb::REFUSAL_CODE_DRAINING, "the server is about to stop and starts no matches", "");
  if (!ask.commitment().empty()) {
    if (ask.commitment().size() != kLinkBytes) {
      return refuse_it(pb::REFUSAL_CODE_FIELD_INVALID, "a commitment has 16 bytes", "commitment");
    }
    if (ask.server_commitment() != place.table.server_commitment()) {
      return refuse_it(pb::REFUSAL_CODE_COMMITMENT_MISMATCH,
                       "this is not the commitment that the server now shows at this table", "server_commitment");
    }
    // Since it sat down others of its matches may have started.
    if (!may_start(sender, message.command_id(), out)) return;
  }
  place.from.at(static_cast<std::size_t>(seat)) = sender.address;
  if (place.table.aborted_starts_size() >= kAbortedStartsPerTable) {
    return refuse_it(pb::REFUSAL_CODE_WRONG_PHASE, "too many starts were called off here; the table closes", "");
  }
  pb::Table after = place.table;
  after.mutable_seats(seat)->set_commitment(ask.commitment());
  after.clear_called_off();
  if (everybody_is_ready(after)) {
    // Nobody is told, and so nobody shows anything, before it is kept: whatever happens, this start has an end.
    after.set_phase(pb::TABLE_PHASE_REVEALING);
    show_parts(after);
    const auto statement = start_statement(after, environment_.clock.now());
    write_statement(environment_.signing_key.sign(receipts::write(statement)), *after.mutable_start());
    return save(place, std::move(after), sender, message.command_id(), out);
  }
  place.table = std::move(after);
  answer(sender, message.command_id(), place.table, out);
  tell_all(place.table, out, sender.session);
  arrange(place);
}

// Step 3: a seat shows the end of its chain.
void Lobby::reveal(Place& place, const Sender& sender, const pb::ClientMessage& message, Outbox& out) {
  const int seat = seat_of(place.table, sender.account);
  if (seat < 0) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_NOT_SEATED, "you do not sit at this table", out);
  }
  if (place.table.phase() != pb::TABLE_PHASE_REVEALING) {
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_WRONG_PHASE, "not everybody is ready yet", out);
  }
  pb::TableSeat& shown = *place.table.mutable_seats(seat);
  const auto x0 = array_from<rules::Link>(message.reveal().x0());
  const auto commitment = array_from<rules::Link>(shown.commitment());
  if (shown.revealed()) {  // that stands: a start cannot be called off over it any more
    if (message.reveal().x0() == place.x0.at(static_cast<std::size_t>(seat))) {
      return answer(sender, message.command_id(), place.table, out);
    }
    return refuse(sender, message.command_id(), pb::REFUSAL_CODE_REVEAL_MISMATCH, "you have shown another x_0 already",
                  out, "x0");
  }
  if (!x0 || !commitment || rules::link(*x0) != *commitment) {
    refuse(sender, message.command_id(), pb::REFUSAL_CODE_REVEAL_MISMATCH,
           "x_0 must be 16 bytes whose hash is the commitment; the start is called off", out, "x0");
    return call_off(place, pb::CALLED_OFF_REASON_WRONG_REVEAL, {static_cast<std::uint8_t>(seat)}, out);
  }
  shown.set_revealed(true);
  place.x0[static_cast<std::size_t>(seat)] = message.reveal().x0();
  answer(sender, message.command_id(), place.table, out);
  const bool all = std::ranges::all_of(place.table.seats(), [](const auto& s) { return s.has_bot() || s.revealed(); });
  if (all) start(place, out);
}

// Step 4: the match, with everything that its dice come from.
void Lobby::start(Place& place, Outbox& out) {
  const GameKind& kind = *game_of(place.table.options());
  persistence::MatchRow row{.id = match_id_of(place.id),
                            .game = kind.offer().game(),
                            .rules_version = kind.newest_version(),
                            .options = {},
                            .seats = {},
                            .server_seed = place.server_seed,
                            .turn_seconds = place.table.turn_seconds(),
                            .absence_seconds = place.table.absence_seconds(),
                            .started_at = environment_.clock.now(),
                            .rematch_of = id_from_bytes<MatchId>(place.table.rematch_of()),
                            .receipt = signed_start(place.table)};
  pb::GameOptions options = composed_options(place.table);
  options.set_practice(place.table.practice());
  row.options = options.SerializeAsString();
  for (int i = 0; i < place.table.seats_size(); ++i) {
    const pb::TableSeat& seat = place.table.seats(i);
    if (seat.has_bot()) {
      row.seats.push_back({.account = {}, .name = bot_name(seat.bot().level()), .commitment = {}, .x0 = {}});
    } else {
      row.seats.push_back({.account = id_from_bytes<AccountId>(seat.player().account_id()),
                           .name = seat.player().name(),
                           .commitment = seat.commitment(),
                           .x0 = place.x0[static_cast<std::size_t>(i)]});
    }
  }
  if (nugget_rule_ == NuggetRule::kApart) row.earning = seats_that_earn(row.seats, place.from);
  place.saving = std::make_unique<Saving>();
  place.saving->after = place.table;
  place.saving->after.set_phase(pb::TABLE_PHASE_STARTED);
  place.saving->start = std::move(row);
  ask_to_start(place, out);
  arrange(place);
}

void Lobby::ask_to_start(const Place& place, Outbox& out) {
  persistence::CreateMatch creation = creation_of(*place.saving->start);
  pb::GameOptions options;
  options.ParseFromString(place.saving->start->options);
  if (auto heroes = taken(options); !heroes.empty()) creation.heroes = std::move(heroes);
  out.ask(TableKept{place.id}, std::move(creation));
}

Lobby::Closing Lobby::close(const TableId& id, Outbox& out) {
  Place* const place = tables_.find(id);
  if (place == nullptr) return Closing::kUnknown;
  // A start that everybody is told of has an end of its own: it comes within kRevealTime.
  if (place->saving != nullptr || place->table.phase() != pb::TABLE_PHASE_OPEN) return Closing::kBusy;
  pb::Table table = place->table;
  table.set_phase(pb::TABLE_PHASE_CLOSED);
  save(*place, std::move(table), {}, 0, out);
  return Closing::kClosing;
}

}  // namespace wyrmhall::server
