// The forms of Dice & Dragons: their parts by what they are called, and the values by what they mean.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "clients/cli/games/hunt/names.h"

namespace wyrmhall::cli {

// Null where a form has no such part.
inline const v1::FormPart* part_called(const v1::Form& form, v1::HuntPhrase phrase) {
  for (const v1::FormPart& part : form.parts()) {
    if (part.sentence().hunt() == phrase) return &part;
  }
  return nullptr;
}

// The value of a part with a meaning that is looked for; nothing where none has.
template <class IsMeant>
std::optional<std::uint32_t> value_meaning(const v1::FormPart& part, const IsMeant& is_meant) {
  for (int i = 0; i < std::min(part.values_size(), part.meanings_size()); ++i) {
    if (is_meant(part.meanings(i))) return part.values(i);
  }
  return std::nullopt;
}

// The items that go into the activation of a skill, ascending: things that its form is about.
inline std::vector<v1::HuntItem> items_of(const v1::Form& form) {
  std::vector<v1::HuntItem> items;
  for (const v1::Thing& thing : form.on()) {
    if (thing.path_size() != 2 || thing.path(0) != v1::HuntView::kItemsFieldNumber) continue;
    items.push_back(static_cast<v1::HuntItem>(thing.path(1)));
  }
  std::ranges::sort(items);
  return items;
}

}  // namespace wyrmhall::cli
