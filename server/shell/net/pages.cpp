#include "server/shell/net/pages.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include "common/hex.h"
#include "server/core/limits.h"

namespace wyrmhall::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndex = "/index.html";
// Everything that the builder puts here has a hash in its name.
constexpr std::string_view kLasting = "/assets/";
constexpr std::size_t kTagBytes = 16;

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kTypes = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".woff", "font/woff"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string_view type_of(std::string_view path) {
  const auto dot = path.rfind('.');
  const std::string_view ending = dot == std::string_view::npos ? "" : path.substr(dot);
  const auto* const found = std::ranges::find(kTypes, ending, [](const auto& type) { return type.first; });
  return found == kTypes.end() ? "application/octet-stream" : found->second;
}

std::string tag_of(std::string_view bytes) {
  std::array<unsigned char, kTagBytes> digest{};
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                     nullptr, 0);
  return '"' + hex_text(digest) + '"';
}

// The bytes of a file; nothing if there is no such file, or it is too large.
std::optional<std::string> bytes_of(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error || size > kPageBytes) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Puts the URL before the picture of a page's preview. False if the page names none.
bool name_pictures(std::string& html, std::string_view public_url) {
  constexpr std::string_view kPicture = R"(property="og:image" content=")";
  const auto found = html.find(std::string(kPicture) + "/");
  if (found == std::string::npos) return false;
  html.insert(found + kPicture.size(), public_url);
  return true;
}

bool is_compressed_form(std::string_view path) {
  return path.ends_with(".gz") || path.ends_with(".br");
}

// Whether a coding stands in an Accept-Encoding and is not forbidden there by a weight of zero.
bool accepts(std::string_view header, std::string_view coding) {
  while (!header.empty()) {
    const auto comma = header.find(',');
    std::string_view part = header.substr(0, comma);
    header = comma == std::string_view::npos ? "" : header.substr(comma + 1);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    const auto end = std::min(part.find(';'), part.find(' '));
    if (part.substr(0, end) != coding) continue;
    const auto weight = part.find("q=0");
    return weight == std::string_view::npos || part.find_first_of("123456789", weight + 3) != std::string_view::npos;
  }
  return false;
}

}  // namespace

bool is_public_url(std::string_view text) {
  const auto scheme = text.find("://");
  if (scheme == std::string_view::npos) return false;
  const std::string_view host = text.substr(scheme + 3);
  constexpr std::string_view kOfHosts = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
  return (text.substr(0, scheme) == "https" || text.substr(0, scheme) == "http") && !host.empty() &&
         host.find_first_not_of(kOfHosts) == std::string_view::npos;
}

std::expected<Pages, std::string> Pages::read(const fs::path& folder, std::string_view public_url) {
  Pages pages;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file() || is_compressed_form(entry->path().native())) continue;
    if (pages.pages_.size() >= kPagesInAll)
      return std::unexpected(fmt::format("{} holds too many files", folder.string()));
    auto plain = bytes_of(entry->path());
    if (!plain) {
      return std::unexpected(
          fmt::format("{} cannot be read, or has more than {} bytes", entry->path().string(), kPageBytes));
    }
    const std::string path = "/" + entry->path().lexically_relative(folder).generic_string();
    // A form that was compressed before the change is no longer a form of it.
    const bool changed = path.ends_with(".html") && !public_url.empty() && name_pictures(*plain, public_url);
    const auto form = [&](const char* ending) {
      return changed ? std::string() : bytes_of(entry->path().native() + ending).value_or("");
    };
    pages.pages_.emplace(path, Page{.type = std::string(type_of(path)),
                                    .tag = tag_of(*plain),
                                    .lasting = path.starts_with(kLasting),
                                    .plain = *std::move(plain),
                                    .gzip = form(".gz"),
                                    .brotli = form(".br")});
  }
  if (error)
    return std::unexpected(fmt::format("the pages in {} (--web) cannot be read: {}", folder.string(), error.message()));
  if (!pages.pages_.contains(kIndex)) {
    return std::unexpected(
        fmt::format("{} (--web) has no index.html; is the browser client built there?", folder.string()));
  }
  return pages;
}

void Pages::add(std::string path, std::string type, std::string text) {
  const std::string tag = tag_of(text);
  pages_.insert_or_assign(
      std::move(path),
      Page{.type = std::move(type), .tag = tag, .lasting = false, .plain = std::move(text), .gzip = {}, .brotli = {}});
}

const Page* Pages::at(std::string_view path) const {
  const auto found = pages_.find(path);
  return found == pages_.end() ? nullptr : &found->second;
}

const Page* Pages::variant(std::string_view path, const GameOf& game_of) const {
  const auto end = path.find('/', 1);
  if (end == std::string_view::npos) return nullptr;
  const std::string_view kind = path.substr(0, end);
  std::string_view which = path.substr(end + 1);
  which = which.substr(0, which.find('/'));
  if (const Page* const own = at(fmt::format("{}.{}.html", kind, which))) return own;
  const Page* const any = at(fmt::format("{}.html", kind));
  if (any == nullptr) return nullptr;
  const std::string_view game = game_of(which);
  const Page* const of_game = game.empty() ? nullptr : at(fmt::format("{}.{}.html", kind, game));
  return of_game != nullptr ? of_game : any;
}

const Page* Pages::find(std::string_view target, const GameOf& game_of) const {
  const std::string_view path = target.substr(0, target.find_first_of("?#"));
  if (!path.starts_with('/')) return nullptr;
  if (const Page* const page = at(path)) return page;
  if (path.find('.', path.rfind('/')) != std::string_view::npos) return nullptr;
  const Page* const page = variant(path, game_of);
  return page != nullptr ? page : at(kIndex);
}

PageForm form_for(const Page& page, std::string_view accept_encoding) {
  if (!page.brotli.empty() && accepts(accept_encoding, "br")) return {&page, "br", page.brotli};
  if (!page.gzip.empty() && accepts(accept_encoding, "gzip")) return {&page, "gzip", page.gzip};
  return {&page, "", page.plain};
}

std::string_view cache_control(const Page& page) {
  return page.lasting ? "public, max-age=31536000, immutable" : "no-cache";
}

}  // namespace wyrmhall::server
