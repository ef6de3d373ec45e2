// 16 bytes as UUID text (RFC 9562): 8-4-4-4-12 hexadecimal digits. Everything is pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall {

using Uuid = std::array<std::uint8_t, 16>;

// In lower case.
std::string uuid_text(const Uuid& id);
// From bytes as they travel. If they are not 16, the text is plain hexadecimal, so that nothing is ever hidden.
std::string uuid_text(std::string_view id);

// Lower case only: for texts of which each byte counts.
std::optional<Uuid> read_uuid(std::string_view text);
// In either case, as people type it.
std::optional<Uuid> parse_uuid(std::string_view text);

}  // namespace wyrmhall
