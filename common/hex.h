// Bytes in hexadecimal, two digits each. Everything is pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace wyrmhall {

// In lower case.
std::string hex_text(std::span<const std::uint8_t> bytes);
std::string hex_text(std::string_view bytes);

// Lower case only, and of exactly the length of `bytes`: for texts of which each byte counts.
bool read_hex(std::string_view text, std::span<std::uint8_t> bytes);

// Of any length and in either case, as people type it. Nothing where it is not hexadecimal.
std::optional<std::string> from_hex(std::string_view text);

}  // namespace wyrmhall
