// One number for how a game behaves: the hash of many seeded random matches, states and story. A change of it is a
// change of the rules, and belongs into the message of the commit that makes it.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dice/sha256.h"
#include "rules/game.h"
#include "tests/rules/random_walk.h"

namespace wyrmhall::rules::testing {

// Hashed as canonical text (JSON with sorted keys), so that the layout of a State in memory is nobody's business.
template <Game G>
std::string fingerprint(const std::vector<typename G::Options>& all, int matches_per_options, std::uint32_t version) {
  Digest digest{};
  const auto add = [&](const nlohmann::json& json) {
    const std::string text = json.dump();
    std::vector<std::uint8_t> bytes(digest.begin(), digest.end());
    bytes.insert(bytes.end(), text.begin(), text.end());
    digest = sha256(bytes);
  };
  for (const auto& options : all) {
    for (int match = 0; match < matches_per_options; ++match) {
      const auto seed = static_cast<std::uint64_t>(match);
      FastDice dice(seed);
      FastDice choice(seed + 1'000'000);
      const auto listener = [&](const typename G::Event& event) { add(event); };
      auto state = start<G>(options, version, dice, listener).value();
      add(state);
      while (!G::outcome(state)) {
        const Seat seat = first_waiting(G::waiting_on(state));
        const auto action = random_choice<G>(state, seat, choice.bits()).value();
        add(action);
        (void)apply<G>(state, seat, action, dice, listener);
        add(state);
      }
    }
  }
  std::string text;
  for (std::size_t i = 0; i < 8; ++i) {
    text += "0123456789abcdef"[digest[i] >> 4];
    text += "0123456789abcdef"[digest[i] & 15];
  }
  return text;
}

// Compares with tests/rules/golden/<game>.fingerprint, which has a line for each rules version. With
// WYRMHALL_REGENERATE set in the environment it writes that file instead, for a change of the rules that is meant.
template <Game G>
void check_fingerprint(const std::vector<typename G::Options>& all, int matches_per_options) {
  const std::string path = "tests/rules/golden/" + std::string(G::code_name) + ".fingerprint";
  std::string found;
  for (const std::uint32_t version : G::versions) {
    found += std::to_string(version) + ' ' + fingerprint<G>(all, matches_per_options, version) + '\n';
  }
  MESSAGE(std::string(G::code_name) << " behaves, by rules version, as\n" << found);
  if (std::getenv("WYRMHALL_REGENERATE") != nullptr) std::ofstream(path) << found;
  std::ostringstream golden;
  golden << std::ifstream(path).rdbuf();
  CHECK_MESSAGE(found == golden.str(),
                "the rules behave otherwise than before; if that is meant, run this test with WYRMHALL_REGENERATE=1, "
                "and give the rules a new version");
}

}  // namespace wyrmhall::rules::testing
