// The hand-shake by which a match starts: everybody commits, then everybody reveals (docs/dice.md).
#include <spdlog/spdlog.h>

#include <algorithm>

#include "rules/dice/chain.h"
#include "rules/dice/fair_stream.h"
#include "server/bot_levels.h"
#include "server/frames.h"
#include "server/games/registry.h"
#include "server/lobby/lobby.h"
#include "server/match/ending.h"

namespace wyrmhall::server {
namespace {

constexpr std::size_t kLinkBytes = sizeof(rules::Link);

std::optional<rules::Link> link_from(const std::string& bytes) {
  if (bytes.size() != kLinkBytes) return std::nullopt;
  rules::Link link{};
  std::ranges::transform(bytes, link.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  return link;
}

// A match with a clock has its first deadline from the start; one that the dice decide before anybody can is over.
persistence::CreateMatch creation_of(const persistence::MatchRow& row) {
  persistence::CreateMatch creation{.match = row, .end = end_at_start(row)};
  if (row.turn_seconds != 0 && !creation.end) {
    creation.deadline = row.started_at + Micros{row.turn_seconds} * 1'000'000;
  }
  return creation;
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
                       "this is not the commitment that the server shows at this table now", "server_commitment");
    }
  }
  place.table.mutable_seats(seat)->set_commitment(ask.commitment());
  place.table.clear_called_off();
  if (everybody_is_ready(place.table)) {
    place.table.set_phase(pb::TABLE_PHASE_REVEALING);
    place.reveal_by = environment_.clock.now() + std::chrono::microseconds(kRevealTime).count();
  }
  answer(sender, message.command_id(), place.table, out);
  tell_all(place.table, out, sender.session);
}

bool Lobby::everybody_is_ready(const pb::Table& table) {
  bool somebody = false;
  for (const pb::TableSeat& seat : table.seats()) {
    if (seat.has_bot()) continue;
    if (!seat.has_player() || seat.commitment().empty()) return false;
    somebody = true;
  }
  return somebody;
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
  const auto x0 = link_from(message.reveal().x0());
  const auto commitment = link_from(shown.commitment());
  if (!x0 || !commitment || rules::link(*x0) != *commitment) {
    refuse(sender, message.command_id(), pb::REFUSAL_CODE_REVEAL_MISMATCH,
           "x_0 must be 16 bytes whose hash is the commitment; the start is called off", out, "x0");
    return call_off(place, pb::CALLED_OFF_REASON_WRONG_REVEAL, out);
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
  persistence::MatchRow row{.id = *id_from_bytes(place.table.table_id()),
                            .game = kind.offer().game(),
                            .rules_version = kind.newest_version(),
                            .options = place.table.options().SerializeAsString(),
                            .seats = {},
                            .server_seed = place.server_seed,
                            .turn_seconds = place.table.turn_seconds(),
                            .started_at = environment_.clock.now(),
                            .rematch_of = id_from_bytes(place.table.rematch_of())};
  for (int i = 0; i < place.table.seats_size(); ++i) {
    const pb::TableSeat& seat = place.table.seats(i);
    if (seat.has_bot()) {
      row.seats.push_back({.account = {}, .name = bot_name(seat.bot().level()), .commitment = {}, .x0 = {}});
    } else {
      row.seats.push_back({.account = id_from_bytes(seat.player().account_id()),
                           .name = seat.player().name(),
                           .commitment = seat.commitment(),
                           .x0 = place.x0[static_cast<std::size_t>(i)]});
    }
  }
  place.saving = std::make_unique<Saving>();
  place.saving->after = place.table;
  place.saving->after.set_phase(pb::TABLE_PHASE_STARTED);
  place.saving->start = std::move(row);
  out.ask({.to = Route::To::kTable, .id = place.saving->start->id, .session = {}}, creation_of(*place.saving->start));
}

void Lobby::call_off(Place& place, pb::CalledOffReason reason, Outbox& out) {
  for (pb::TableSeat& seat : *place.table.mutable_seats()) {
    seat.clear_commitment();
    seat.set_revealed(false);
  }
  place.table.set_phase(pb::TABLE_PHASE_OPEN);
  place.table.set_called_off(reason);
  place.x0 = {};
  draw_seed(place, place.table);
  tell_all(place.table, out);
}

void Lobby::house_keeping(Place& place, bool somebody_connected, Micros now, Outbox& out) {
  if (place.saving != nullptr) {
    if (place.saving->retry_at == 0 || now < place.saving->retry_at) return;
    place.saving->retry_at = 0;
    if (!place.saving->start) return ask_to_keep(place, out);
    return out.ask({.to = Route::To::kTable, .id = place.saving->start->id, .session = {}},
                   creation_of(*place.saving->start));
  }
  if (place.table.phase() == pb::TABLE_PHASE_REVEALING && now > place.reveal_by) {
    call_off(place, pb::CALLED_OFF_REASON_NO_REVEAL, out);
  }
  if (somebody_connected) place.alone_since = 0;
  if (!somebody_connected && place.alone_since == 0) place.alone_since = now;
  if (place.alone_since != 0 && now - place.alone_since > std::chrono::microseconds(kEmptyTableTime).count()) {
    pb::Table table = place.table;
    table.set_phase(pb::TABLE_PHASE_CLOSED);
    save(place, std::move(table), {}, 0, out);
  }
}

}  // namespace wyrmhall::server
