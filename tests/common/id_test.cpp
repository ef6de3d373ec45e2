// Ids: what stands for what, and how they are written.
#include "common/id.h"

#include <doctest/doctest.h>

#include <concepts>
#include <type_traits>

using namespace wyrmhall;

namespace {

constexpr const char* kText = "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f";
constexpr const char* kUpper = "0190F3A2-1B2C-7D3E-8F40-5A6B7C8D9E0F";
constexpr Uuid kBytes = {0x01, 0x90, 0xf3, 0xa2, 0x1b, 0x2c, 0x7d, 0x3e,
                         0x8f, 0x40, 0x5a, 0x6b, 0x7c, 0x8d, 0x9e, 0x0f};

// No kind stands for another, nor bytes for any, nor any for bytes.
template <class Left, class Right>
concept Comparable = requires(Left left, Right right) { left == right; };
template <class Left, class Right>
concept Ordered = requires(Left left, Right right) { left < right; };

template <class Other>
constexpr bool kIsApart =
    !std::convertible_to<Other, MatchId> && !std::convertible_to<MatchId, Other> && !Comparable<MatchId, Other> &&
    !Ordered<MatchId, Other> && !std::is_assignable_v<MatchId&, Other> && !std::is_assignable_v<Other&, MatchId>;
static_assert(kIsApart<AccountId> && kIsApart<TableId> && kIsApart<InvitationId> && kIsApart<Uuid>);
static_assert(!std::constructible_from<MatchId, AccountId> && !std::constructible_from<MatchId, TableId>);
static_assert(std::constructible_from<MatchId, Uuid>);
static_assert(std::totally_ordered<MatchId>);

// Tables of them take one each, and a copy is a copy of bytes.
template <class... Ids>
constexpr bool kAreBytes =
    ((sizeof(Ids) == sizeof(Uuid) && alignof(Ids) == alignof(Uuid) && std::is_trivially_copyable_v<Ids>) && ...);
static_assert(kAreBytes<AccountId, MatchId, TableId, InvitationId>);

static_assert(MatchId(kBytes).bytes() == kBytes);
static_assert(MatchId() == MatchId(Uuid{}) && MatchId() < MatchId(kBytes));

}  // namespace

TEST_CASE("ids are equal and in order as their bytes are") {
  const MatchId id(kBytes);
  CHECK(id == MatchId(kBytes));
  for (std::size_t at = 0; at < kBytes.size(); ++at) {
    Uuid bytes = kBytes;
    ++bytes.at(at);
    CHECK(id != MatchId(bytes));
    CHECK(id < MatchId(bytes));
  }
}

TEST_CASE("ids are told apart by their last bytes when they are looked up") {
  Uuid bytes = kBytes;
  bytes.front() = 0xff;  // a later time
  CHECK(IdHash()(MatchId(bytes)) == IdHash()(MatchId(kBytes)));
  bytes.back() = 0xff;
  CHECK(IdHash()(MatchId(bytes)) != IdHash()(MatchId(kBytes)));
}

TEST_CASE("ids are written as text and as bytes, and read again") {
  const AccountId id(kBytes);
  CHECK(uuid_text(id) == kText);
  CHECK(read_uuid<AccountId>(kText) == id);
  CHECK(read_uuid<AccountId>(kUpper) == std::nullopt);
  CHECK(parse_uuid<AccountId>(kUpper) == id);
  CHECK(parse_uuid<AccountId>("0190f3a2") == std::nullopt);
  CHECK(to_bytes(id) == to_bytes(kBytes));
  CHECK(id_from_bytes<AccountId>(to_bytes(id)) == id);
  for (const char* wrong : {"", "fifteen bytes!!", "seventeen bytes!!"}) {
    CHECK(id_from_bytes<AccountId>(wrong) == std::nullopt);
  }
}

TEST_CASE("a match has the id of the table at which it was set up") {
  const TableId table(kBytes);
  CHECK(match_id_of(table).bytes() == kBytes);
  CHECK(table_id_of(match_id_of(table)) == table);
}
