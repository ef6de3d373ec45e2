#include "clients/cli/games/dance/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::uint32_t kWholeDamage = 255;  // what a card takes off that lets nothing through

std::string role_key(std::int64_t seat) {
  return seat == 0 ? "side.0" : "side.1";
}

// What the viewer's die in a slot shows; its place where that is not known.
std::int64_t value_in_slot(const Scene& scene, std::int32_t slot) {
  if (scene.seat < 0 || slot < 0) return slot + 1;
  const std::string& dice = found_in(scene.view.dance().dice(), static_cast<std::uint32_t>(scene.seat));
  const std::uint32_t value = byte_at(dice, static_cast<std::size_t>(slot));
  return value == 0 ? slot + 1 : value;
}

std::string enumerator_text(const std::string& name) {
  return has_message("dance", name) ? dance_t(name) : name;
}

}  // namespace

std::string dance_t(std::string_view key, const Arguments& arguments) {
  return t("dance", key, arguments);
}

std::string dance_sentence(const Scene& scene, const v1::Sentence& sentence) {
  const SentenceArguments arguments(sentence);
  const bool no_die = sentence.dance() == v1::DANCE_PHRASE_FOLLOW_UP && arguments[1] < 0;
  const std::string key = v1::DancePhrase_Name(sentence.dance()) + (no_die ? ".none" : "");
  if (!has_message("dance", key)) return line_text(sentence);
  Arguments values = values_of(scene, arguments, *v1::DanceOptions::descriptor());
  for (int i = 0; i < SentenceArguments::kMax; ++i) {
    values.emplace_back(fmt::format("card{}", i), card_name(arguments[i]));
    values.emplace_back(fmt::format("slot{}", i), arguments[i] + 1);
    values.emplace_back(fmt::format("die{}", i), value_in_slot(scene, arguments[i]));
    values.emplace_back(fmt::format("range{}", i), enumerator_text(v1::DanceRange_Name(arguments[i])));
    values.emplace_back(fmt::format("phase{}", i), enumerator_text(v1::DancePhase_Name(arguments[i])));
  }
  return dance_t(key, values);
}

std::string role_name(const Scene& scene, std::int64_t seat) {
  return scene.paint(seat == 0 ? Tint::kIce : Tint::kFire, dance_t(role_key(seat)));
}

std::string role_and_player(const Scene& scene, std::int64_t seat) {
  const std::string player = seat_name(scene, static_cast<int>(seat));
  return dance_t("side.seat", {{"side", role_name(scene, seat)}, {"name", player}});
}

std::string role_at_start(std::int64_t seat) {
  return dance_t(role_key(seat) + ".the");
}

std::string card_name(std::int64_t card) {
  const std::string key = fmt::format("card.{}", card);
  return has_message("dance", key) ? dance_t(key) : dance_t("card.none");
}

std::string card_word(std::int64_t card) {
  return dance_t(fmt::format("card.{}.word", card));
}

const v1::DanceCard& rules_of_card(const v1::DanceView& view, std::int64_t card) {
  return found_in(view.cards(), static_cast<std::uint32_t>(card));
}

std::string_view table_of(const v1::DanceView& view, std::int64_t card) {
  const v1::DanceCard& rules = rules_of_card(view, card);
  const std::string_view table = rules.damage().empty() ? rules.protect() : rules.damage();
  const bool is_flat = std::ranges::all_of(table, [&](char value) { return value == table.front(); });
  return is_flat ? std::string_view() : table;
}

std::vector<std::string> effects_of(const v1::DanceView& view, std::int64_t card, std::uint32_t column) {
  const v1::DanceCard& rules = rules_of_card(view, card);
  std::vector<std::string> effects;
  if (!rules.damage().empty()) effects.push_back(dance_t("does.damage", {{"n", byte_at(rules.damage(), column)}}));
  if (!rules.protect().empty()) {
    const std::uint32_t held = byte_at(rules.protect(), column);
    effects.push_back(held == kWholeDamage ? dance_t("does.protect.all") : dance_t("does.protect", {{"n", held}}));
  }
  if (rules.movement() == v1::DANCE_MOVEMENT_REDUCE) effects.push_back(dance_t("does.reduce"));
  if (rules.movement() == v1::DANCE_MOVEMENT_INCREASE) effects.push_back(dance_t("does.increase"));
  if (rules.kind() == v1::DANCE_CARD_KIND_RECOVER) effects.push_back(dance_t("does.recover"));
  if (rules.combo()) effects.push_back(dance_t("does.combo"));
  return effects;
}

}  // namespace wyrmhall::cli
