#include "clients/cli/form_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <optional>

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kBetweenValues = " ,\t";

// "1 to 6", "0 or 3", "0 (stays), 3 (dies)".
std::string values_text(const v1::FormPart& part, const std::function<std::string(const v1::Sentence&)>& say) {
  const auto& values = part.values();
  if (part.meanings_size() == values.size()) {
    std::vector<std::string> each;
    for (int i = 0; i < values.size(); ++i) each.push_back(fmt::format("{} ({})", values[i], say(part.meanings(i))));
    return fmt::format("{}", fmt::join(each, ", "));
  }
  const bool is_range = values.size() > 2 && *values.rbegin() - *values.begin() + 1 == std::uint32_t(values.size());
  if (is_range) return fmt::format("{} to {}", *values.begin(), *values.rbegin());
  return values.size() == 2 ? fmt::format("{} or {}", values[0], values[1])
                            : fmt::format("{}", fmt::join(values, ", "));
}

// "28", "at least 3", "3 to 5"; empty where no sum is asked for.
std::string sum_text(const v1::Form& form) {
  if (form.has_sum_least() && form.has_sum_most()) {
    if (form.sum_least() == form.sum_most()) return fmt::format("{}", form.sum_most());
    return fmt::format("{} to {}", form.sum_least(), form.sum_most());
  }
  if (form.has_sum_least()) return fmt::format("at least {}", form.sum_least());
  return form.has_sum_most() ? fmt::format("at most {}", form.sum_most()) : "";
}

// Numbers with blanks or commas between them; nothing where there is anything else.
std::optional<std::vector<std::uint32_t>> numbers_in(std::string_view line) {
  std::vector<std::uint32_t> numbers;
  while (true) {
    const auto begin = line.find_first_not_of(kBetweenValues);
    if (begin == std::string_view::npos) return numbers;
    line.remove_prefix(begin);
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), numbers.emplace_back());
    const auto length = static_cast<std::size_t>(end - line.data());
    if (error != std::errc() || (length < line.size() && !kBetweenValues.contains(line[length]))) return std::nullopt;
    line.remove_prefix(length);
  }
}

}  // namespace

std::vector<std::string> form_text(const v1::Form& form, const std::function<std::string(const v1::Sentence&)>& say) {
  const std::string sum = sum_text(form);
  const std::string adds_up = sum.empty() ? "" : fmt::format(" that add up to {}", sum);
  if (form.interchangeable() && form.parts_size() > 0) {
    return {fmt::format("{}: {} values{}, each {}, in any order", say(form.sentence()), form.parts_size(), adds_up,
                        values_text(form.parts(0), say))};
  }
  std::vector<std::string> lines = {
      fmt::format("{}: {} values{}, one for each of these", say(form.sentence()), form.parts_size(), adds_up)};
  for (const v1::FormPart& part : form.parts()) {
    lines.push_back(fmt::format("    {}: {}", say(part.sentence()), values_text(part, say)));
  }
  return lines;
}

GameText::Typed filled_form(const v1::Form& form, const std::vector<std::uint32_t>& values) {
  if (static_cast<int>(values.size()) != form.parts_size()) {
    return {.complaint = fmt::format("{} values are needed, not {}.", form.parts_size(), values.size())};
  }
  for (int i = 0; i < form.parts_size(); ++i) {
    const auto& allowed = form.parts(i).values();
    const std::uint32_t value = values[static_cast<std::size_t>(i)];
    if (std::ranges::find(allowed, value) != allowed.end()) continue;
    return {.complaint = fmt::format("{} cannot be value {}: that is {}.", value, i + 1,
                                     values_text(form.parts(i), [](const v1::Sentence&) { return std::string(); }))};
  }
  const auto sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  if ((form.has_sum_least() && sum < form.sum_least()) || (form.has_sum_most() && sum > form.sum_most())) {
    return {.complaint = fmt::format("These add up to {}; they must come to {}.", sum, sum_text(form))};
  }
  GameText::Typed typed{.action = v1::GameAction()};
  v1::FilledForm& filled = *typed.action->mutable_form();
  filled.set_number(form.number());
  filled.mutable_values()->Add(values.begin(), values.end());
  return typed;
}

GameText::Typed typed_form(const v1::Choices& choices, std::string_view line) {
  if (choices.forms().empty()) return {};
  const auto colon = line.find(':');
  int form = choices.choices().empty() && choices.forms_size() == 1 ? 0 : -1;
  if (colon != std::string_view::npos) {
    const auto number = numbers_in(line.substr(0, colon));
    if (!number || number->size() != 1) return {};
    form = static_cast<int>(std::min(number->front(), 1U << 20U)) - choices.choices_size() - 1;
    line.remove_prefix(colon + 1);
  }
  if (form < 0 || form >= choices.forms_size()) return {};
  const auto values = numbers_in(line);
  if (!values || values->empty()) return {};
  return filled_form(choices.forms(form), *values);
}

}  // namespace wyrmhall::cli
