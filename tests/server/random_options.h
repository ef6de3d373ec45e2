// Options of any game, drawn at random by their descriptor, and by their offer where that says all that one can be:
// most sets are refused by the rules.
#pragma once

#include <google/protobuf/message.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "rules/dice/fast_dice.h"
#include "server/games/registry.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::test {

// Adds entries to a list of messages: of each what it must say, its numbers no larger than its place.
inline void add_entries(google::protobuf::Message& message, const google::protobuf::FieldDescriptor& field,
                        rules::FastDice& chance) {
  using google::protobuf::FieldDescriptor;
  const auto entries = static_cast<std::uint32_t>(chance.below(6));
  for (std::uint32_t i = 0; i < entries; ++i) {
    google::protobuf::Message& entry = *message.GetReflection()->AddMessage(&message, &field);
    for (int f = 0; f < field.message_type()->field_count(); ++f) {
      const FieldDescriptor* inner = field.message_type()->field(f);
      if (inner->is_repeated() || inner->has_presence()) continue;
      if (inner->cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
        entry.GetReflection()->SetUInt32(&entry, inner, static_cast<std::uint32_t>(chance.below(i + 1)));
      } else if (const auto* type = inner->enum_type(); type != nullptr) {
        const auto number = static_cast<int>(chance.below(static_cast<std::uint64_t>(type->value_count())));
        entry.GetReflection()->SetEnum(&entry, inner, type->value(number));
      }
    }
  }
}

// Sets each field of the game's options, or leaves it, at random. Lists of numbers are left.
inline v1::GameOptions random_options(const std::string& game, rules::FastDice& chance) {
  using google::protobuf::FieldDescriptor;
  v1::GameOptions options;
  const auto* reflection = options.GetReflection();
  google::protobuf::Message& inner =
      *reflection->MutableMessage(&options, options.GetDescriptor()->FindFieldByName(game));
  for (int i = 0; i < inner.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor* field = inner.GetDescriptor()->field(i);
    if (chance.below(2) == 0) continue;
    if (field->is_repeated()) {
      if (field->message_type() != nullptr) add_entries(inner, *field, chance);
      continue;
    }
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
      const auto* type = field->enum_type();
      const auto number = static_cast<int>(chance.below(static_cast<std::uint64_t>(type->value_count())));
      inner.GetReflection()->SetEnum(&inner, field, type->value(number));
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
      inner.GetReflection()->SetBool(&inner, field, chance.below(2) == 0);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
      const auto& offered = server::find_game(game)->offer().options();
      const auto option = std::ranges::find(offered, field->name(), &v1::OptionOffer::name);
      const bool listed = option != offered.end() && option->values_size() > 0;
      const auto place = chance.below(listed ? static_cast<std::uint64_t>(option->values_size()) : 10);
      const auto number = listed ? option->values(static_cast<int>(place)) : static_cast<std::uint32_t>(place);
      inner.GetReflection()->SetUInt32(&inner, field, number);
    }
  }
  return options;
}

}  // namespace wyrmhall::test
