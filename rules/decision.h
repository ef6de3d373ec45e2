// What a seat decided, as a text of a few bytes: a client that does not know the rules can write it, and a checker that
// knows them understands it: "choice 3", the third of the choices that the seat was offered; or "form 2: 0 1 1", form 2
// filled in with these values.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/form.h"
#include "rules/game.h"
#include "rules/inline_vector.h"
#include "rules/seat.h"

namespace wyrmhall::rules {

namespace detail {

// Takes a number from the front, in decimal without leading zeros.
inline std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || (text.front() == '0' && length > 1)) return std::nullopt;
  text.remove_prefix(length);
  return number;
}

inline bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace detail

// The action that the text means for a seat in this state; nothing where it means none. `state` is what the seat may
// know of it (conceal). What the text means may still be refused by the rules.
template <Game G>
std::optional<typename G::Action> decided(const typename G::State& state, Seat seat, std::string_view text) {
  if (detail::take_word(text, "choice ")) {
    const auto number = detail::take_number(text);
    if (!number || !text.empty()) return std::nullopt;
    typename G::ActionList list;
    if constexpr (FormGame<G>) {
      G::plain_choices(state, seat, list);
    } else {
      G::choices(state, seat, list);
    }
    if (*number == 0 || *number > list.size()) return std::nullopt;
    return list[*number - 1];
  }
  if constexpr (FormGame<G>) {
    if (!detail::take_word(text, "form ")) return std::nullopt;
    const auto number = detail::take_number(text);
    if (!number || !detail::take_word(text, ":")) return std::nullopt;
    InlineVector<std::uint32_t, kMaxFormParts> values;
    while (detail::take_word(text, " ")) {
      const auto value = detail::take_number(text);
      if (!value || values.size() == kMaxFormParts) return std::nullopt;
      values.push_back(*value);
    }
    if (!text.empty()) return std::nullopt;
    return filled_in<G>(state, *number, Filling(values.begin(), values.end()));
  }
  return std::nullopt;
}

}  // namespace wyrmhall::rules
