// What can be typed in Dragons Arena.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <utility>

#include "clients/cli/games/arena/names.h"
#include "clients/cli/games/arena/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/model/offered_actions.h"

namespace wyrmhall::cli {

std::string way_to_type_arena(const v1::Sentence& sentence) {
  const SentenceArguments a(sentence);
  const auto square = [&](int i) { return square_name(a.index(i)); };
  switch (sentence.arena()) {
    case v1::ARENA_PHRASE_PAIR:
      return fmt::format("{}+{}", a[0], a[1]);
    case v1::ARENA_PHRASE_PLACE:
      return fmt::format("{}@{}", a[0], square(1));
    case v1::ARENA_PHRASE_ELIMINATE:
      return fmt::format("{}x{}", square(0), square(1));
    case v1::ARENA_PHRASE_MODIFY:
      return fmt::format("{}={}", square(0), a[2]);
    case v1::ARENA_PHRASE_COMBUSTION:
      return square(0) + "!";
    case v1::ARENA_PHRASE_BLIZZARD:
      return a[3] < 0 ? square(0) + "!" : fmt::format("{}>{}", square(0), square(3));
    default:
      return {};
  }
}

std::vector<GameText::Way> ArenaText::ways_to_type(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Way> ways;
  std::set<v1::ArenaPhrase> seen;
  for (const v1::Choice& choice : choices.choices()) {
    if (!seen.insert(choice.sentence().arena()).second) continue;
    std::string how = way_to_type_arena(choice.sentence());
    if (!how.empty()) ways.push_back({std::move(how), arena_sentence(scene, choice.sentence())});
  }
  for (const v1::Form& form : choices.forms()) {
    clients::Fillings fillings(form);
    if (fillings.count() == 0) continue;
    ways.push_back({fmt::format("{}", fmt::join(fillings.at(0).values(), " ")), arena_t("type.allocate")});
  }
  return ways;
}

}  // namespace wyrmhall::cli
