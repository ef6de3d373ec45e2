// Whole matches of any game played at random in this process, as records. Include the game's notation.h first.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/fold.h"
#include "record/values.h"
#include "record/write.h"
#include "rules/dice/chain.h"
#include "rules/dice/confirmation.h"
#include "rules/dice/fast_dice.h"
#include "rules/form.h"
#include "rules/game.h"

namespace wyrmhall::tests {

template <rules::Game G>
struct RandomMatch {
  record::Header header;
  typename G::Options options;
  std::vector<record::Move<G>> moves;
  // For each seat that has a chain left at the end, the link after the last one that it has shown, ascending.
  std::vector<record::SeatLink> closing_links;
};

// How a random match goes, beside ordinary actions.
template <rules::Game G>
struct Course {
  typename G::Options options;
  bool bot_in_last_seat = false;
  int lose_chain_at = -1;  // the index of the move at which its seat has lost the chain
  int resign_at = -1;      // the index of the move that is a resignation
  int time_out_at = -1;
  int absent_at = -1;  // likewise, that it was absent for too long
  int resume_at = -1;
  bool confirmed = false;  // the decisions of seats with a chain
};

namespace detail {

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

inline constexpr int kChainLength = 256;

inline record::Seat sit_down(rules::FastDice& chance, std::size_t index, bool bot, Secret& secret) {
  record::Seat seat;
  if (bot) {
    seat.name = "greedy";
    return seat;
  }
  seat.name = index == 0 ? "Zoë \"Ø\"" : "Player " + std::to_string(index);
  seat.account = AccountId(random_bytes<16>(chance));
  secret = {.last = random_bytes<16>(chance), .shown = 0, .there = true};
  seat.x0 = rules::chain_link(secret.last, kChainLength, 0);
  seat.commitment = rules::link(*seat.x0);
  return seat;
}

// The text of a legal action (rules/decision.h); nothing where it is of a form that would take long to go through.
template <rules::Game G>
std::string decision_text(const typename G::State& state, rules::Seat seat, const typename G::Action& action) {
  const auto seen = G::conceal(state, {seat});
  typename G::ActionList list;
  if constexpr (rules::FormGame<G>) {
    G::plain_choices(seen, seat, list);
  } else {
    G::choices(seen, seat, list);
  }
  const auto at = std::find(list.begin(), list.end(), action) - list.begin();
  if (at < static_cast<std::ptrdiff_t>(list.size())) return "choice " + std::to_string(at + 1);
  std::string text;
  if constexpr (rules::FormGame<G>) {
    typename G::FormList forms;
    G::forms(seen, seat, forms);
    for (const rules::Form& form : forms) {
      rules::each_filling(form, [&](rules::Filling filling) {
        if (!text.empty() || rules::filled_in<G>(seen, form.number, filling) != action) return;
        text = "form " + std::to_string(form.number) + ":";
        for (const std::uint32_t value : filling) text += " " + std::to_string(value);
      });
    }
  }
  return text;
}

// One of the seats; where there are several, each can be the first to decide.
inline rules::Seat any_of(rules::SeatSet seats, rules::FastDice& chance) {
  std::vector<rules::Seat> all;
  for (rules::Seat seat = 0; seat < rules::kMaxSeats; ++seat) {
    if (seats.contains(seat)) all.push_back(seat);
  }
  return all.size() == 1 ? all.front() : all[chance.below(all.size())];
}

}  // namespace detail

// The same seed gives the same match.
template <rules::Game G>
RandomMatch<G> play_at_random(std::uint64_t seed, const Course<G>& course) {
  rules::FastDice chance(seed);
  RandomMatch<G> result;
  result.options = course.options;
  result.header = {.match_id = MatchId(detail::random_bytes<16>(chance)),
                   .rules_version = 1,
                   .started_at = from_unix_micros(1'772'368'496'123'456),
                   .turn_seconds = 60,
                   .seats = {},
                   .server_seed = detail::random_bytes<32>(chance)};
  const auto seats = static_cast<std::size_t>(G::seats(course.options));
  std::vector<detail::Secret> secrets(seats);
  for (std::size_t i = 0; i < seats; ++i) {
    result.header.seats.push_back(detail::sit_down(chance, i, course.bot_in_last_seat && i + 1 == seats, secrets[i]));
  }
  auto fold = record::Fold<G>::start(result.header, course.options);
  REQUIRE(fold);
  while (!fold->match().over()) {
    const int index = static_cast<int>(result.moves.size());
    const auto& match = fold->match();
    record::Move<G> move;
    move.seat = detail::any_of(match.waiting_on(), chance);
    move.milliseconds = std::int64_t{index} * 1500;
    move.version = static_cast<std::uint64_t>(index);
    detail::Secret& secret = secrets[move.seat];
    const bool out = match.seats_out().contains(move.seat);
    if (index == course.resume_at) {
      move.kind = rules::MoveKind::kResumed;
      move.seat = 0;
    } else if (index == course.resign_at && !out) {
      move.kind = rules::MoveKind::kResigned;
    } else if (index == course.time_out_at && !out) {
      move.kind = rules::MoveKind::kTimedOut;
      move.action = match.time_out_action(move.seat);
    } else if (index == course.absent_at && !out) {
      move.kind = rules::MoveKind::kAbsent;
      move.action_id = 7;  // of the player who claimed it
    } else {
      typename G::ActionList list;
      G::choices(match.state(), move.seat, list);
      move.action = list[static_cast<std::size_t>(chance.below(list.size()))];
      move.kind = out ? rules::MoveKind::kStandIn : rules::MoveKind::kAction;
      if (move.kind == rules::MoveKind::kAction && secret.there) {
        move.action_id = chance.bits() | 1U;
        move.chain_lost = index == course.lose_chain_at || secret.shown == detail::kChainLength;
        secret.there = !move.chain_lost;
        if (secret.there) move.link = rules::chain_link(secret.last, detail::kChainLength, ++secret.shown);
        if (secret.there && course.confirmed && secret.shown < detail::kChainLength) {
          const std::string text = detail::decision_text<G>(match.state(), move.seat, *move.action);
          const rules::Link next = rules::chain_link(secret.last, detail::kChainLength, secret.shown + 1);
          const auto version = static_cast<std::uint32_t>(move.version);
          move.confirmation = {text, rules::confirmation_code(next, result.header.match_id.bytes(), version, text)};
        }
      }
    }
    const auto step = fold->apply(move);
    REQUIRE(step);
    result.moves.push_back(move);
  }
  for (rules::Seat seat = 0; seat < seats; ++seat) {
    const detail::Secret& secret = secrets[seat];
    if (!secret.there || secret.shown == detail::kChainLength) continue;
    result.closing_links.push_back({seat, rules::chain_link(secret.last, detail::kChainLength, secret.shown + 1)});
  }
  return result;
}

// What it is signed with.
inline const receipts::SigningKey& signing_key() {
  static const receipts::SigningKey key({0x77, 0x79, 0x72, 0x6d});
  return key;
}

// Its record, without closing links.
template <rules::Game G>
std::string record_of(const RandomMatch<G>& match) {
  const auto vouch = [](const receipts::EndStatement& end) { return std::optional(signing_key().sign(write(end))); };
  auto written = record::write<G>(match.header, match.options, match.moves, vouch);
  REQUIRE(written);
  return written->text;
}

}  // namespace wyrmhall::tests
