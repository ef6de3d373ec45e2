#include "persistence/sql/match_lists.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "persistence/sql/admin_query_texts.h"

namespace wyrmhall::persistence::sql {
namespace {

constexpr MatchCursor kNewest = {Timestamp::max(), std::numeric_limits<std::int64_t>::max()};

}  // namespace

MatchLists::MatchLists(Database& database)
    : classes_(database, queries::kClasses),
      page_(database, queries::kPage),
      player_page_(database, queries::kPlayerPage),
      counted_(database, queries::kCounted),
      player_counted_(database, queries::kPlayerCounted),
      number_(database, queries::kNumber),
      running_(database, queries::kRunningOfPlayer) {}

std::vector<MatchLists::Listed> MatchLists::newest(const MatchFilter& filter, const std::optional<MatchCursor>& after,
                                                   std::uint32_t limit) {
  MatchCursor below = after.value_or(kNewest);
  if (filter.until) below = std::min(below, MatchCursor{*filter.until, 0});
  const Timestamp from = filter.from.value_or(Timestamp::min());
  const std::vector<MatchClass> classes = wanted(filter);
  std::vector<std::pair<MatchCursor, const MatchClass*>> found;
  for (const MatchClass& one : classes) {
    Cursor row = filter.player ? player_page_.query(*filter.player, one.no, below.started_at, below.no, from, limit)
                               : page_.query(one.no, below.started_at, below.no, from, limit);
    while (row.next()) found.push_back({{row.time(0), row.integer(1)}, &one});
  }
  std::ranges::sort(found, [](const auto& left, const auto& right) { return left.first > right.first; });
  if (found.size() > limit) found.resize(limit);
  std::vector<Listed> list;
  list.reserve(found.size());
  for (const auto& [at, of] : found) list.push_back({at, *of});
  return list;
}

std::uint32_t MatchLists::count(const MatchFilter& filter, std::uint32_t most) {
  const Timestamp until = filter.until.value_or(Timestamp::max());
  const Timestamp from = filter.from.value_or(Timestamp::min());
  std::uint32_t found = 0;
  for (const MatchClass& one : wanted(filter)) {
    Cursor row = filter.player ? player_counted_.query(*filter.player, one.no, until, from, most - found)
                               : counted_.query(one.no, until, from, most - found);
    while (row.next()) ++found;
  }
  return found;
}

std::optional<MatchLists::Listed> MatchLists::find(const MatchId& match) {
  Listed found;
  {
    Cursor row = number_.query(match);
    if (!row.next()) return std::nullopt;
    found.at = {row.time(1), row.integer(0)};
    found.of.no = row.integer(2);
  }
  std::vector<MatchClass> classes = wanted({});
  const auto of = std::ranges::find(classes, found.of.no, &MatchClass::no);
  if (of == classes.end()) damaged("the class of a match is not there");
  found.of = std::move(*of);
  return found;
}

std::vector<MatchId> MatchLists::running(const AccountId& account, std::uint32_t limit) {
  std::vector<MatchId> running;
  Cursor row = running_.query(account, limit);
  while (row.next()) running.push_back(row.id<MatchId>(0));
  return running;
}

std::vector<MatchClass> MatchLists::wanted(const MatchFilter& filter) {
  std::vector<MatchClass> classes;
  Cursor row = classes_.query();
  while (row.next()) {
    MatchClass one{.no = row.integer(0),
                   .game = row.bytes(1),
                   .rules_version = row.as<std::uint32_t>(2),
                   .state = static_cast<MatchState>(row.integer(3)),
                   .result = row.bytes(4)};
    const bool fits = (!filter.game || one.game == *filter.game) && (!filter.state || one.state == *filter.state) &&
                      (!filter.over || one.state != MatchState::kRunning) &&
                      (!filter.result || one.result == *filter.result) &&
                      (!filter.rules_version || one.rules_version == *filter.rules_version);
    if (fits) classes.push_back(std::move(one));
  }
  return classes;
}

}  // namespace wyrmhall::persistence::sql
