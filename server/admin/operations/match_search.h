// Finds matches by traits that no index knows, beside those that the indexes know. Such a search looks at matches one
// by one, from the newest, and at a limited number of them for each answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "persistence/admin_queries.h"
#include "server/admin/operations/match_line.h"

namespace wyrmhall::server::admin {

// Which bots sit in a match: one of a level, any at all, or none.
struct BotChoice {
  std::string word;
};
std::optional<BotChoice> parse_bot_choice(std::string_view text);

struct MatchTraits {
  std::optional<BotChoice> bot = std::nullopt;
  std::optional<rules::EndReason> reason = std::nullopt;
  std::optional<std::uint32_t> min_moves = std::nullopt;

  // None is set: every match fits.
  [[nodiscard]] bool none() const { return !bot && !reason && !min_moves; }
};

// Narrows the filter to what an index knows about matches with these traits.
void narrow(persistence::MatchFilter& filter, const MatchTraits& traits);

struct FoundMatches {
  std::vector<MatchLine> lines;
  std::optional<persistence::MatchCursor> next;  // there may be more behind it
};

// The newest that fit, at most `limit`. It may find fewer and still have a `next`: it has then looked at
// kAdminLookedAt matches.
FoundMatches find_matches(persistence::AdminQueries& history, const persistence::MatchFilter& filter,
                          const MatchTraits& traits, std::optional<persistence::MatchCursor> after,
                          std::uint32_t limit);

struct MatchCount {
  std::uint32_t matches = 0;
  bool at_least = false;  // counting stopped there
};
template <>
inline constexpr auto kSchema<MatchCount> =
    object({"MatchCount"}, field("matches", &MatchCount::matches),
           field("atLeast", &MatchCount::at_least, {.about = "Counting stopped there; there may be more."}));

// Counts to kAdminCounted if the indexes can answer; otherwise among the kAdminCountLookedAt newest.
MatchCount count_matches(persistence::AdminQueries& history, const persistence::MatchFilter& filter,
                         const MatchTraits& traits);

}  // namespace wyrmhall::server::admin
