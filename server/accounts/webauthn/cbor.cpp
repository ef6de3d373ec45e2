#include "server/accounts/webauthn/cbor.h"

#include <cbor.h>

#include <limits>

namespace wyrmhall::server::webauthn {
namespace {

constexpr int kDepth = 8;  // that items may nest

}  // namespace

// The library reads one item's head, and with a string what is in it; it calls back for what it has found.
std::optional<CborReader::Item> CborReader::next() {
  struct Found {
    Item item;
    bool refused = false;
  } found;
  const auto number = [](void* to, std::uint64_t value, bool negative) {
    Found& into = *static_cast<Found*>(to);
    into.item.kind = Item::Kind::kInteger;
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (value > kMax) {
      into.refused = true;
    } else {
      into.item.number = negative ? -1 - static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
    }
  };
  static constexpr auto kNumber = +number;
  const auto string = [](void* to, Item::Kind kind, cbor_data data, std::uint64_t size) {
    Found& into = *static_cast<Found*>(to);
    into.item.kind = kind;
    into.item.bytes = {data, static_cast<std::size_t>(size)};
  };
  static constexpr auto kString = +string;
  const auto group = [](void* to, Item::Kind kind, std::uint64_t count) {
    Found& into = *static_cast<Found*>(to);
    into.item.kind = kind;
    into.item.count = count;
  };
  static constexpr auto kGroup = +group;
  static constexpr auto kRefuse = +[](void* to) { static_cast<Found*>(to)->refused = true; };

  cbor_callbacks calls = cbor_empty_callbacks;
  calls.uint8 = [](void* to, std::uint8_t value) { kNumber(to, value, false); };
  calls.uint16 = [](void* to, std::uint16_t value) { kNumber(to, value, false); };
  calls.uint32 = [](void* to, std::uint32_t value) { kNumber(to, value, false); };
  calls.uint64 = [](void* to, std::uint64_t value) { kNumber(to, value, false); };
  calls.negint8 = [](void* to, std::uint8_t value) { kNumber(to, value, true); };
  calls.negint16 = [](void* to, std::uint16_t value) { kNumber(to, value, true); };
  calls.negint32 = [](void* to, std::uint32_t value) { kNumber(to, value, true); };
  calls.negint64 = [](void* to, std::uint64_t value) { kNumber(to, value, true); };
  calls.byte_string = [](void* to, cbor_data data, std::uint64_t size) { kString(to, Item::Kind::kBytes, data, size); };
  calls.string = [](void* to, cbor_data data, std::uint64_t size) { kString(to, Item::Kind::kText, data, size); };
  calls.array_start = [](void* to, std::uint64_t count) { kGroup(to, Item::Kind::kArray, count); };
  calls.map_start = [](void* to, std::uint64_t count) { kGroup(to, Item::Kind::kMap, count); };
  calls.tag = [](void* to, std::uint64_t /*tag*/) { kGroup(to, Item::Kind::kTag, 1); };
  calls.byte_string_start = kRefuse;
  calls.string_start = kRefuse;
  calls.indef_array_start = kRefuse;
  calls.indef_map_start = kRefuse;
  calls.indef_break = kRefuse;

  const cbor_decoder_result result = cbor_stream_decode(rest_.data(), rest_.size(), &calls, &found);
  if (result.status != CBOR_DECODER_FINISHED || found.refused || result.read > rest_.size()) return std::nullopt;
  rest_ = rest_.subspan(result.read);
  return found.item;
}

std::optional<CborReader::Item> CborReader::next(Item::Kind kind) {
  const auto item = next();
  return item && item->kind == kind ? item : std::nullopt;
}

std::optional<std::int64_t> CborReader::integer() {
  const auto item = next(Item::Kind::kInteger);
  return item ? std::optional(item->number) : std::nullopt;
}

std::optional<Bytes> CborReader::bytes() {
  const auto item = next(Item::Kind::kBytes);
  return item ? std::optional(item->bytes) : std::nullopt;
}

std::optional<std::string_view> CborReader::text() {
  const auto item = next(Item::Kind::kText);
  if (!item) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(item->bytes.data()), item->bytes.size());
}

std::optional<std::uint64_t> CborReader::map() {
  const auto item = next(Item::Kind::kMap);
  return item ? std::optional(item->count) : std::nullopt;
}

bool CborReader::skip() {
  return skip(kDepth);
}

bool CborReader::skip(int depth) {
  const auto item = next();
  if (!item || depth == 0) return false;
  using Kind = Item::Kind;
  const bool map = item->kind == Kind::kMap;
  // Each item takes a byte at least, so what claims to hold more than there are bytes is broken.
  if (item->count > rest_.size()) return false;
  const std::uint64_t inside = map ? 2 * item->count : item->count;
  for (std::uint64_t i = 0; i < inside; ++i) {
    if (!skip(depth - 1)) return false;
  }
  return true;
}

}  // namespace wyrmhall::server::webauthn
