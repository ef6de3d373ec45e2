#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

constexpr Timestamp kStart = from_unix_micros(1'760'000'000'000'000);

template <class Bytes>
Bytes filled(std::uint64_t number, std::uint8_t kind) {
  Bytes bytes{};
  bytes.fill(kind);
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(number >> (8 * (7 - i)));
  return bytes;
}

}  // namespace

Uuid uuid(std::uint64_t number) {
  Uuid bytes = filled<Uuid>(number, 0);
  std::uint64_t random = number * 0x9e3779b97f4a7c15U;
  for (std::size_t i = 8; i < bytes.size(); ++i, random >>= 8) bytes[i] = static_cast<std::uint8_t>(random);
  return bytes;
}

Account account(std::uint64_t number) {
  return {.id = account_id(number),
          .name = "Pläyer " + std::to_string(number),
          .name_key = "player" + std::to_string(number),
          .token_hash = filled<Hash>(number, 0xa0),
          .created_at = kStart + std::chrono::microseconds(number)};
}

HeroRow hero(std::uint64_t number, std::uint64_t account) {
  return {.id = hero_id(number),
          .account = account_id(account),
          .name = "Héro " + std::to_string(number),
          .body = std::string("new\0", 4) + std::to_string(number),
          .made_at = kStart + std::chrono::microseconds(number)};
}

// Every third match is from before there were any; every other of the rest has a start that was called off.
Boxed<SignedStart> receipt(std::uint64_t number) {
  if (number % 3 == 0) return std::nullopt;
  const receipts::Signed statement{.text = "start\n" + std::to_string(number),
                                   .signature = {0, 1, 2},
                                   .key = filled<receipts::PublicKey>(number, 1)};
  SignedStart start{.start = statement, .aborted = {}};
  if (number % 2 == 0)
    start.aborted.push_back({.start = statement, .aborted = {.text = "", .signature = {}, .key = {}}});
  return start;
}

MatchRow match(std::uint64_t number, const std::vector<std::uint64_t>& accounts) {
  MatchRow row{.id = match_id(number),
               .game = "duel",
               .rules_version = 3,
               .options = std::string("opt\0ions", 8),
               .seats = {},
               .server_seed = filled<Hash>(number, 0xb0),
               .turn_seconds = 60,
               .absence_seconds = 300,
               .started_at = kStart + std::chrono::microseconds(number),
               .rematch_of = number % 2 == 0 ? std::optional(match_id(number - 1)) : std::nullopt,
               .earning = number % 3 == 0 ? std::optional<std::uint32_t>(0b101) : std::nullopt,
               .receipt = receipt(number)};
  for (const std::uint64_t seat : accounts) {
    if (seat == 0) {
      row.seats.push_back({.account = std::nullopt, .name = "greedy", .commitment = "", .x0 = ""});
    } else {
      row.seats.push_back({.account = account_id(seat),
                           .name = account(seat).name,
                           .commitment = std::string("0123456789abcde\0", 16),
                           .x0 = "fedcba9876543210"});
    }
  }
  return row;
}

Move move(std::uint64_t match, std::uint32_t index) {
  Move move{.kind = index % 7 == 6 ? MoveKind::kTimedOut : MoveKind::kAction,
            .seat = static_cast<std::uint8_t>(index % 2),
            .chain_lost = index % 11 == 10,
            .action_id = match * 0x9e3779b97f4a7c15U + index,
            .answered_version = index,
            .at = kStart + std::chrono::seconds(index),
            .action = {},
            .link = std::nullopt};
  if (move.kind == MoveKind::kAction) {
    move.action = std::string("\x08\x01\x00\x12", 4) + std::to_string(match);
    move.link = filled<Link>(match + index, 0xc0);
  }
  return move;
}

AppendMove append(std::uint64_t match, std::uint32_t index) {
  return {.match = match_id(match),
          .index = index,
          .move = move(match, index),
          .deadline = kStart + std::chrono::seconds(index + 60),
          .end = std::nullopt};
}

AppendMove append_last(std::uint64_t match, std::uint32_t index, std::uint64_t winner) {
  AppendMove last = append(match, index);
  last.deadline = std::nullopt;
  last.end = MatchEnd{.outcome = "won by " + std::to_string(winner),
                      .ended_at = last.move.at,
                      .ledger = {{.account = account_id(winner), .what = "won", .amount = 1},
                                 {.account = account_id(winner), .what = "nuggets", .amount = 5}}};
  return last;
}

receipts::Signed end_statement(std::uint64_t match, std::uint8_t key) {
  return {.text = "end\n" + std::to_string(match),
          .signature = {key, 1, 2},
          .key = filled<receipts::PublicKey>(match, key)};
}

std::vector<Move> moves(std::uint64_t match, std::uint32_t count) {
  std::vector<Move> moves;
  moves.reserve(count);
  for (std::uint32_t index = 0; index < count; ++index) moves.push_back(move(match, index));
  return moves;
}

}  // namespace wyrmhall::persistence::testing
