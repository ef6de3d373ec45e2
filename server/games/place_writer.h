// What in the view a choice is about, whether it may be taken or not, or what a form is about: the interface shows it
// there.
#pragma once

#include <cstdint>
#include <optional>

#include "server/wire/message_writer.h"
#include "wyrmhall/v1/game.pb.h"

namespace wyrmhall::server {

class PlaceWriter {
 public:
  // `to` is where Choice, Unavailable, Form and FormPart are written, which have the same fields for this.
  explicit PlaceWriter(MessageWriter& to) : to_(to) {}

  // An entry of a field of the game's view; or, where that is bytes, one of them.
  void thing(int field, std::uint32_t entry, std::optional<std::uint32_t> place = {}) {
    const MessageWriter::Nested thing(to_, v1::Choice::kOnFieldNumber);
    const MessageWriter::Packed path(to_, v1::Thing::kPathFieldNumber);
    path.add(static_cast<std::uint32_t>(field));
    path.add(entry);
    if (place) path.add(*place);
  }
  // Choices of one group are shown together.
  void group(std::uint32_t number) { to_.nonzero(v1::Choice::kGroupFieldNumber, number); }

 private:
  static_assert(static_cast<int>(v1::Choice::kOnFieldNumber) == v1::Unavailable::kOnFieldNumber);
  static_assert(static_cast<int>(v1::Choice::kOnFieldNumber) == v1::Form::kOnFieldNumber);
  static_assert(static_cast<int>(v1::Choice::kOnFieldNumber) == v1::FormPart::kOnFieldNumber);
  static_assert(static_cast<int>(v1::Choice::kGroupFieldNumber) == v1::Unavailable::kGroupFieldNumber);
  static_assert(static_cast<int>(v1::Choice::kGroupFieldNumber) == v1::Form::kGroupFieldNumber);

  MessageWriter& to_;
};

}  // namespace wyrmhall::server
