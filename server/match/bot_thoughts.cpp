#include "server/match/bot_thoughts.h"

#include <array>
#include <bit>

#include "server/match/job_result.h"
#include "server/wire/bot_levels.h"

namespace wyrmhall::server {
namespace {

// For a bot: the first person who is still in the match.
AccountId who_waits(const MatchLog& log) {
  for (rules::Seat seat = 0; seat < log.seats(); ++seat) {
    if (log.plays(seat)) return *log.row().seats[seat].account;
  }
  return {};
}

}  // namespace

void BotThoughts::ask(const MatchLog& log, const Environment& environment, ThinkingBudget& budget, Outbox& out) {
  const rules::SeatSet waits = log.game().waiting_on();
  for (rules::Seat seat = 0; seat < log.seats(); ++seat) {
    if (!waits.contains(seat) || thinking_.contains(seat) || log.plays(seat)) continue;
    const pb::BotLevel level = log.is_bot(seat) ? bot_level(log.row().seats[seat].name) : pb::BOT_LEVEL_GREEDY;
    const AccountId waiting = who_waits(log);
    const Timestamp now = environment.clock.now();
    const bool spent = budget.is_spent(waiting, now);
    if (spent && goes_on_from_thought_to_thought(level)) {
      put_off_ = true;
      continue;
    }
    std::array<std::uint8_t, 8> seed{};
    environment.entropy.fill(seed);
    thinking_.insert(seat);
    // The time runs from now, so that bots think less when many wait for a thread to think on.
    const Timestamp until = spent ? now : now + thinking_time(level);
    out.work(
        BotMove{.match = log.id(), .account = waiting, .version = log.version(), .seat = seat},
        [task = log.game().think(seat, level, std::bit_cast<std::uint64_t>(seed)), &clock = environment.clock,
         until]() mutable -> JobResult { return task([&] { return clock.now() >= until; }); },
        waiting);
  }
}

}  // namespace wyrmhall::server
