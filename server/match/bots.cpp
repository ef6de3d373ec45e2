// Seats that the server plays: bots, and stand-ins for who is out.
#include "server/games/stored.h"
#include "server/match/actor.h"
#include "server/match/job_result.h"
#include "server/wire/bot_levels.h"

namespace wyrmhall::server {

using persistence::MoveKind;

void MatchActor::ask_bots(Outbox& out) {
  if (game_ == nullptr || pending_ || over()) return;
  const rules::SeatSet waits = game_->waiting_on();
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (!waits.contains(seat) || thinking_.contains(seat)) continue;
    const bool out_of_play = game_->seats_out().contains(seat);
    if (!is_bot(seat) && !out_of_play) continue;
    const pb::BotLevel level = is_bot(seat) ? bot_level(row_.seats[seat].name) : pb::BOT_LEVEL_GREEDY;
    const AccountId waiting = who_waits();
    const Timestamp now = environment_.clock.now();
    const bool spent = budget_.is_spent(waiting, now);
    if (spent && goes_on_from_thought_to_thought(level)) {
      put_off_ = true;
      continue;
    }
    std::array<std::uint8_t, 8> seed{};
    environment_.entropy.fill(seed);
    thinking_.insert(seat);
    // The time runs from now, so that bots think less when many wait for a thread to think on.
    const Timestamp until = spent ? now : now + thinking_time(level);
    out.work(
        BotMove{.match = id_, .account = waiting, .version = moves_.size(), .seat = seat},
        [task = game_->think(seat, level, std::bit_cast<std::uint64_t>(seed)), &clock = environment_.clock,
         until]() mutable -> JobResult { return task([&] { return clock.now() >= until; }); },
        waiting);
  }
}

// For a bot: the first person who is still in the match.
AccountId MatchActor::who_waits() const {
  for (rules::Seat seat = 0; seat < seats(); ++seat) {
    if (!is_bot(seat) && !game_->seats_out().contains(seat)) return *row_.seats[seat].account;
  }
  return {};
}

void MatchActor::put_off(rules::Seat seat) {
  thinking_.erase(seat);
  put_off_ = true;
}

void MatchActor::bot_moved(std::uint64_t version, rules::Seat seat, const std::optional<pb::GameAction>& action,
                           Outbox& out) {
  thinking_.erase(seat);
  if (game_ == nullptr || pending_) return;  // asked again when that is settled
  const bool out_of_play = game_->seats_out().contains(seat);
  const auto kind = out_of_play ? MoveKind::kStandIn : MoveKind::kAction;
  const bool fits =
      action && !over() && version >= notes_.asked_version[seat] && !game_->refusal_of(kind_of(kind), seat, &*action);
  if (!fits) return ask_bots(out);
  commit({.kind = kind,
          .seat = seat,
          .answered_version = static_cast<std::uint32_t>(version),
          .action = action->SerializeAsString(),
          .link = {}},
         &*action, {}, out);
}

}  // namespace wyrmhall::server
