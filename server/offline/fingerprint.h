// What a match folds to, as a number: two programs that fold it differently, or show it differently to anybody, get
// different ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "persistence/matches.h"

namespace wyrmhall::server {

struct Fingerprint {
  std::string text;                 // after all moves
  std::optional<std::string> then;  // after the first `after` moves, if there are as many
};

// Folds the match. On failure, a sentence: this program cannot go on with it.
std::expected<Fingerprint, std::string> fingerprint(const persistence::StoredMatch& match, std::size_t after);

}  // namespace wyrmhall::server
