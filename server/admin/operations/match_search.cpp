#include "server/admin/operations/match_search.h"

#include <algorithm>

#include "server/core/limits.h"
#include "server/wire/bot_levels.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::ListedMatch;
using persistence::MatchCursor;
using persistence::MatchFilter;
using persistence::MatchState;

constexpr std::uint32_t kLookedAtTogether = 250;  // matches that are read in one transaction
constexpr std::string_view kAnyBot = "any";
constexpr std::string_view kNoBot = "none";

bool fits(const MatchLine& line, const BotChoice& bot) {
  if (bot.word == kNoBot) return std::ranges::none_of(line.seats, [](const MatchSeat& seat) { return !!seat.bot; });
  return std::ranges::any_of(
      line.seats, [&](const MatchSeat& seat) { return seat.bot && (bot.word == kAnyBot || *seat.bot == bot.word); });
}

bool fits(const MatchLine& line, const MatchTraits& traits) {
  return (!traits.bot || fits(line, *traits.bot)) && (!traits.reason || line.reason == traits.reason) &&
         (!traits.min_moves || line.moves >= traits.min_moves);
}

// Calls visit(cursor, line) with matches from the newest on, until visit gives back false, there are no more, or it has
// seen `most`. Gives back the place after which there may be more.
std::optional<MatchCursor> look_at(persistence::AdminQueries& history, const MatchFilter& filter,
                                   std::optional<MatchCursor> after, std::uint32_t most, auto&& visit) {
  for (std::uint32_t looked = 0; looked < most;) {
    const std::uint32_t some = std::min(kLookedAtTogether, most - looked);
    const std::vector<ListedMatch> listed = history.matches(filter, after, some);
    for (const ListedMatch& one : listed) {
      after = one.at;
      if (!visit(match_line(one))) return after;
    }
    if (listed.size() < some) return std::nullopt;
    looked += some;
  }
  return after;
}

}  // namespace

std::optional<BotChoice> parse_bot_choice(std::string_view text) {
  if (text == kAnyBot || text == kNoBot) return BotChoice{std::string(text)};
  const auto level = bot_level(text);
  // Only as bot_name() writes it, as seats have it.
  if (level == pb::BOT_LEVEL_UNSPECIFIED || bot_name(level) != text) return std::nullopt;
  return BotChoice{std::string(text)};
}

void narrow(MatchFilter& filter, const MatchTraits& traits) {
  // The number of a match's moves is known once the match is over.
  if (traits.reason || traits.min_moves) filter.over = true;
}

FoundMatches find_matches(persistence::AdminQueries& history, const MatchFilter& filter, const MatchTraits& traits,
                          std::optional<MatchCursor> after, std::uint32_t limit) {
  FoundMatches found;
  if (traits.none()) {
    // One more than the limit shows that there is another page.
    std::vector<ListedMatch> listed = history.matches(filter, after, limit + 1);
    if (listed.size() > limit) {
      listed.pop_back();
      found.next = listed.back().at;
    }
    for (const ListedMatch& one : listed) found.lines.push_back(match_line(one));
    return found;
  }
  found.next = look_at(history, filter, after, kAdminLookedAt, [&](MatchLine line) {
    if (fits(line, traits)) found.lines.push_back(std::move(line));
    return found.lines.size() < limit;
  });
  return found;
}

MatchCount count_matches(persistence::AdminQueries& history, const MatchFilter& filter, const MatchTraits& traits) {
  if (traits.none()) {
    const std::uint32_t matches = history.count(filter, kAdminCounted + 1);
    return {.matches = std::min(matches, kAdminCounted), .at_least = matches > kAdminCounted};
  }
  MatchCount count;
  const auto more = look_at(history, filter, std::nullopt, kAdminCountLookedAt, [&](const MatchLine& line) {
    count.matches += fits(line, traits) ? 1 : 0;
    return true;
  });
  count.at_least = more.has_value();
  return count;
}

}  // namespace wyrmhall::server::admin
