#include "server/admin/token_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "common/rfc3339.h"
#include "server/admin/rest/json.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::size_t kMaxNameCharacters = 32;
constexpr std::size_t kMinWords = 3;
constexpr std::size_t kMaxWords = 4;
constexpr std::string_view kHashed = "sha256:";
constexpr std::string_view kBlank = " \t\r";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  line = line.substr(0, line.find('#'));
  while (true) {
    const auto from = line.find_first_not_of(kBlank);
    if (from == std::string_view::npos) return words;
    line.remove_prefix(from);
    const auto length = std::min(line.find_first_of(kBlank), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

bool is_name(std::string_view text) {
  const auto plain = [](unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  const auto inside = [&](unsigned char c) { return plain(c) || c == '.' || c == '_' || c == '-'; };
  return !text.empty() && text.size() <= kMaxNameCharacters && plain(static_cast<unsigned char>(text.front())) &&
         std::ranges::all_of(text, inside);
}

// On failure what is wrong, without the line.
std::expected<NamedToken, std::string> parse_line(const std::vector<std::string_view>& words) {
  if (words.size() < kMinWords || words.size() > kMaxWords) {
    return std::unexpected(
        "a line is NAME ROLE TOKEN and, if it should expire, the day: mira moderate sha256:… 2027-03-01");
  }
  if (!is_name(words[0])) {
    return std::unexpected(
        fmt::format("\"{}\" is not a name: 1 to {} of a-z and 0-9, with . _ - inside", words[0], kMaxNameCharacters));
  }
  const auto role = parse_word<Role>(words[1]);
  if (!role) {
    return std::unexpected(fmt::format("\"{}\" is not a role: read-metrics, read, moderate or operate", words[1]));
  }
  auto token =
      words[2].starts_with(kHashed) ? Token::from_hash(words[2].substr(kHashed.size())) : Token::make(words[2]);
  if (!token) return std::unexpected(token.error());
  std::optional<Timestamp> until;
  if (words.size() == kMaxWords && words[3] != "never") {
    until = parse_time(words[3]);
    if (!until) {
      return std::unexpected(fmt::format(
          "\"{}\" is not a time: a day such as 2027-03-01, a time such as 2027-03-01T12:00:00Z, or never", words[3]));
    }
  }
  return NamedToken{.name = std::string(words[0]), .role = *role, .token = *token, .until = until};
}

}  // namespace

std::expected<std::vector<NamedToken>, std::string> parse_token_file(std::string_view text) {
  std::vector<NamedToken> tokens;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    const auto wrong = [number](std::string_view what) {
      return std::unexpected(fmt::format("line {}: {}", number, what));
    };
    if (tokens.size() == kAdminTokens) return wrong(fmt::format("there are more than {} tokens", kAdminTokens));
    auto named = parse_line(words);
    if (!named) return wrong(named.error());
    if (std::ranges::find(tokens, named->name, &NamedToken::name) != tokens.end()) {
      return wrong(fmt::format("\"{}\" is already named above", named->name));
    }
    tokens.push_back(*std::move(named));
  }
  return tokens;
}

std::expected<std::vector<NamedToken>, std::string> read_token_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::unexpected(fmt::format("the admin tokens file {} cannot be read", path));
  std::string text(kAdminTokensBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kAdminTokensBytes) {
    return std::unexpected(fmt::format("the admin tokens file {} is larger than {} bytes", path, kAdminTokensBytes));
  }
  auto tokens = parse_token_file(text);
  if (!tokens) return std::unexpected(fmt::format("the admin tokens file {}, {}", path, tokens.error()));
  return tokens;
}

}  // namespace wyrmhall::server::admin
