#include "random_match.h"

#include <doctest/doctest.h>

#include <optional>

#include "record/fold.h"
#include "record/write.h"
#include "rules/dice/chain.h"
#include "rules/dice/fast_dice.h"
#include "rules/duel/notation.h"

namespace wyrmhall::tests {
namespace {

using rules::MoveKind;
using rules::Seat;
using rules::duel::Game;
using Move = record::Move<Game>;

template <std::size_t N>
std::array<std::uint8_t, N> random_bytes(rules::FastDice& chance) {
  std::array<std::uint8_t, N> bytes{};
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(chance.below(256));
  return bytes;
}

// A seat of a person: its secret, and how far it has been shown.
struct Secret {
  rules::Link last{};
  int shown = 0;
  bool there = false;
};

constexpr int kLength = 256;

record::Seat sit_down(rules::FastDice& chance, std::size_t index, bool bot, Secret& secret) {
  record::Seat seat;
  if (bot) {
    seat.name = "greedy";
    return seat;
  }
  seat.name = index == 0 ? "Zoë \"Ø\"" : "Player " + std::to_string(index);
  seat.account = random_bytes<16>(chance);
  secret = {.last = random_bytes<16>(chance), .shown = 0, .there = true};
  seat.x0 = rules::chain_link(secret.last, kLength, 0);
  seat.commitment = rules::link(*seat.x0);
  return seat;
}

Seat first_of(rules::SeatSet seats) {
  return static_cast<Seat>(std::countr_zero(seats.bits()));
}

}  // namespace

RandomMatch play_at_random(std::uint64_t seed, const Course& course) {
  rules::FastDice chance(seed);
  RandomMatch result;
  result.options = course.options;
  result.header = {.match_id = random_bytes<16>(chance),
                   .rules_version = 1,
                   .started_at_us = 1'772'368'496'123'456,
                   .turn_seconds = 60,
                   .seats = {},
                   .server_seed = random_bytes<32>(chance)};
  const auto seats = static_cast<std::size_t>(Game::seats(course.options));
  std::vector<Secret> secrets(seats);
  for (std::size_t i = 0; i < seats; ++i) {
    result.header.seats.push_back(sit_down(chance, i, course.bot_in_last_seat && i + 1 == seats, secrets[i]));
  }
  auto fold = record::Fold<Game>::start(result.header, course.options);
  REQUIRE(fold);
  while (!fold->match().over()) {
    const int index = static_cast<int>(result.moves.size());
    const auto& match = fold->match();
    Move move;
    move.seat = first_of(match.waiting_on());
    move.milliseconds = std::int64_t{index} * 1500;
    move.version = static_cast<std::uint64_t>(index);
    Secret& secret = secrets[move.seat];
    const bool out = match.seats_out().contains(move.seat);
    if (index == course.resume_at) {
      move.kind = MoveKind::kResumed;
      move.seat = 0;
    } else if (index == course.resign_at && !out) {
      move.kind = MoveKind::kResigned;
    } else if (index == course.time_out_at && !out) {
      move.kind = MoveKind::kTimedOut;
    } else {
      Game::ActionList list;
      Game::choices(match.state(), move.seat, list);
      move.action = list[static_cast<std::size_t>(chance.below(list.size()))];
      move.kind = out ? MoveKind::kStandIn : MoveKind::kAction;
      if (move.kind == MoveKind::kAction && secret.there) {
        move.action_id = chance.bits() | 1U;
        move.chain_lost = index == course.lose_chain_at;
        secret.there = !move.chain_lost;
        if (secret.there) move.link = rules::chain_link(secret.last, kLength, ++secret.shown);
      }
    }
    const auto step = fold->apply(move);
    REQUIRE(step);
    result.moves.push_back(move);
  }
  return result;
}

std::string record_of(const RandomMatch& match) {
  auto text = record::write<Game>(match.header, match.options, match.moves);
  REQUIRE(text);
  return *text;
}

}  // namespace wyrmhall::tests
