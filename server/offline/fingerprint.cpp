#include "server/offline/fingerprint.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>

#include "common/hex.h"
#include "rules/dice/sha256.h"
#include "server/games/registry.h"

namespace wyrmhall::server {
namespace {

// Maps have no order of their own, so protobuf is asked for the same bytes each time.
void append(const google::protobuf::Message& message, std::string& to) {
  google::protobuf::io::StringOutputStream stream(&to);
  google::protobuf::io::CodedOutputStream out(&stream);
  out.SetSerializationDeterministic(true);
  message.SerializeToCodedStream(&out);
}

class Chain {
 public:
  // Adds how the game stands now, and what led to it, as each viewer is shown it.
  void add(const RunningGame& game, std::size_t seats) {
    std::string bytes(hash_.begin(), hash_.end());
    const auto look = [&](rules::Viewer viewer) { append(snapshot_of(game, viewer), bytes); };
    append(events_of(game), bytes);
    look(rules::kSpectator);
    for (std::size_t seat = 0; seat < seats; ++seat) {
      look({.seat = static_cast<rules::Seat>(seat)});
      if (!game.waiting_on().contains(static_cast<rules::Seat>(seat))) continue;
      append(choices_of(game, static_cast<rules::Seat>(seat)), bytes);
    }
    hash_ = rules::sha256({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  }

  [[nodiscard]] std::string text() const { return hex_text(hash_); }

 private:
  persistence::Hash hash_{};
};

}  // namespace

std::expected<Fingerprint, std::string> fingerprint(const persistence::StoredMatch& match, std::size_t after) {
  const GameKind* kind = find_game(match.row.game);
  if (kind == nullptr) return std::unexpected(fmt::format("this program has no game «{}»", match.row.game));
  auto game = kind->start(match.row);
  if (!game) return std::unexpected(game.error());
  const std::size_t seats = match.row.seats.size();
  Chain chain;
  chain.add(**game, seats);
  Fingerprint result;
  if (after == 0) result.then = chain.text();
  std::size_t folded = 0;
  const bool whole = fold(**game, match.moves, [&](std::size_t i) {
    chain.add(**game, seats);
    folded = i + 1;
    if (folded == after) result.then = chain.text();
  });
  if (!whole) return std::unexpected(fmt::format("its move {} does not fit any more", folded + 1));
  if ((*game)->ending()) return std::unexpected("by this program's rules it is over");
  result.text = chain.text();
  return result;
}

}  // namespace wyrmhall::server
