// By which versions of their rules the servers of one store play: a match can be gone on with by any of them, whenever
// one ends, so new matches are played by what all of them know.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::persistence {

// The versions of a game's rules that a server knows, the newest last.
struct GameRules {
  std::string game;
  std::vector<std::uint32_t> versions;
  friend bool operator==(const GameRules&, const GameRules&) = default;
};

// By which version new matches of a game are played, by the game's name. A game that not every server knows is missing.
using RulesInUse = std::map<std::string, std::uint32_t, std::less<>>;

// What is in use from now on among servers that know these: the newest versions that all of them know, and never an
// older one than before. Those who say nothing of rules play nothing, and do not count.
RulesInUse raised(RulesInUse before, std::span<const std::vector<GameRules>> known);

bool knows(const std::vector<GameRules>& known, std::string_view game, std::uint32_t version);

// As text and back: "duel:1 hunt:1,2,3". What cannot be read is left out.
std::string rules_text(const std::vector<GameRules>& known);
std::string rules_text(const RulesInUse& in_use);
std::vector<GameRules> read_known_rules(std::string_view text);
RulesInUse read_rules_in_use(std::string_view text);

}  // namespace wyrmhall::persistence
