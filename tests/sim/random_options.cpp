#include "tests/sim/random_options.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <cstdint>

#include "server/games/registry.h"

namespace wyrmhall::sim {
namespace {

namespace pb = wyrmhall::v1;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr int kTries = 60;
constexpr int kMaxEntries = 4;  // of a list of messages

// Sets a field to anything small, as its type allows. Lists of numbers are left to the game's defaults.
void draw_field(Rng& rng, Message& options, const FieldDescriptor& field) {
  const auto& reflection = *options.GetReflection();
  const auto number = rng.between(0, 9);
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_ENUM:
      reflection.SetEnumValue(
          &options, &field,
          field.enum_type()
              ->value(static_cast<int>(rng.below(static_cast<std::uint64_t>(field.enum_type()->value_count()))))
              ->number());
      break;
    case FieldDescriptor::CPPTYPE_BOOL:
      reflection.SetBool(&options, &field, rng.chance(0.5));
      break;
    case FieldDescriptor::CPPTYPE_UINT32:
      reflection.SetUInt32(&options, &field, static_cast<std::uint32_t>(number));
      break;
    case FieldDescriptor::CPPTYPE_INT32:
      reflection.SetInt32(&options, &field, static_cast<std::int32_t>(number));
      break;
    default:
      break;
  }
}

// Draws the entries of a list: what each must say, seldom what it may, and the entries of lists in them. The numbers
// of an entry are no larger than its place, and neither are seats in a list of who sits where.
void draw_entries(Rng& rng, Message& options, const FieldDescriptor& field) {
  const int entries = static_cast<int>(rng.between(1, kMaxEntries));
  for (int i = 0; i < entries; ++i) {
    Message& entry = *options.GetReflection()->AddMessage(&options, &field);
    for (int f = 0; f < field.message_type()->field_count(); ++f) {
      const FieldDescriptor& inner = *field.message_type()->field(f);
      if (inner.is_repeated()) {
        if (inner.message_type() != nullptr) draw_entries(rng, entry, inner);
        continue;
      }
      if (inner.has_presence() && !rng.chance(0.05)) continue;
      draw_field(rng, entry, inner);
      if (inner.has_presence() || inner.cpp_type() != FieldDescriptor::CPPTYPE_UINT32) continue;
      entry.GetReflection()->SetUInt32(&entry, &inner, static_cast<std::uint32_t>(rng.between(0, i)));
    }
  }
}

// If a number can have only some values, nearly always one of these.
void draw_offered(Rng& rng, Message& options, const FieldDescriptor& field, const pb::GameOffer& offer) {
  const auto option = std::ranges::find(offer.options(), field.name(), &pb::OptionOffer::name);
  if (option == offer.options().end() || option->values().empty() || rng.chance(0.1)) return;
  const auto place = rng.below(static_cast<std::uint64_t>(option->values_size()));
  options.GetReflection()->SetUInt32(&options, &field, option->values(static_cast<int>(place)));
}

}  // namespace

pb::GameOptions draw_options(Rng& rng) {
  const auto games = server::all_games();
  const server::GameKind& kind = *games[rng.below(games.size())];
  const FieldDescriptor& chosen = *pb::GameOptions::descriptor()->FindFieldByName(kind.offer().game());
  pb::GameOptions options;
  for (int i = 0; i < kTries; ++i) {
    options.Clear();
    Message& message = *options.GetReflection()->MutableMessage(&options, &chosen);
    // Often the defaults, so that clients who look for a table find each other's.
    if (i + 1 < kTries && !rng.chance(0.3)) {
      for (int f = 0; f < message.GetDescriptor()->field_count(); ++f) {
        const FieldDescriptor& field = *message.GetDescriptor()->field(f);
        const double often = field.enum_type() != nullptr ? 0.8 : 0.25;
        if (!field.is_repeated() && rng.chance(often)) {
          draw_field(rng, message, field);
          draw_offered(rng, message, field, kind.offer());
        }
        if (field.is_repeated() && field.message_type() != nullptr && rng.chance(0.7))
          draw_entries(rng, message, field);
      }
    }
    pb::GameOptions completed = options;
    if (!kind.complete(completed)) return options;
  }
  return options;
}

}  // namespace wyrmhall::sim
