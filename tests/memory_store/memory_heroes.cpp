#include "tests/memory_store/memory_heroes.h"

#include <algorithm>
#include <ranges>
#include <tuple>
#include <utility>

#include "persistence/hero_requests.h"

namespace wyrmhall::persistence {
namespace {

bool is_in_stable(const HeroRow& hero) {
  return !hero.fallen_at && !hero.retired_at;
}

template <class Key>
std::vector<HeroRow> page(std::vector<HeroRow> heroes, std::uint32_t limit, Key key) {
  std::ranges::sort(heroes, {}, key);
  if (heroes.size() > limit) heroes.resize(limit);
  return heroes;
}

}  // namespace

std::uint32_t MemoryHeroes::living(const AccountId& account) const {
  return static_cast<std::uint32_t>(std::ranges::count_if(std::views::values(heroes_), [&](const HeroRow& hero) {
    return hero.account == account && standing_of(hero) == 0;
  }));
}

Conflict MemoryHeroes::keep(const KeepHero& request) {
  const HeroRow& hero = *request.hero;
  if (const auto same = heroes_.find(hero.id); same != heroes_.end()) {
    return same->second.account == hero.account ? Conflict::kNothing : Conflict::kId;
  }
  if (living(hero.account) >= request.limit) return Conflict::kLimit;
  insert(hero);
  return Conflict::kNothing;
}

void MemoryHeroes::insert(const HeroRow& hero) {
  heroes_.emplace(hero.id, hero);
  std::erase_if(heroes_, [&](const auto& entry) {
    const HeroRow& other = entry.second;
    return other.account == hero.account && standing_of(other) == 2 && !used_.contains(other.id);
  });
  std::vector<std::pair<Timestamp, HeroId>> left;
  for (const auto& [id, other] : heroes_) {
    if (other.account != hero.account || standing_of(other) == 0 || other.match) continue;
    left.emplace_back(other.fallen_at.value_or(other.retired_at.value_or(other.made_at)), id);
  }
  std::ranges::sort(left, std::ranges::greater());
  for (std::size_t i = kHeroesRemembered; i < left.size(); ++i) {
    stories_.erase(left[i].second);
    heroes_.erase(left[i].second);
  }
}

void MemoryHeroes::retire(const RetireHero& request, Outcome& outcome) {
  const auto found = heroes_.find(request.hero);
  const bool there = found != heroes_.end() && found->second.account == request.account && !found->second.fallen_at;
  if (!there || found->second.match) {
    outcome.verdict = Verdict::kConflict;
    if (there) outcome.conflict = Conflict::kHero;
    return;
  }
  if (!found->second.retired_at) found->second.retired_at = request.at;
}

void MemoryHeroes::forget(const AccountId& account) {
  for (auto& [id, hero] : heroes_) {
    if (hero.account != account) continue;
    stories_.erase(id);
    hero.name.clear();
    hero.scores = {};
  }
  std::erase_if(heroes_, [&](const auto& entry) { return entry.second.account == account && !entry.second.match; });
}

HeroInTheWay MemoryHeroes::in_the_way(const CreateMatch& request) const {
  if (!are_sound_heroes(request)) return {.conflict = Conflict::kHero};
  std::map<AccountId, std::uint32_t> joining;
  if (request.newcomers) {
    for (const HeroRow& hero : *request.newcomers) {
      if (heroes_.contains(hero.id) || erased_.contains(hero.account)) return {.conflict = Conflict::kHero};
      if (hero.alive && living(hero.account) + ++joining[hero.account] > request.hero_limit)
        return {.conflict = Conflict::kLimit};
    }
  }
  if (!request.heroes) return {};
  for (const HeroTaken& taken : *request.heroes) {
    if (is_newcomer_in(request, taken.hero)) continue;
    const auto found = heroes_.find(taken.hero);
    const HeroInTheWay otherwise{.conflict = Conflict::kHero, .place = taken.place};
    if (found == heroes_.end()) return otherwise;
    const HeroRow& hero = found->second;
    const bool free = is_in_stable(hero) && !hero.match;
    if (!free || hero.revision != taken.revision || owner_in(request, taken) != hero.account) return otherwise;
  }
  return {};
}

void MemoryHeroes::take(const CreateMatch& request) {
  if (request.newcomers) {
    for (const HeroRow& hero : *request.newcomers) insert(hero);
  }
  if (!request.heroes) return;
  for (const HeroTaken& taken : *request.heroes) {
    heroes_.at(taken.hero).match = request.match->id;
    used_.insert(taken.hero);
  }
}

bool MemoryHeroes::has_all(const MatchId& match, const std::vector<HeroId>& heroes) const {
  return are_different(heroes) && std::ranges::all_of(heroes, [&](const HeroId& hero) {
           const auto found = heroes_.find(hero);
           return found != heroes_.end() && found->second.match == match;
         });
}

void MemoryHeroes::book(const MatchId& match, std::span<const HeroBooked> heroes, Timestamp at) {
  for (const HeroBooked& booked : heroes) {
    HeroRow& hero = heroes_.at(booked.hero);
    hero.body = booked.body;
    ++hero.revision;
    hero.alive = booked.alive;
    hero.scores = booked.scores;
    if (booked.fallen) hero.fallen_at = at;
    std::vector<StoryLine>& story = stories_[booked.hero];
    for (const std::string& line : booked.story) {
      const std::uint32_t no = story.empty() ? 0 : story.back().no + 1;
      story.push_back({.no = no, .match = match, .at = at, .body = line});
    }
    if (story.size() > kStoryRemembered) story.erase(story.begin(), story.end() - kStoryRemembered);
    give_back(hero);
  }
}

void MemoryHeroes::release(const MatchId& match) {
  std::vector<HeroId> left;
  for (const auto& [id, hero] : heroes_) {
    if (hero.match == match) left.push_back(id);
  }
  for (const HeroId& id : left) give_back(heroes_.at(id));
}

void MemoryHeroes::give_back(HeroRow& hero) {
  hero.match.reset();
  if (!erased_.contains(hero.account)) return;
  const HeroId id = hero.id;
  stories_.erase(id);
  heroes_.erase(id);
}

std::vector<HeroRow> MemoryHeroes::of(const ListHeroes& request) const {
  const auto place = [](const HeroRow& hero) { return std::tuple(standing_of(hero), hero.id); };
  std::optional<std::tuple<int, HeroId>> after;
  if (request.after) {
    const auto found = heroes_.find(*request.after);
    if (found == heroes_.end() || found->second.account != request.account) return {};
    after = place(found->second);
  }
  std::vector<HeroRow> listed;
  for (const HeroRow& hero : std::views::values(heroes_)) {
    if (hero.account == request.account && (!after || place(hero) > *after)) listed.push_back(hero);
  }
  return page(std::move(listed), request.limit, place);
}

std::vector<StoryLine> MemoryHeroes::story(const ListStory& request) const {
  std::vector<StoryLine> listed;
  const auto found = stories_.find(request.hero);
  if (found == stories_.end()) return listed;
  for (const StoryLine& line : std::views::reverse(found->second)) {
    if (listed.size() == request.limit) break;
    if (!request.before || line.no < *request.before) listed.push_back(line);
  }
  return listed;
}

std::vector<HeroRow> MemoryHeroes::fallen(const ListFallen& request) const {
  std::vector<HeroRow> listed;
  for (const HeroRow& hero : std::views::values(heroes_)) {
    if (!hero.fallen_at || (request.account && hero.account != *request.account)) continue;
    if (request.after && std::pair(*hero.fallen_at, hero.id) >= std::pair(request.after->at, request.after->hero)) {
      continue;
    }
    listed.push_back(hero);
  }
  std::ranges::sort(listed, std::ranges::greater(),
                    [](const HeroRow& hero) { return std::pair(*hero.fallen_at, hero.id); });
  if (listed.size() > request.limit) listed.resize(request.limit);
  return listed;
}

std::vector<HeroRow> MemoryHeroes::board(const ListHeroBoard& request) const {
  const auto place = [&](const HeroRow& hero) {
    return std::pair(-std::int64_t{hero.scores.at(request.score)}, hero.id);
  };
  std::vector<HeroRow> listed;
  for (const HeroRow& hero : std::views::values(heroes_)) {
    if (place(hero).first == 0) continue;
    if (request.after && place(hero) <= std::pair(-std::int64_t{request.after->amount}, request.after->hero)) continue;
    listed.push_back(hero);
  }
  return page(std::move(listed), request.limit, place);
}

}  // namespace wyrmhall::persistence
