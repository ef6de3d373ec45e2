// A game that leaves something to its seats: what the lobby needs to know of it, without knowing the game. A seat
// brings a part of the options, such as its force, or wants a side, which is a seat of its own (SetPart).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

// What each seat of a table brings, by their order; null for nothing. If it is empty, no table is known yet.
using SeatParts = std::span<const v1::SeatPart* const>;

class SeatGame {
 public:
  SeatGame() = default;
  SeatGame(const SeatGame&) = delete;
  SeatGame& operator=(const SeatGame&) = delete;
  virtual ~SeatGame() = default;

  // Whether options, as a client gives them, themselves say what a seat would bring.
  [[nodiscard]] virtual bool are_fixed(const v1::GameOptions& options) const = 0;

  // Whether what a seat brings is kept from the others until all are ready.
  [[nodiscard]] virtual bool keeps_secret() const { return false; }

  // Checks what a seat would bring to a table with these complete options beside what the others bring, and completes
  // it in turn: then nothing in it is unknown to this game. On refusal, why. The part is one of this game.
  virtual std::optional<v1::Refusal> complete(const v1::GameOptions& options, SeatParts others, std::uint32_t seat,
                                              v1::SeatPart& part) const = 0;

  // Puts complete parts into complete options. If seats that came at once have brought what does not go together, the
  // first has it: the options are legal afterwards.
  virtual void compose(v1::GameOptions& /*options*/, SeatParts /*parts*/) const {}

  // The seat with the side that the bringer of this part wants; nothing if it wants none, or if there is but one seat.
  [[nodiscard]] virtual std::optional<std::uint32_t> wanted_seat(const v1::GameOptions& /*options*/,
                                                                 const v1::SeatPart& /*part*/) const {
    return std::nullopt;
  }

  // Removes from complete options what they have for seats that bring nothing, if that is what everybody has who says
  // nothing: so it can follow other options, such as the size of a force, until the options are completed again.
  virtual void leave_out_usual(v1::GameOptions& /*options*/) const {}

  // For a rematch, in which the two players of a match sit the other way round: each keeps what it brought. Sides are
  // not kept: those change with the seat.
  virtual void turn(v1::GameOptions& /*options*/) const {}
};

}  // namespace wyrmhall::server
