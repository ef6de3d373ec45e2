#include "clients/cli/games/hunt/hero_name.h"

#include <algorithm>
#include <array>

#include "clients/cli/games/hunt/kept_hero.h"
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/typed/parts.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/code_name.h"

namespace wyrmhall::cli {
namespace {

// The words by their messages, which are the English words.
constexpr std::array<std::string_view, 24> kWords = {
    "roll", "keep", "blessed", "use", "with", "for",  "cover", "dice",    "fail",  "assist", "pass",  "flee",
    "stay", "yes",  "no",      "buy", "drop", "give", "raise", "improve", "learn", "group",  "ready", "quit"};

bool is_word(std::string_view plain) {
  return std::ranges::any_of(kWords, [&](std::string_view word) {
    return plain == word || (word != "quit" && plain == plain_letters(hunt_word(word)));
  });
}

bool is_class(std::string_view plain) {
  const auto& type = *v1::HuntClass_descriptor();
  for (int i = 1; i < type.value_count(); ++i) {
    const auto& value = *type.value(i);
    if (plain == clients::short_name(value)) return true;
    if (plain == plain_letters(class_name(static_cast<v1::HuntClass>(value.number())))) return true;
  }
  return false;
}

}  // namespace

std::string wrong_with_hero_name(std::string_view name) {
  const std::string plain = plain_letters(name);
  if (!is_word(plain) && !is_class(plain)) return {};
  return t("make.word", {{"hero", strip_control_chars(name)}});
}

std::string wrong_in_stable(std::string_view name, const std::vector<v1::Hero>& stable) {
  const std::string plain = plain_letters(name);
  const bool twice = std::ranges::any_of(
      stable, [&](const v1::Hero& hero) { return !is_gone(hero) && plain_letters(hero.name()) == plain; });
  return twice ? t("make.twice", {{"hero", strip_control_chars(name)}}) : std::string();
}

}  // namespace wyrmhall::cli
