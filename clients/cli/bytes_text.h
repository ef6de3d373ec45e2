// Bytes as people read and type them: hexadecimal, and ids as UUIDs (8-4-4-4-12). Protobuf keeps bytes in strings, so
// does this.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wyrmhall::cli {

inline constexpr std::size_t kIdBytes = 16;

std::string hex(std::string_view bytes);

// Nothing where the text is not hexadecimal, or of odd length. Both cases are read.
std::optional<std::string> from_hex(std::string_view text);

// An id of 16 bytes as UUID text; other lengths as plain hexadecimal, so that nothing is ever hidden.
std::string uuid_text(std::string_view id);

// Nothing where the text is no UUID. Upper case is read too.
std::optional<std::string> parse_uuid(std::string_view text);

}  // namespace wyrmhall::cli
