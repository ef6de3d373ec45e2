// Accounts, matches and moves to test with. The same number makes the same value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "persistence/store.h"

namespace wyrmhall::persistence::testing {

// Ids sort by their number, as those of UUIDv7 do by time.
Uuid uuid(std::uint64_t number);
inline AccountId account_id(std::uint64_t number) {
  return AccountId(uuid(number));
}
inline MatchId match_id(std::uint64_t number) {
  return MatchId(uuid(number));
}
inline TableId table_id(std::uint64_t number) {
  return TableId(uuid(number));
}
inline InvitationId invitation_id(std::uint64_t number) {
  return InvitationId(uuid(number));
}
inline HeroId hero_id(std::uint64_t number) {
  return HeroId(uuid(number));
}
Account account(std::uint64_t number);
// A hero of an account, as a newcomer.
HeroRow hero(std::uint64_t number, std::uint64_t account);
// This number of microseconds after 1970 began.
constexpr Timestamp moment(std::int64_t number) {
  return from_unix_micros(number);
}
// A match of the named accounts, and of a bot where the number is 0.
MatchRow match(std::uint64_t number, const std::vector<std::uint64_t>& accounts);
// The index-th move of a match; they differ, and have every field at times.
Move move(std::uint64_t match, std::uint32_t index);
AppendMove append(std::uint64_t match, std::uint32_t index);
// The last move of a match that `winner` has won.
AppendMove append_last(std::uint64_t match, std::uint32_t index, std::uint64_t winner);
// As a server signs it that has this key.
receipts::Signed end_statement(std::uint64_t match, std::uint8_t key);
std::vector<Move> moves(std::uint64_t match, std::uint32_t count);

}  // namespace wyrmhall::persistence::testing
