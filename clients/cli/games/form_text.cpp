#include "clients/cli/games/form_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <optional>

#include "clients/cli/messages.h"

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kBetweenValues = " ,\t";

// "1 to 6", "0 or 3", "0 (stays), 3 (dies)".
std::string values_text(const v1::FormPart& part, const std::function<std::string(const v1::Sentence&)>& say) {
  const auto& values = part.values();
  if (part.meanings_size() == values.size()) {
    std::vector<std::string> each;
    each.reserve(static_cast<std::size_t>(values.size()));
    for (int i = 0; i < values.size(); ++i) each.push_back(fmt::format("{} ({})", values[i], say(part.meanings(i))));
    return fmt::format("{}", fmt::join(each, ", "));
  }
  const bool is_range = values.size() > 2 && *values.rbegin() - *values.begin() + 1 == std::uint32_t(values.size());
  if (is_range) return t("form.range", {{"n", *values.begin()}, {"m", *values.rbegin()}});
  return values.size() == 2 ? t("form.or", {{"n", values[0]}, {"m", values[1]}})
                            : fmt::format("{}", fmt::join(values, ", "));
}

// "28", "at least 3", "3 to 5"; empty where no sum is asked for.
std::string sum_text(const v1::Form& form) {
  if (form.has_sum_least() && form.has_sum_most()) {
    if (form.sum_least() == form.sum_most()) return std::to_string(form.sum_most());
    return t("form.range", {{"n", form.sum_least()}, {"m", form.sum_most()}});
  }
  if (form.has_sum_least()) return t("form.atLeast", {{"n", form.sum_least()}});
  return form.has_sum_most() ? t("form.atMost", {{"n", form.sum_most()}}) : "";
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
  Arguments values = {{"what", say(form.sentence())}, {"n", form.parts_size()}, {"sum", sum}};
  if (form.interchangeable() && form.parts_size() > 0) {
    values.emplace_back("values", values_text(form.parts(0), say));
    return {t(sum.empty() ? "form.any" : "form.any.sum", values)};
  }
  std::vector<std::string> lines = {t(sum.empty() ? "form.each" : "form.each.sum", values)};
  for (const v1::FormPart& part : form.parts()) {
    lines.push_back("    " + labelled(say(part.sentence()), values_text(part, say)));
  }
  return lines;
}

GameText::Typed filled_form(const v1::Form& form, const std::vector<std::uint32_t>& values) {
  if (static_cast<int>(values.size()) != form.parts_size()) {
    return {.complaint = t("form.count", {{"n", form.parts_size()}, {"m", values.size()}})};
  }
  for (int i = 0; i < form.parts_size(); ++i) {
    const auto& allowed = form.parts(i).values();
    const std::uint32_t value = values[static_cast<std::size_t>(i)];
    if (std::ranges::find(allowed, value) != allowed.end()) continue;
    const std::string valid = values_text(form.parts(i), [](const v1::Sentence&) { return std::string(); });
    return {.complaint = t("form.value", {{"n", value}, {"m", i + 1}, {"values", valid}})};
  }
  const auto sum = std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  if ((form.has_sum_least() && sum < form.sum_least()) || (form.has_sum_most() && sum > form.sum_most())) {
    return {.complaint = t("form.wrongSum", {{"n", sum}, {"sum", sum_text(form)}})};
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
  const auto values = numbers_in(line);
  if (!values || values->empty()) return {};
  // Several values without a number are for the one form that has as many parts.
  if (colon == std::string_view::npos && form < 0 && values->size() > 1) {
    for (int i = 0; i < choices.forms_size(); ++i) {
      if (choices.forms(i).parts_size() != static_cast<int>(values->size())) continue;
      if (form >= 0) return {};
      form = i;
    }
  }
  if (form < 0 || form >= choices.forms_size()) return {};
  return filled_form(choices.forms(form), *values);
}

}  // namespace wyrmhall::cli
