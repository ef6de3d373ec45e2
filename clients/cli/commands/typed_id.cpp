#include "clients/cli/commands/typed_id.h"

#include <algorithm>
#include <cctype>

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kMinLetters = 4;  // of how an id begins

bool is_of_id(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0 || c == '-';
}

}  // namespace

std::optional<TypedId> parse_typed_id(std::string_view text) {
  TypedId typed;
  for (const std::string_view page : {"/m/", "/t/"}) {
    const auto at = text.find(page);
    if (at == std::string_view::npos || !text.starts_with("http")) continue;
    typed.server = text.substr(0, at);
    text = text.substr(at + page.size());
    text = text.substr(0, text.find_first_of("/?#"));
  }
  typed.whole = parse_uuid<MatchId>(text);
  if (typed.whole) return typed;
  const bool begins = text.size() >= kMinLetters && text.size() <= 36 && std::ranges::all_of(text, is_of_id);
  if (!begins && text != kLastId) return std::nullopt;
  typed.begins = text;
  std::ranges::transform(typed.begins, typed.begins.begin(), [](unsigned char c) { return std::tolower(c); });
  return typed;
}

}  // namespace wyrmhall::cli
