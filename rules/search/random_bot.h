// A bot that plays at random: any game, no looking ahead.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/dice/fast_dice.h"
#include "rules/form.h"
#include "rules/game.h"

namespace wyrmhall::rules {

// One of the seat's choices; nothing when it has none. Each is equally likely, except in a game with many_fillings
// (rules/form.h): there a form is as likely as a plain choice, and its fillings are equally likely. `concealed` is what
// the seat may know. The same arguments give the same answer. May run at once.
template <Game G>
std::optional<typename G::Action> random_choice(const typename G::State& concealed, Seat seat, std::uint64_t seed) {
  FastDice dice(seed);
  if constexpr (CountedGame<G>) {
    const typename G::Choices choices(concealed, seat);
    if (choices.size() == 0) return std::nullopt;
    return choices[static_cast<std::size_t>(dice.below(choices.size()))];
  } else if constexpr (requires { requires G::many_fillings; }) {
    typename G::ActionList list;
    typename G::FormList forms;
    G::plain_choices(concealed, seat, list);
    G::forms(concealed, seat, forms);
    if (list.empty() && forms.empty()) return std::nullopt;
    const auto drawn = static_cast<std::size_t>(dice.below(list.size() + forms.size()));
    if (drawn < list.size()) return list[drawn];
    const Form& form = forms[drawn - list.size()];
    const auto filling = any_filling(form, dice);
    return filled_in<G>(concealed, form.number, Filling(filling.begin(), filling.end()));
  } else {
    typename G::ActionList list;
    G::choices(concealed, seat, list);
    if (list.empty()) return std::nullopt;
    return list[static_cast<std::size_t>(dice.below(list.size()))];
  }
}

}  // namespace wyrmhall::rules
