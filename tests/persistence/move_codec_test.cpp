#include "persistence/sql/move_codec.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::sql {
namespace {

TEST_CASE("moves are read as they were written") {
  std::vector<Move> moves = testing::moves(7, 50);
  Move extreme;
  extreme.kind = MoveKind::kAbsent;
  extreme.seat = 255;
  extreme.chain_lost = true;
  extreme.action_id = std::numeric_limits<std::uint64_t>::max();
  extreme.answered_version = std::numeric_limits<std::uint32_t>::max();
  extreme.at = Timestamp::min();
  extreme.action = std::string(100'000, '\0');
  extreme.link = Link{};
  moves.push_back(extreme);
  extreme.links = std::vector<SeatLink>{{.seat = 0, .link = {1}}, {.seat = 254, .link = {2}}};
  moves.push_back(extreme);
  extreme.confirmation = Confirmation{.decision = std::string(1000, 'c'), .code = {3}};
  moves.push_back(extreme);
  extreme.links = std::nullopt;
  moves.push_back(extreme);
  moves.emplace_back();

  std::string bytes;
  for (const Move& move : moves) encode(move, bytes);
  CHECK(decode(bytes) == moves);
  CHECK(decode("") == std::vector<Move>{});
}

TEST_CASE("bytes that are cut or made up are no moves") {
  std::string bytes;
  Move move = testing::move(7, 0);
  move.links = std::vector<SeatLink>{{.seat = 1, .link = {1}}, {.seat = 2, .link = {2}}};
  encode(move, bytes);
  std::string confirmed;
  move.confirmation = Confirmation{.decision = "choice 3", .code = {3}};
  encode(move, confirmed);
  for (std::size_t size = 1; size < confirmed.size(); ++size) CHECK_FALSE(decode(confirmed.substr(0, size)));
  for (std::size_t size = 1; size < bytes.size(); ++size) CHECK_FALSE(decode(bytes.substr(0, size)));
  CHECK_FALSE(decode(std::string(100, '\xff')));
  std::string no_order = bytes;
  std::swap(no_order[bytes.size() - 17], no_order[bytes.size() - 34]);  // the two seats
  CHECK_FALSE(decode(no_order));
  bytes.front() = '\x06';  // no such kind
  CHECK_FALSE(decode(bytes));
}

}  // namespace
}  // namespace wyrmhall::persistence::sql
