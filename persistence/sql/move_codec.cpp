#include "persistence/sql/move_codec.h"

#include <array>
#include <cstring>
#include <utility>

#include "persistence/sql/bytes.h"

namespace wyrmhall::persistence::sql {
namespace {

constexpr unsigned kKindMask = 0x0f;
constexpr unsigned kChainLost = 0x10;
constexpr unsigned kHasLink = 0x20;
constexpr unsigned kHasLinks = 0x40;
constexpr unsigned kIsConfirmed = 0x80;
constexpr std::size_t kMaxHead = 2 + 4 * kMaxVarint;

Link take_link(ByteReader& in) {
  Link link{};
  const std::string_view bytes = in.take(link.size());
  if (!bytes.empty()) std::memcpy(link.data(), bytes.data(), link.size());
  return link;
}

std::vector<SeatLink> take_links(ByteReader& in) {
  std::vector<SeatLink> links;
  const unsigned count = in.byte();
  if (count == 0) in.refuse();
  for (unsigned i = 0; i < count && in.good(); ++i) {
    const auto seat = static_cast<std::uint8_t>(in.byte());
    if (!links.empty() && seat <= links.back().seat) in.refuse();
    links.push_back({.seat = seat, .link = take_link(in)});
  }
  return links;
}

Move parse(ByteReader& in) {
  Move move;
  const unsigned flags = in.byte();
  if ((flags & kKindMask) > static_cast<unsigned>(MoveKind::kAbsent)) in.refuse();
  move.kind = static_cast<MoveKind>(flags & kKindMask);
  move.chain_lost = (flags & kChainLost) != 0;
  move.seat = static_cast<std::uint8_t>(in.byte());
  move.answered_version = static_cast<std::uint32_t>(in.varint());
  move.action_id = in.varint();
  move.at = in.time();
  move.action = in.take(in.varint());
  if ((flags & kHasLink) != 0) move.link = take_link(in);
  if ((flags & kHasLinks) != 0) move.links = take_links(in);
  if ((flags & kIsConfirmed) != 0) {
    Confirmation confirmation;
    confirmation.decision = in.take(in.varint());
    confirmation.code = take_link(in);
    move.confirmation = std::move(confirmation);
  }
  return move;
}

}  // namespace

void encode(const Move& move, std::string& out) {
  std::array<char, kMaxHead> head;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled as far as it is used
  char* end = head.data();
  *end++ = static_cast<char>(static_cast<unsigned>(move.kind) | (move.chain_lost ? kChainLost : 0U) |
                             (move.link ? kHasLink : 0U) | (move.links ? kHasLinks : 0U) |
                             (move.confirmation ? kIsConfirmed : 0U));
  *end++ = static_cast<char>(move.seat);
  end = put_varint(end, move.answered_version);
  end = put_varint(end, move.action_id);
  end = put_varint(end, move.at);
  end = put_varint(end, move.action.size());
  out.append(head.data(), end);
  out.append(move.action);
  if (move.link) out.append(reinterpret_cast<const char*>(move.link->data()), move.link->size());
  if (move.links) {
    out.push_back(static_cast<char>(move.links->size()));
    for (const SeatLink& other : *move.links) {
      out.push_back(static_cast<char>(other.seat));
      out.append(reinterpret_cast<const char*>(other.link.data()), other.link.size());
    }
  }
  if (!move.confirmation) return;
  const Confirmation& confirmation = *move.confirmation;
  out.append(head.data(), put_varint(head.data(), confirmation.decision.size()));
  out.append(confirmation.decision);
  out.append(reinterpret_cast<const char*>(confirmation.code.data()), confirmation.code.size());
}

std::optional<std::vector<Move>> decode(std::string_view bytes) {
  std::vector<Move> moves;
  ByteReader in(bytes);
  while (in.good() && !in.at_end()) moves.push_back(parse(in));
  if (!in.good()) return std::nullopt;
  return moves;
}

}  // namespace wyrmhall::persistence::sql
