// The words of statements and records: bytes in hexadecimal, ids as UUIDs, times of ISO 8601. Everything is pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace wyrmhall::receipts {

using Id = std::array<std::uint8_t, 16>;

std::string hex_text(std::span<const std::uint8_t> bytes);
// Lower case only, and of exactly the length of `bytes`.
bool read_hex(std::string_view text, std::span<std::uint8_t> bytes);

std::string uuid_text(const Id& id);
std::optional<Id> read_uuid(std::string_view text);

// "2026-03-01T12:34:56.123456Z". Years 1970 to 9999.
std::string time_text(std::int64_t microseconds);
std::optional<std::int64_t> read_time(std::string_view text);

}  // namespace wyrmhall::receipts
