#include "clients/cli/games/arena/names.h"

#include <fmt/format.h>

#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

// Which of several messages a phrase has: one for a dragon that is eliminated, one for one that stays where it is.
std::string_view variant(v1::ArenaPhrase phrase, const SentenceArguments& arguments) {
  const bool blizzard = phrase == v1::ARENA_PHRASE_BLIZZARD;
  if ((blizzard || phrase == v1::ARENA_PHRASE_COMBUSTION) && arguments[2] <= 0) return ".out";
  return blizzard && arguments[3] < 0 ? ".stays" : "";
}

}  // namespace

std::string arena_t(std::string_view key, const Arguments& arguments) {
  return t("arena", key, arguments);
}

std::string arena_sentence(const Scene& scene, const v1::Sentence& sentence, Arguments values) {
  const SentenceArguments arguments(sentence);
  const std::string key = v1::ArenaPhrase_Name(sentence.arena()) + std::string(variant(sentence.arena(), arguments));
  if (!has_message("arena", key)) return line_text(sentence);
  for (int i = 0; i < SentenceArguments::kMax; ++i) {
    values.emplace_back(fmt::format("square{}", i), square_name(arguments.index(i)));
  }
  const Arguments others = values_of(scene, arguments, *v1::ArenaOptions::descriptor());
  values.insert(values.end(), others.begin(), others.end());
  return arena_t(key, values);
}

std::string square_name(std::uint32_t square) {
  if (square >= kArenaSquares) return std::to_string(square);
  return fmt::format("{}{}", static_cast<char>('a' + (square % kArenaColumns)), (square / kArenaColumns) + 1);
}

std::optional<std::uint32_t> square_of(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'd' || name[1] < '1' || name[1] > '4') return std::nullopt;
  return (static_cast<std::uint32_t>(name[1] - '1') * kArenaColumns) + static_cast<std::uint32_t>(name[0] - 'a');
}

std::string species_name(const Scene& scene, std::int32_t species) {
  if (species == 0) return scene.paint(Tint::kFire, arena_t("fire"));
  return species == 1 ? scene.paint(Tint::kIce, arena_t("ice")) : arena_t("species.none");
}

std::string species_and_seat(const Scene& scene, std::int32_t species) {
  const v1::ArenaView& view = scene.view.arena();
  std::string name = species_name(scene, species);
  if (species < 0) return name;
  if (view.solo()) {
    return arena_t(species == view.opponent() ? "species.opponent" : "species.own", {{"species", name}});
  }
  const auto seat = view.seats().find(static_cast<std::uint32_t>(species));
  if (seat == view.seats().end()) return name;
  const std::string player = seat_name(scene, static_cast<int>(seat->second));
  return arena_t("species.seat", {{"species", name}, {"name", player}});
}

std::string powers_text(std::string_view powers) {
  std::string text;
  for (const char power : powers) text += fmt::format("{}{}", text.empty() ? "" : " ", static_cast<int>(power));
  return text;
}

const v1::ArenaDie& die_on(const v1::ArenaView& view, std::uint32_t square) {
  const auto found = view.board().find(square);
  return found == view.board().end() ? v1::ArenaDie::default_instance() : found->second;
}

}  // namespace wyrmhall::cli
