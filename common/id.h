// Ids: 16 bytes, a UUIDv7 (server/core/ids.h makes them), and a type for each kind of thing that has one, so that none
// stands for another. They travel and are stored as bytes, and people read them as UUID text.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "common/bytes.h"
#include "common/uuid.h"

namespace wyrmhall {

template <class Kind>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(const Uuid& bytes) : bytes_(bytes) {}

  [[nodiscard]] constexpr const Uuid& bytes() const { return bytes_; }

  friend constexpr bool operator==(const Id& left, const Id& right) {
    if consteval {
      return left.bytes_ == right.bytes_;
    }
    // Of a known size, which the comparison of arrays does not make use of.
    return std::memcmp(left.bytes_.data(), right.bytes_.data(), sizeof(Uuid)) == 0;
  }
  friend constexpr auto operator<=>(const Id& left, const Id& right) = default;

 private:
  Uuid bytes_{};
};

// The kinds.
using AccountId = Id<struct AccountKind>;
using MatchId = Id<struct MatchKind>;
using TableId = Id<struct TableKind>;
using InvitationId = Id<struct InvitationKind>;
using HeroId = Id<struct HeroKind>;

// What waits for the store or a worker holds one, for every move (server/core/waits.h).
static_assert(sizeof(MatchId) == sizeof(Uuid) && std::is_trivially_copyable_v<MatchId>);

// A match takes over the id of the table at which it was set up, so either id gives the other.
constexpr MatchId match_id_of(const TableId& table) {
  return MatchId(table.bytes());
}
constexpr TableId table_id_of(const MatchId& match) {
  return TableId(match.bytes());
}

struct IdHash {
  // The last eight bytes of a UUIDv7 are random.
  template <class Kind>
  std::size_t operator()(const Id<Kind>& id) const noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, id.bytes().data() + sizeof bits, sizeof bits);
    return static_cast<std::size_t>(bits);
  }
};

template <class T>
inline constexpr bool kIsId = false;
template <class Kind>
inline constexpr bool kIsId<Id<Kind>> = true;
template <class T>
concept IdType = kIsId<T>;

// As they travel and are stored; nothing where there are not exactly 16 bytes.
template <IdType T>
std::optional<T> id_from_bytes(std::string_view bytes) {
  const auto uuid = array_from<Uuid>(bytes);
  return uuid ? std::optional(T(*uuid)) : std::nullopt;
}
template <class Kind>
std::string to_bytes(const Id<Kind>& id) {
  return to_bytes(id.bytes());
}

// As text (common/uuid.h).
template <class Kind>
std::string uuid_text(const Id<Kind>& id) {
  return uuid_text(id.bytes());
}
template <IdType T>
std::optional<T> read_uuid(std::string_view text) {
  const auto uuid = read_uuid(text);
  return uuid ? std::optional(T(*uuid)) : std::nullopt;
}
template <IdType T>
std::optional<T> parse_uuid(std::string_view text) {
  const auto uuid = parse_uuid(text);
  return uuid ? std::optional(T(*uuid)) : std::nullopt;
}

}  // namespace wyrmhall
