#include "tests/sim/ways_of_playing.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

namespace wyrmhall::sim {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using wyrmhall::v1::GameOptions;

// Dragon Dice has many terrains, and the rules hardly ask which one it is: they are no ways of playing of their own.
constexpr int kMaxWays = 12;

const FieldDescriptor* first_enumeration(const Descriptor& options) {
  for (int i = 0; i < options.field_count(); ++i) {
    const FieldDescriptor* field = options.field(i);
    if (field->enum_type() == nullptr || field->is_repeated()) continue;
    if (field->enum_type()->value_count() <= kMaxWays) return field;
  }
  return nullptr;
}

}  // namespace

std::string way_of_playing(const GameOptions& options) {
  const FieldDescriptor* game = GameOptions::descriptor()->FindFieldByNumber(options.game_case());
  if (game == nullptr) return "nothing";
  const FieldDescriptor* way = first_enumeration(*game->message_type());
  if (way == nullptr) return game->name();
  const auto& chosen = options.GetReflection()->GetMessage(options, game);
  return game->name() + " " + chosen.GetReflection()->GetEnum(chosen, way)->name();
}

std::vector<std::string> ways_of_playing(const std::string& game) {
  const FieldDescriptor* field = GameOptions::descriptor()->FindFieldByName(game);
  const FieldDescriptor* way = first_enumeration(*field->message_type());
  if (way == nullptr) return {game};
  std::vector<std::string> all;
  for (int i = 0; i < way->enum_type()->value_count(); ++i) {
    // The value 0 is never sent: what is absent has its default, which is another.
    if (way->enum_type()->value(i)->number() == 0) continue;
    all.push_back(game + " " + way->enum_type()->value(i)->name());
  }
  return all;
}

}  // namespace wyrmhall::sim
