#include "clients/cli/suggestion.h"

#include <algorithm>
#include <cstddef>

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kMaxLetters = 40;  // of a word that is looked at
constexpr std::size_t kMaxMistakes = 2;

// Damerau's distance, with each pair of neighbours swapped at most once.
std::size_t mistakes(std::string_view one, std::string_view other) {
  const std::size_t width = other.size() + 1;
  std::vector<std::size_t> cost((one.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return cost[(i * width) + j]; };
  for (std::size_t i = 0; i <= one.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= other.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const std::size_t changed = at(i - 1, j - 1) + (one[i - 1] == other[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, changed});
      const bool swapped = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(one.size(), other.size());
}

}  // namespace

std::string suggestion(std::string_view typed, const std::vector<std::string>& words) {
  if (typed.empty() || typed.size() > kMaxLetters) return {};
  std::string best;
  std::size_t fewest = std::min(kMaxMistakes, typed.size() / 2) + 1;
  bool alike = false;
  for (const std::string& word : words) {
    const std::size_t count = word.starts_with(typed) ? 1 : mistakes(typed, word);
    if (count > fewest || (count == fewest && best.empty())) continue;
    alike = count == fewest;
    best = word;
    fewest = count;
  }
  return alike ? std::string() : best;
}

}  // namespace wyrmhall::cli
