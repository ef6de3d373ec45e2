// Forms on the wire: what a seat may put together, and what it has filled in. A game without forms (rules/form.h) has
// nothing to do with it.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "rules/form.h"
#include "server/games/place_writer.h"
#include "server/games/refusals.h"
#include "server/wire/frames.h"
#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

namespace pb = wyrmhall::v1;

// What is said of the values of a part: nothing, a sentence for each, or one for all, with the value or the members of
// the set that it is as further arguments.
enum class Meaning : std::uint8_t { itself, each, value, members };

// What the adapter of a game with forms says of them, all static. It may also have
//   place_part(state, seat, form, part, on)       what of the view a part is about
//   say_value(state, seat, form, part, value, to) the Sentence of a part's value: then that of each
//   meaning(form, part)                           how much of that is said; say_values(state, seat, form, part, to)
//                                                 then says what is said once
//   is_listed(form)                               whether it is a list of choices, written short
template <class W>
concept FormWire = rules::FormGame<typename W::Game> &&
                   requires(const typename W::Game::State& state, rules::Seat seat, const rules::Form& form,
                            std::size_t part, MessageWriter& to, PlaceWriter& on) {
                     // Writes the Sentence of a form, and what of the view it is about.
                     W::say_form(state, seat, form, to);
                     W::place_form(state, seat, form, on);
                     // Writes the Sentence of one of its parts.
                     W::say_part(state, seat, form, part, to);
                   };

template <FormWire Wire>
void write_part(const typename Wire::Game::State& state, rules::Seat seat, const rules::Form& form, std::size_t part,
                PlaceWriter& on, MessageWriter& to) {
  const MessageWriter::Nested nested(to, pb::Form::kPartsFieldNumber);
  to.numbers(pb::FormPart::kValuesFieldNumber, form.parts[part]);
  if constexpr (requires { Wire::is_listed(form); }) {
    if (Wire::is_listed(form)) return;
  }
  {
    const MessageWriter::Nested sentence(to, pb::FormPart::kSentenceFieldNumber);
    Wire::say_part(state, seat, form, part, to);
  }
  if constexpr (requires { Wire::place_part(state, seat, form, part, on); }) {
    Wire::place_part(state, seat, form, part, on);
  }
  if constexpr (requires { Wire::meaning(form, part); }) {
    const Meaning meaning = Wire::meaning(form, part);
    if (meaning == Meaning::value || meaning == Meaning::members) {
      const bool sets = meaning == Meaning::members;
      const MessageWriter::Nested all(to, sets ? pb::FormPart::kMembersFieldNumber : pb::FormPart::kMeaningFieldNumber);
      Wire::say_values(state, seat, form, part, to);
    }
    if (meaning != Meaning::each) return;
  }
  if constexpr (requires { Wire::say_value(state, seat, form, part, std::uint8_t{}, to); }) {
    for (const std::uint8_t value : form.parts[part]) {
      const MessageWriter::Nested meaning(to, pb::FormPart::kMeaningsFieldNumber);
      Wire::say_value(state, seat, form, part, value, to);
    }
  }
}

// The forms of Choices.
template <FormWire Wire>
void write_forms(const typename Wire::Game::State& state, rules::Seat seat, PlaceWriter& on, MessageWriter& to) {
  typename Wire::Game::FormList forms;
  Wire::Game::forms(state, seat, forms);
  for (const rules::Form& form : forms) {
    const MessageWriter::Nested nested(to, pb::Choices::kFormsFieldNumber);
    to.nonzero(pb::Form::kNumberFieldNumber, form.number);
    {
      const MessageWriter::Nested sentence(to, pb::Form::kSentenceFieldNumber);
      Wire::say_form(state, seat, form, to);
    }
    Wire::place_form(state, seat, form, on);
    for (std::size_t part = 0; part < form.parts.size(); ++part) write_part<Wire>(state, seat, form, part, on, to);
    if (form.sum_least > 0) to.number(pb::Form::kSumLeastFieldNumber, form.sum_least);
    if (form.sum_most < std::numeric_limits<std::uint32_t>::max()) {
      to.number(pb::Form::kSumMostFieldNumber, form.sum_most);
    }
    to.nonzero(pb::Form::kInterchangeableFieldNumber, form.interchangeable);
    if constexpr (requires { Wire::is_listed(form); }) to.nonzero(pb::Form::kListedFieldNumber, Wire::is_listed(form));
  }
}

// The action that a message means in this state, be it one of the game's own or a filled form; nothing when it is
// neither.
template <class Wire>
std::optional<typename Wire::Game::Action> read_decision(const typename Wire::Game::State& state,
                                                         const pb::GameAction& message) {
  if constexpr (FormWire<Wire>) {
    if (message.has_form()) {
      const pb::FilledForm& form = message.form();
      if (has_own_unknown_fields(message) || has_own_unknown_fields(form)) return std::nullopt;
      return rules::filled_in<typename Wire::Game>(
          state, form.number(), {form.values().data(), static_cast<std::size_t>(form.values_size())});
    }
  }
  return Wire::read_action(message);
}

// Why a filled form is not one that this seat could send.
template <class Wire>
pb::Refusal refuse_filled(const typename Wire::Game::State& state, rules::Seat seat, const pb::FilledForm& filled) {
  if constexpr (FormWire<Wire>) {
    typename Wire::Game::FormList forms;
    Wire::Game::forms(state, seat, forms);
    for (const rules::Form& form : forms) {
      if (form.number != filled.number() || static_cast<int>(form.parts.size()) == filled.values_size()) continue;
      return refuse(pb::REFUSAL_CODE_FIELD_INVALID,
                    fmt::format("form {} has {} parts, not {}", form.number, form.parts.size(), filled.values_size()),
                    "action.form.values");
    }
  }
  return refuse(pb::REFUSAL_CODE_FIELD_INVALID, fmt::format("no form {} is offered to this seat now", filled.number()),
                "action.form.number");
}

}  // namespace wyrmhall::server
