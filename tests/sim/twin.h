// Two matches that differ in everything that a viewer may not know, and look the same to it.
//
// Such a twin is searched for: another server's seed, other chains and other decisions of the other seats, until one is
// found whose dice and views come out the same for that viewer for some moves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clients/model/chain.h"
#include "persistence/matches.h"
#include "tests/sim/rng.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::sim {

// A decision as it was made.
struct Decision {
  std::uint8_t seat = 0;
  wyrmhall::v1::GameAction action;
};

// A match as it can be folded: a row, a chain for each seat, and decisions.
struct Course {
  persistence::MatchRow row;
  std::vector<clients::Chain> chains;
  std::vector<Decision> decisions;
};

struct Twin {
  persistence::Hash server_seed{};
  std::vector<Decision> decisions;  // as many as look the same
  bool decided_otherwise = false;   // some other seat's decision differs, and the viewer cannot tell
};

// Whether a twin has another server's seed, and so other dice that happen to fall alike, or the same one.
enum class TwinDice : std::uint8_t { kOther, kSame };

// Searches for a twin of `course` for a viewer (a seat, or -1), whose row and chains are those of `other`, but for the
// server's seed. With kSame the chains must be those of `course`, and only decisions differ. Nothing when none was
// found in `tries` tries.
std::optional<Twin> find_twin(const Course& course, const Course& other, TwinDice dice, int viewer, int tries,
                              Rng& rng);

// Whether at some point of it viewers see different things.
bool keeps_secrets(const Course& course);

}  // namespace wyrmhall::sim
