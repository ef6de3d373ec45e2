// What a person types in Dragons Arena instead of the number of a choice: "b2xc3", "b2=4", "5@c2", "1+6", eight powers.
#include <algorithm>
#include <cctype>

#include "clients/cli/games/arena/names.h"
#include "clients/cli/games/arena/text.h"
#include "clients/cli/games/form_text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kPowers = 8;  // of an allocation

std::string without_blanks(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c != ' ' && c != ',') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

bool is_power(char c) {
  return c >= '1' && c <= '9';
}

std::uint32_t power_of(char c) {
  return static_cast<std::uint32_t>(c - '0');
}

std::optional<v1::ArenaAction> two_squares(const std::string& text) {
  const auto one = square_of(text.substr(0, 2));
  const auto other = square_of(text.substr(3));
  if (!one || !other) return std::nullopt;
  v1::ArenaAction action;
  if (text[2] == 'x') {
    action.mutable_eliminate()->set_from(*one);
    action.mutable_eliminate()->set_to(*other);
  } else if (text[2] == '>') {
    action.mutable_trigger()->set_target(*one);
    action.mutable_trigger()->set_to(*other);
  } else {
    return std::nullopt;
  }
  return action;
}

// The action that the text means, whether it is offered or not.
std::optional<v1::ArenaAction> action_of(const std::string& text) {
  v1::ArenaAction action;
  const auto square_at = [&](std::size_t i) {
    return text.size() >= i + 2 ? square_of(text.substr(i, 2)) : std::nullopt;
  };
  if (text.size() == 5) return two_squares(text);
  if (text.size() == 4 && text[2] == '=' && square_at(0) && is_power(text[3])) {
    action.mutable_modify()->set_square(*square_at(0));
    action.mutable_modify()->set_power(power_of(text[3]));
    return action;
  }
  if (text.size() == 4 && text[1] == '@' && square_at(2) && is_power(text[0])) {
    action.mutable_place()->set_power(power_of(text[0]));
    action.mutable_place()->set_square(*square_at(2));
    return action;
  }
  if (text.size() == 3 && text[2] == '!' && square_at(0)) {
    action.mutable_trigger()->set_target(*square_at(0));
    return action;
  }
  if (text.size() == 3 && text[1] == '+' && is_power(text[0]) && is_power(text[2])) {
    action.set_pair(std::min(power_of(text[0]), power_of(text[2])));
    return action;
  }
  return std::nullopt;
}

// The squares that an action names, as the things of choices name them.
std::vector<std::uint32_t> squares_of(const v1::ArenaAction& action) {
  switch (action.action_case()) {
    case v1::ArenaAction::kEliminate:
      return {action.eliminate().from(), action.eliminate().to()};
    case v1::ArenaAction::kModify:
      return {action.modify().square()};
    default:
      return {};
  }
}

// Why it is not offered, if the server has said so.
std::string why_not(const GameText& text, const Scene& scene, const v1::Choices& choices,
                    const v1::ArenaAction& action) {
  const std::vector<std::uint32_t> squares = squares_of(action);
  for (const v1::Unavailable& unavailable : choices.unavailable()) {
    const auto on_it = [](const v1::Thing& thing, std::uint32_t square) {
      return thing.path_size() == 2 && thing.path(1) == square;
    };
    if (squares.empty() || !std::ranges::equal(unavailable.on(), squares, on_it)) continue;
    const std::string rule = unavailable.rule().empty() ? "" : " (" + unavailable.rule() + ")";
    return text.reason(scene, unavailable.reason()) + rule;
  }
  return t("choice.none");
}

}  // namespace

GameText::Typed ArenaText::typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const {
  const std::string text = without_blanks(line);
  if (choices.forms_size() == 1 && text.size() == kPowers && std::ranges::all_of(text, is_power)) {
    std::vector<std::uint32_t> powers;
    for (const char c : text) powers.push_back(power_of(c));
    return filled_form(choices.forms(0), powers);
  }
  const auto action = action_of(text);
  if (!action) return {};
  const std::string wanted = action->SerializeAsString();
  for (const v1::Choice& choice : choices.choices()) {
    if (choice.action().arena().SerializeAsString() == wanted) return {.action = choice.action()};
  }
  return {.complaint = why_not(*this, scene, choices, *action)};
}

}  // namespace wyrmhall::cli
