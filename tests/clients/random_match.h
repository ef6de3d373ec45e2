// Whole matches of Dragon Duel played at random in this process, as records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/values.h"
#include "rules/duel/rules.h"

namespace wyrmhall::tests {

struct RandomMatch {
  record::Header header;
  rules::duel::Options options;
  std::vector<record::Move<rules::duel::Game>> moves;
};

// How a random match goes, beside ordinary actions.
struct Course {
  rules::duel::Options options;
  bool bot_in_last_seat = false;
  int lose_chain_at = -1;  // the index of the move at which its seat has lost the chain
  int resign_at = -1;      // the index of the move that is a resignation
  int time_out_at = -1;
  int resume_at = -1;
};

// The same seed gives the same match.
RandomMatch play_at_random(std::uint64_t seed, const Course& course);

// Its record.
std::string record_of(const RandomMatch& match);

}  // namespace wyrmhall::tests
