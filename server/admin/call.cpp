#include "server/admin/call.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "common/rfc3339.h"
#include "common/uuid.h"
#include "server/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::size_t kPathParts = 8;
constexpr std::size_t kQueryParts = 32;
constexpr int kBodyDepth = 4;

[[noreturn]] void malformed(std::string_view what) {
  throw Problem(400, "malformed-target", std::string(what));
}

std::string decode(std::string_view text, bool plus_is_space) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out.push_back(' ');
    } else if (text[i] != '%') {
      out.push_back(text[i]);
    } else {
      std::uint8_t byte = 0;
      const char* at = text.data() + i + 1;
      if (i + 2 >= text.size()) malformed("A percent sign in the address lacks its two hexadecimal digits.");
      const auto [end, error] = std::from_chars(at, at + 2, byte, 16);
      if (error != std::errc() || end != at + 2) {
        malformed("A percent sign in the address lacks its two hexadecimal digits.");
      }
      out.push_back(static_cast<char>(byte));
      i += 2;
    }
  }
  return out;
}

// Calls `part` with each piece of text between separators.
template <class Part>
void split(std::string_view text, char separator, Part&& part) {
  while (true) {
    const auto end = text.find(separator);
    part(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

std::string listed(std::initializer_list<std::string_view> words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

Target parse_target(std::string_view target) {
  Target parsed;
  const auto mark = target.find('?');
  std::string_view path = target.substr(0, mark);
  if (!path.starts_with('/')) malformed("The address has no path.");
  path.remove_prefix(1);
  split(path, '/', [&](std::string_view part) {
    if (parsed.path.size() == kPathParts) throw Problem(404, "not-found", "There is nothing at this address.");
    parsed.path.push_back(decode(part, false));
  });
  if (mark == std::string_view::npos || mark + 1 == target.size()) return parsed;
  split(target.substr(mark + 1), '&', [&](std::string_view part) {
    if (parsed.query.size() == kQueryParts) malformed("The address has too many parameters.");
    const auto equals = part.find('=');
    const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    parsed.query.emplace_back(decode(part.substr(0, equals), true), decode(value, true));
  });
  return parsed;
}

Query::Query(const std::vector<std::pair<std::string, std::string>>& given) : left_(given) {}

void Query::wrong(std::string_view name, std::string detail) {
  wrong_.push_back({std::string(name), std::move(detail)});
}

std::optional<std::string> Query::take(std::string_view name) {
  std::optional<std::string> found;
  for (auto it = left_.begin(); it != left_.end();) {
    if (it->first != name) {
      ++it;
      continue;
    }
    if (found) wrong(name, "is given more than once");
    found = it->second;
    it = left_.erase(it);
  }
  return found;
}

std::optional<std::string> Query::text(std::string_view name, std::size_t longest) {
  auto given = take(name);
  if (given && (given->empty() || given->size() > longest)) {
    wrong(name, fmt::format("has 1 to {} bytes", longest));
    return std::nullopt;
  }
  return given;
}

std::optional<std::int64_t> Query::number(std::string_view name, std::int64_t lowest, std::int64_t highest) {
  const auto given = take(name);
  if (!given) return std::nullopt;
  std::int64_t value = 0;
  const char* end = given->data() + given->size();
  const auto [at, error] = std::from_chars(given->data(), end, value);
  if (given->empty() || error != std::errc() || at != end || value < lowest || value > highest) {
    wrong(name, fmt::format("is a whole number from {} to {}", lowest, highest));
    return std::nullopt;
  }
  return value;
}

std::optional<bool> Query::flag(std::string_view name) {
  const auto given = choice(name, {"true", "false"});
  return given ? std::optional(*given == "true") : std::nullopt;
}

std::optional<Id> Query::id(std::string_view name) {
  const auto given = take(name);
  if (!given) return std::nullopt;
  auto id = parse_uuid(*given);
  if (!id) wrong(name, "is an id such as 0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f");
  return id;
}

std::optional<Timestamp> Query::time(std::string_view name) {
  const auto given = take(name);
  if (!given) return std::nullopt;
  const auto at = parse_time(*given);
  if (!at) wrong(name, "is a time such as 2026-11-21T09:30:00Z, or a day such as 2026-11-21");
  return at;
}

std::optional<std::chrono::sys_days> Query::day(std::string_view name) {
  const auto given = take(name);
  if (!given) return std::nullopt;
  const auto day = parse_day(*given);
  if (!day) wrong(name, "is a day such as 2026-11-21");
  return day;
}

std::optional<std::string> Query::choice(std::string_view name, std::initializer_list<std::string_view> of) {
  auto given = take(name);
  if (given && std::ranges::find(of, *given) == of.end()) {
    wrong(name, "is one of " + listed(of));
    return std::nullopt;
  }
  return given;
}

std::vector<std::string> Query::words(std::string_view name, std::initializer_list<std::string_view> of) {
  std::vector<std::string> words;
  const auto given = take(name);
  if (!given) return words;
  split(*given, ',', [&](std::string_view word) {
    if (std::ranges::find(of, word) == of.end()) {
      if (std::ranges::find(wrong_, name, &WrongParameter::parameter) == wrong_.end()) {
        wrong(name, "must be a list with commas, each one of " + listed(of));
      }
    } else {
      words.emplace_back(word);
    }
  });
  return words;
}

std::uint32_t Query::limit() {
  return static_cast<std::uint32_t>(number("limit", 1, kAdminPageMost).value_or(kAdminPage));
}

void Query::finish() {
  for (const auto& [name, value] : left_) wrong(name.substr(0, 64), "is not a parameter here");
  left_.clear();
  if (wrong_.empty()) return;
  throw Problem(400, "invalid-parameters", "Some parameters are invalid.", std::move(wrong_));
}

std::string reason_of(const Json& body) {
  constexpr std::size_t kReasonBytes = 500;
  const Json reason = body.value("reason", Json(""));
  if (!reason.is_string() || reason.get_ref<const std::string&>().size() > kReasonBytes) {
    wrong_body("reason", "is a text of at most 500 bytes");
  }
  return reason.get<std::string>();
}

Json body_object(const Request& request, std::initializer_list<std::string_view> members) {
  if (request.body.empty()) return Json::object();
  if (!request.content_type.starts_with("application/json")) {
    throw Problem(415, "unsupported-media-type", "A body is application/json.");
  }
  // Depth is looked at before anything is made of it.
  const auto not_too_deep = [](int depth, Json::parse_event_t event, Json& /*parsed*/) {
    if (depth > kBodyDepth &&
        (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start)) {
      throw Problem(400, "invalid-body", "The body is nested too deeply.");
    }
    return true;
  };
  Json body = Json::parse(request.body, not_too_deep, false);
  if (!body.is_object()) throw Problem(400, "invalid-body", "The body is not a JSON object.");
  std::vector<WrongParameter> wrong;
  for (const auto& [name, value] : body.items()) {
    if (std::ranges::find(members, name) == members.end())
      wrong.push_back({name.substr(0, 64), "is not a member here"});
  }
  if (!wrong.empty())
    throw Problem(400, "invalid-body", "The body has members that do not belong there.", std::move(wrong));
  return body;
}

Id path_id(const std::string& text, std::string_view name) {
  if (const auto id = parse_uuid(text)) return *id;
  throw Problem(400, "invalid-parameters", "Some parameters are invalid.",
                {{std::string(name), "is an id such as 0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f"}});
}

}  // namespace wyrmhall::server::admin
