#include "tests/load/update_bytes.h"

#include "wyrmhall/v1/match.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::load {
namespace {

using Bytes = std::span<const std::uint8_t>;

// One field of an encoded message.
struct Field {
  int number = 0;
  // With the tag and, where there is one, the length.
  std::size_t whole = 0;
  // The content of a length-delimited field; empty for others.
  Bytes content;
};

std::optional<std::uint64_t> take_varint(Bytes& rest) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !rest.empty(); shift += 7) {
    const std::uint8_t byte = rest.front();
    rest = rest.subspan(1);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

std::optional<Field> take_field(Bytes& rest) {
  const std::size_t before = rest.size();
  const auto tag = take_varint(rest);
  if (!tag) return std::nullopt;
  Field field;
  field.number = static_cast<int>(*tag >> 3);
  std::size_t skipped = 0;
  switch (*tag & 7) {
    case 0:  // varint
      if (!take_varint(rest)) return std::nullopt;
      break;
    case 1:  // 64 bits
      skipped = 8;
      break;
    case 2: {  // length-delimited
      const auto length = take_varint(rest);
      if (!length || *length > rest.size()) return std::nullopt;
      skipped = *length;
      field.content = rest.first(skipped);
      break;
    }
    case 5:  // 32 bits
      skipped = 4;
      break;
    default:
      return std::nullopt;
  }
  if (skipped > rest.size()) return std::nullopt;
  rest = rest.subspan(skipped);
  field.whole = before - rest.size();
  return field;
}

}  // namespace

std::optional<UpdateBytes> weigh_update(Bytes message) {
  UpdateBytes bytes;
  bytes.message = message.size();
  Bytes update;
  while (!message.empty()) {
    const auto field = take_field(message);
    if (!field) return std::nullopt;
    if (field->number == v1::ServerMessage::kUpdateFieldNumber) update = field->content;
  }
  if (update.empty()) return std::nullopt;
  while (!update.empty()) {
    const auto field = take_field(update);
    if (!field) return std::nullopt;
    if (field->number == v1::MatchUpdate::kDiffFieldNumber) bytes.diff += field->whole;
    if (field->number == v1::MatchUpdate::kEventsFieldNumber) bytes.events += field->whole;
    if (field->number == v1::MatchUpdate::kChoicesFieldNumber) bytes.choices += field->whole;
  }
  return bytes;
}

}  // namespace wyrmhall::load
