#include "record/json.h"

#include <algorithm>
#include <vector>

#include "record/notation.h"
#include "rules/dice/sha256.h"

namespace wyrmhall::record {
namespace {

// The deepest nesting of a text, without parsing it: what is inside of strings does not count.
int depth_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

// What the library says, without its own number for it.
std::string said(const nlohmann::json::exception& error) {
  const std::string_view text = error.what();
  const auto number = text.find("] ");
  return std::string(number == std::string_view::npos ? text : text.substr(number + 2));
}

bool one_element_a_line(std::string_view key) {
  return key == "seats" || key == "abortedStarts" || key == "moves";
}

void lay_out_list(std::span<const std::string> elements, std::string& text) {
  text += "[";
  const char* separator = "\n    ";
  for (const std::string& element : elements) {
    text += separator;
    text += element;
    separator = ",\n    ";
  }
  text += elements.empty() ? "]" : "\n  ]";
}

std::vector<std::string> compact_elements(const Json& list) {
  std::vector<std::string> elements(list.size());
  std::ranges::transform(list, elements.begin(), compact);
  return elements;
}

}  // namespace

std::string compact(const Json& json) {
  return json.dump();
}

bool is_utf8(const std::string& text) {
  try {
    return !Json(text).dump().empty();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

std::string laid_out(const Json& record) {
  const auto moves = record.find("moves");
  const bool listed = moves != record.end() && moves->is_array();
  return laid_out(record, listed ? compact_elements(*moves) : std::vector<std::string>());
}

std::string laid_out(const Json& record, std::span<const std::string> moves) {
  std::string text = "{";
  const char* separator = "\n  ";
  for (const auto& [key, value] : record.items()) {
    text += separator;
    text += Json(key).dump() + ": ";
    if (one_element_a_line(key) && value.is_array()) {
      if (key == "moves") {
        lay_out_list(moves, text);
      } else {
        lay_out_list(compact_elements(value), text);
      }
    } else {
      text += compact(value);
    }
    separator = ",\n  ";
  }
  return text + "\n}\n";
}

std::string chained_hash(std::string_view before, const Json& json) {
  return chained_text_hash(before, compact(json));
}

std::string chained_text_hash(std::string_view before, std::string_view compacted) {
  const std::string text = std::string(before).append(compacted);
  const auto digest = rules::sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  return hex_text(std::span(digest).first(16));
}

std::expected<Json, Flaw> parse(std::string_view text) {
  if (text.size() > kMaxRecordBytes) return std::unexpected(Flaw{"the file", "is too large for a record"});
  if (depth_of(text) > kMaxDepth) return std::unexpected(Flaw{"the file", "is nested too deeply for a record"});
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t byte = std::min(error.byte, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n');
    return std::unexpected(
        Flaw{"line " + std::to_string(line) + ", byte " + std::to_string(error.byte), "is no JSON: " + said(error)});
  } catch (const nlohmann::json::exception& error) {
    // Such as a number beyond all bounds.
    return std::unexpected(Flaw{"the file", "is no JSON of a record: " + said(error)});
  }
}

}  // namespace wyrmhall::record
