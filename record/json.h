// The JSON of records: how it is laid out as text, how it is hashed, and how it is read back without trusting it.
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "record/values.h"

namespace wyrmhall::record {

// Members keep their order, which is part of the text.
using Json = nlohmann::ordered_json;

// A longer text is no record of any game there is.
inline constexpr std::size_t kMaxRecordBytes = std::size_t{64} << 20;
// Nor is one that is nested more deeply.
inline constexpr int kMaxDepth = 8;

// Everything on one line without blanks, as it is hashed. Escapes only what must be escaped in UTF-8.
std::string compact(const Json& json);

// Whether a text can stand in a record, which is UTF-8.
bool is_utf8(const std::string& text);

// The text of a record: each top-level member is on a line of its own, and so is each element of `seats`,
// `abortedStarts` and `moves`.
std::string laid_out(const Json& record);
// The same where the moves, which are most of a record, are compact texts already; the record's own are an empty list.
std::string laid_out(const Json& record, std::span<const std::string> moves);

// What a hash in a record is: the first 16 bytes of SHA-256(before ‖ compact(json)), in hexadecimal. `before` is the
// hash text before it, empty for the first.
std::string chained_hash(std::string_view before, const Json& json);
// The same for a text that is compact already.
std::string chained_text_hash(std::string_view before, std::string_view compacted);

// Parses within the limits above.
std::expected<Json, Flaw> parse(std::string_view text);

}  // namespace wyrmhall::record
