// What a MatchUpdate's parts weigh on the wire, tags and lengths included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace wyrmhall::load {

struct UpdateBytes {
  // The whole WebSocket payload: the ServerMessage.
  std::size_t message = 0;
  // The fields of the MatchUpdate in it.
  std::size_t diff = 0;
  std::size_t events = 0;
  std::size_t choices = 0;
};

// Walks the encoded ServerMessage. Nothing when it is no well-formed message with an update in it.
std::optional<UpdateBytes> weigh_update(std::span<const std::uint8_t> message);

}  // namespace wyrmhall::load
