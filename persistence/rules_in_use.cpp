#include "persistence/rules_in_use.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace wyrmhall::persistence {
namespace {

// Calls `found` with each part of a text between separators that is not empty.
template <class Found>
void for_each_part(std::string_view text, char separator, Found&& found) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end != 0) found(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

RulesInUse raised(RulesInUse before, std::span<const std::vector<GameRules>> known) {
  const auto all_know = [known](std::string_view game, std::uint32_t version) {
    return std::ranges::all_of(known, [&](const auto& one) { return one.empty() || knows(one, game, version); });
  };
  for (const std::vector<GameRules>& one : known) {
    for (const GameRules& rules : one) {
      for (const std::uint32_t version : rules.versions) {
        if (!all_know(rules.game, version)) continue;
        std::uint32_t& in_use = before[rules.game];
        in_use = std::max(in_use, version);
      }
    }
  }
  return before;
}

bool knows(const std::vector<GameRules>& known, std::string_view game, std::uint32_t version) {
  const auto rules = std::ranges::find(known, game, &GameRules::game);
  return rules != known.end() && std::ranges::find(rules->versions, version) != rules->versions.end();
}

std::string rules_text(const std::vector<GameRules>& known) {
  std::string text;
  for (const GameRules& rules : known) {
    text.append(text.empty() ? "" : " ").append(rules.game);
    char before = ':';
    for (const std::uint32_t version : rules.versions) {
      text.append(1, std::exchange(before, ',')).append(std::to_string(version));
    }
  }
  return text;
}

std::string rules_text(const RulesInUse& in_use) {
  std::vector<GameRules> known;
  for (const auto& [game, version] : in_use) known.push_back({.game = game, .versions = {version}});
  return rules_text(known);
}

std::vector<GameRules> read_known_rules(std::string_view text) {
  std::vector<GameRules> known;
  for_each_part(text, ' ', [&known](std::string_view part) {
    const std::size_t colon = std::min(part.find(':'), part.size());
    GameRules rules{.game = std::string(part.substr(0, colon)), .versions = {}};
    for_each_part(part.substr(std::min(colon + 1, part.size())), ',', [&rules](std::string_view number) {
      std::uint32_t version = 0;
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), version);
      if (error == std::errc() && end == number.data() + number.size()) rules.versions.push_back(version);
    });
    if (!rules.versions.empty()) known.push_back(std::move(rules));
  });
  return known;
}

RulesInUse read_rules_in_use(std::string_view text) {
  RulesInUse in_use;
  for (const GameRules& rules : read_known_rules(text)) in_use[rules.game] = rules.versions.back();
  return in_use;
}

}  // namespace wyrmhall::persistence
