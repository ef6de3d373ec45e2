// The forms of Dice & Dragons: their parts by what they are called, and the values by what they mean.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "clients/cli/games/hunt/names.h"

namespace wyrmhall::cli {

// The index of such a part of the form; the number of its parts, or null, if it has none.
inline int place_of_part(const v1::Form& form, v1::HuntPhrase phrase) {
  int at = 0;
  while (at < form.parts_size() && form.parts(at).sentence().hunt() != phrase) ++at;
  return at;
}
inline const v1::FormPart* part_called(const v1::Form& form, v1::HuntPhrase phrase) {
  const int at = place_of_part(form, phrase);
  return at < form.parts_size() ? &form.parts(at) : nullptr;
}

// The value of a part with a meaning that is looked for; nothing where none has.
template <class IsMeant>
std::optional<std::uint32_t> value_meaning(const v1::FormPart& part, const IsMeant& is_meant) {
  for (int i = 0; i < std::min(part.values_size(), part.meanings_size()); ++i) {
    if (is_meant(part.meanings(i))) return part.values(i);
  }
  return std::nullopt;
}

// The slots of the items that one way to activate a skill takes.
inline std::vector<std::uint32_t> item_slots_of(const v1::Form& way) {
  std::vector<std::uint32_t> slots;
  const v1::FormPart* part = part_called(way, v1::HUNT_PHRASE_PART_DICE);
  if (part == nullptr || part->values().empty()) return slots;
  for (std::uint32_t slot = 0, left = part->values(0) >> kHuntDice; left != 0; ++slot, left >>= 1U) {
    if ((left & 1U) != 0) slots.push_back(slot);
  }
  return slots;
}

// The items themselves, ascending.
inline std::vector<v1::HuntItem> items_of(const v1::HuntView& view, std::uint32_t hero, const v1::Form& way) {
  std::vector<v1::HuntItem> items;
  for (const std::uint32_t slot : item_slots_of(way)) items.push_back(item_in_slot(view, hero, slot));
  std::ranges::sort(items);
  return items;
}

// A form of a skill as one form for each set of items that it can take, first the one without any.
inline std::vector<v1::Form> ways_of(const v1::Form& form) {
  std::vector<v1::Form> ways;
  const int at = place_of_part(form, v1::HUNT_PHRASE_PART_DICE);
  if (at == form.parts_size()) return ways;
  const v1::FormPart& all = form.parts(at);
  std::vector<std::uint32_t> item_sets;
  item_sets.reserve(static_cast<std::size_t>(all.values_size()));
  for (const std::uint32_t value : all.values()) item_sets.push_back(value >> kHuntDice);
  std::ranges::sort(item_sets);
  const auto repeated = std::ranges::unique(item_sets);
  item_sets.erase(repeated.begin(), repeated.end());
  ways.reserve(item_sets.size());
  for (const std::uint32_t items : item_sets) {
    v1::FormPart& part = *ways.emplace_back(form).mutable_parts(at);
    part.clear_values();
    part.clear_meanings();
    for (int i = 0; i < all.values_size(); ++i) {
      if (all.values(i) >> kHuntDice != items) continue;
      part.add_values(all.values(i));
      if (i < all.meanings_size()) *part.add_meanings() = all.meanings(i);
    }
  }
  return ways;
}

}  // namespace wyrmhall::cli
