// The ids in what a server sends. If it sends other than 16 bytes, which is no id, they are all zeros, which nobody and
// nothing has.
#pragma once

#include "common/id.h"
#include "wyrmhall/v1/match.pb.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::clients {

inline AccountId id_of(const v1::Player& player) {
  return id_from_bytes<AccountId>(player.account_id()).value_or(AccountId());
}
inline TableId id_of(const v1::Table& table) {
  return id_from_bytes<TableId>(table.table_id()).value_or(TableId());
}
inline MatchId id_of(const v1::MatchInfo& match) {
  return id_from_bytes<MatchId>(match.match_id()).value_or(MatchId());
}
inline MatchId id_of(const v1::MatchSummary& match) {
  return id_from_bytes<MatchId>(match.match_id()).value_or(MatchId());
}
// The id of the match that starts at a table.
inline MatchId match_id_of(const v1::Table& table) {
  return wyrmhall::match_id_of(id_of(table));
}

}  // namespace wyrmhall::clients
