#include "clients/model/spelled_out.h"

#include <cstdint>
#include <utility>

#include "clients/model/offered_actions.h"

namespace wyrmhall::clients {
namespace {

// Keeps a hostile server from writing a long list: what a listed form offers beyond this stays a form.
constexpr std::uint64_t kMaxListed = 256;

void add_choices(const v1::Form& form, std::uint64_t count, v1::Choices& choices) {
  Fillings fillings(form);
  for (std::uint64_t i = 0; i < count; ++i) {
    v1::Choice& choice = *choices.add_choices();
    v1::FilledForm& filled = *choice.mutable_action()->mutable_form();
    filled = fillings.at(i);
    *choice.mutable_sentence() = form.sentence();
    for (const std::uint32_t value : filled.values()) {
      choice.mutable_sentence()->add_arguments(static_cast<std::int32_t>(value));
    }
    *choice.mutable_on() = form.on();
    choice.set_group(form.group());
  }
}

void add_members(std::uint32_t set, v1::Sentence& sentence) {
  for (int i = 0; set != 0; ++i, set >>= 1U) {
    if ((set & 1U) != 0) sentence.add_arguments(i);
  }
}

void spell_out(v1::FormPart& part) {
  if (!part.meanings().empty() || part.values_size() > kMaxFormValues) return;
  if (!part.has_meaning() && !part.has_members()) return;
  for (const std::uint32_t value : part.values()) {
    v1::Sentence& sentence = *part.add_meanings();
    if (part.has_meaning()) {
      sentence = part.meaning();
      sentence.add_arguments(static_cast<std::int32_t>(value));
    } else {
      sentence = part.members();
      add_members(value, sentence);
    }
  }
  part.clear_meaning();
  part.clear_members();
}

}  // namespace

v1::Choices spelled_out(v1::Choices choices) {
  google::protobuf::RepeatedPtrField<v1::Form> forms;
  forms.Swap(choices.mutable_forms());
  for (v1::Form& form : forms) {
    const std::uint64_t count = form.listed() ? Fillings(form).count() : 0;
    if (count > 0 && count <= kMaxListed) {
      add_choices(form, count, choices);
      continue;
    }
    for (v1::FormPart& part : *form.mutable_parts()) spell_out(part);
    *choices.add_forms() = std::move(form);
  }
  return choices;
}

}  // namespace wyrmhall::clients
