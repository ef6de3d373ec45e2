#include "clients/cli/match/listing.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace wyrmhall::cli {

std::vector<ListedLine> listing(const GameText& text, const Scene& scene, const v1::Choices& choices) {
  std::vector<ListedLine> first;
  std::vector<ListedLine> last;
  for (GameText::Row& row : text.rows(scene, choices)) {
    ListedLine line{.text = std::move(row.text), .actions = {}};
    for (int i = row.first; i <= row.last; ++i) line.actions.push_back(choices.choices(i).action());
    const bool comes_last = text.comes_last(choices.choices(row.first).sentence());
    (comes_last ? last : first).push_back(std::move(line));
  }
  std::vector<ListedLine> of_forms;
  for (const v1::Form& form : choices.forms()) {
    for (GameText::FormLine& each : text.form(scene, form)) {
      ListedLine line{.text = std::move(each.text), .actions = {}, .of_form = true};
      if (!each.typed.empty()) {
        auto action = text.typed(scene, choices, each.typed).action;
        if (action) line.actions.push_back(*std::move(action));
      }
      of_forms.push_back(std::move(line));
    }
  }
  std::ranges::move(of_forms, std::back_inserter(first));
  std::ranges::move(last, std::back_inserter(first));
  return first;
}

std::size_t count_numbers(const std::vector<ListedLine>& lines) {
  std::size_t count = 0;
  for (const ListedLine& line : lines) count += line.actions.size();
  return count;
}

std::optional<std::int64_t> typed_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<v1::GameAction> action_of_number(const std::vector<ListedLine>& lines, std::int64_t number) {
  for (const ListedLine& line : lines) {
    const auto count = static_cast<std::int64_t>(line.actions.size());
    if (number >= 1 && number <= count) return line.actions[static_cast<std::size_t>(number - 1)];
    number -= count;
  }
  return std::nullopt;
}

}  // namespace wyrmhall::cli
