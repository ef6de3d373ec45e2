// A stored match as bytes, for the fuzzer: the fields of its row one after the other, then its moves as the database
// has them. Any bytes are a row; the moves must be what the codec wrote.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "persistence/matches.h"
#include "persistence/sql/move_codec.h"

namespace wyrmhall::fuzz {

inline constexpr std::size_t kMaxSeats = 12;

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  // The next `size` bytes, zeros after the end.
  std::string take(std::size_t size) {
    std::string taken(bytes_.substr(0, size));
    bytes_.remove_prefix(taken.size());
    taken.resize(size);
    return taken;
  }
  // As many as a byte before them says.
  std::string text() {
    const std::size_t size = byte();
    return take(std::min(size, bytes_.size()));
  }
  [[nodiscard]] std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

// Absent moves: none that the codec would have written.
struct StoredBytes {
  persistence::StoredMatch match;
  bool has_moves = false;
};

inline StoredBytes read_stored(std::string_view bytes) {
  Bytes in(bytes);
  StoredBytes read;
  persistence::MatchRow& row = read.match.row;
  row.id = MatchId({7});
  row.game = in.text();
  row.rules_version = in.byte();
  row.turn_seconds = in.byte();
  row.started_at = from_unix_micros(1'750'000'000'000'000);
  row.server_seed.fill(in.byte());
  row.options = in.text();
  const std::size_t seats = in.byte() % (kMaxSeats + 1);
  for (std::size_t i = 0; i < seats; ++i) {
    persistence::SeatRow seat;
    if (const std::uint8_t account = in.byte(); account != 0) seat.account = AccountId({account});
    seat.name = in.text();
    seat.commitment = in.text();
    seat.x0 = in.text();
    row.seats.push_back(std::move(seat));
  }
  if (auto moves = persistence::sql::decode(in.rest())) {
    read.match.moves = *std::move(moves);
    read.has_moves = true;
  }
  return read;
}

// Only what read_stored() gives back: the seed is one byte over and over, an account is one byte and zeros.
inline std::string write_stored(const persistence::StoredMatch& match) {
  std::string out;
  const auto text = [&](std::string_view value) {
    out.push_back(static_cast<char>(value.size()));
    out += value;
  };
  text(match.row.game);
  out.push_back(static_cast<char>(match.row.rules_version));
  out.push_back(static_cast<char>(match.row.turn_seconds));
  out.push_back(static_cast<char>(match.row.server_seed[0]));
  text(match.row.options);
  out.push_back(static_cast<char>(match.row.seats.size()));
  for (const persistence::SeatRow& seat : match.row.seats) {
    out.push_back(static_cast<char>(seat.account ? seat.account->bytes()[0] : 0));
    text(seat.name);
    text(seat.commitment);
    text(seat.x0);
  }
  for (const persistence::Move& move : match.moves) persistence::sql::encode(move, out);
  return out;
}

}  // namespace wyrmhall::fuzz
