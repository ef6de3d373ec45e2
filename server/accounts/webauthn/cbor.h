// Reads CBOR (RFC 8949) item by item, as far as passkeys need it. Nothing is allocated, whatever lengths the bytes
// claim to have; items of indefinite length are refused, as CTAP2's canonical form has none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace wyrmhall::server::webauthn {

using Bytes = std::span<const std::uint8_t>;

class CborReader {
 public:
  explicit CborReader(Bytes bytes) : rest_(bytes) {}

  // Each reads the next item; nothing where that is another, or there is none.
  std::optional<std::int64_t> integer();
  std::optional<Bytes> bytes();
  std::optional<std::string_view> text();
  std::optional<std::uint64_t> map();  // how many pairs follow
  // Reads the next item whatever it is, with all that is in it. False where it is broken or nests too deep.
  bool skip();

  // What has not been read.
  [[nodiscard]] Bytes rest() const { return rest_; }

 private:
  struct Item {
    enum class Kind : std::uint8_t { kOther, kInteger, kBytes, kText, kArray, kMap, kTag };
    Kind kind = Kind::kOther;
    std::int64_t number = 0;  // the integer
    std::uint64_t count = 0;  // of what is in an array, or of the pairs of a map
    Bytes bytes = {};         // of a string
  };
  std::optional<Item> next();
  bool skip(int depth);
  std::optional<Item> next(Item::Kind kind);

  Bytes rest_;
};

}  // namespace wyrmhall::server::webauthn
