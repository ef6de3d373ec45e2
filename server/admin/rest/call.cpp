#include "server/admin/rest/call.h"

#include <algorithm>
#include <charconv>

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

void Query::finish() {
  for (const auto& [name, value] : left_) wrong(name.substr(0, 64), "is not a parameter here");
  left_.clear();
  if (wrong_.empty()) return;
  throw Problem(400, "invalid-parameters", "Some parameters are invalid.", std::move(wrong_));
}

Json body_object(const Request& request, const std::vector<std::string_view>& members) {
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

}  // namespace wyrmhall::server::admin
