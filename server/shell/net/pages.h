// The files of the browser client, as they are served over HTTP beside /ws: read once at start, kept in memory, each
// with the compressed forms that lie beside it. No path of a request ever reaches the file system.
#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace wyrmhall::server {

// One file. Views of its text live as long as the Pages that it came from.
struct Page {
  std::string type;  // Content-Type
  std::string tag;   // ETag, in quotes: a hash of the plain bytes
  bool lasting;      // its name holds a hash of what is in it: it never changes
  std::string plain;
  std::string gzip;    // empty where there is none
  std::string brotli;  // empty where there is none
};

// A form of a page for one request.
struct PageForm {
  const Page* page;
  std::string_view encoding;  // Content-Encoding; empty for none
  std::string_view bytes;
};

// The game of the match or table whose address ends in `id`; empty if nobody knows. It must be quick.
using GameOf = std::function<std::string_view(std::string_view id)>;

// Calls may run at the same time on an object that no longer changes.
class Pages {
 public:
  // No pages at all.
  Pages() = default;

  // Those of a folder, which must hold an index.html. The error says what is wrong, for a log. With a `public_url`
  // (is_public_url) pages name the pictures of their previews by it: programs that preview links accept no address
  // without a host.
  static std::expected<Pages, std::string> read(const std::filesystem::path& folder, std::string_view public_url = {});

  // A page that is made and not read, at a path such as "/.well-known/wyrmhall".
  void add(std::string path, std::string type, std::string text);

  [[nodiscard]] bool empty() const { return pages_.empty(); }

  // The page of a request's target such as "/assets/app.js" or "/m/…?v=3". Addresses without a dot in their last part
  // are the client's own: they get index.html, or a variant of it that tells programs which preview links what the
  // address is about. "/play/<game>" has "/play.<game>.html"; "/m/<id>" has "/m.<game>.html" by `game_of`, which is
  // asked only about kinds that have such a page for any game, "/m.html". Null: there is nothing there.
  [[nodiscard]] const Page* find(std::string_view target, const GameOf& game_of) const;

 private:
  [[nodiscard]] const Page* at(std::string_view path) const;
  [[nodiscard]] const Page* variant(std::string_view path, const GameOf& game_of) const;

  std::map<std::string, Page, std::less<>> pages_;  // by path, such as "/index.html"
};

// Whether it is a scheme and a host, perhaps with a port, such as "https://example.org", which a path can follow.
bool is_public_url(std::string_view text);

// The smallest form that an Accept-Encoding allows.
PageForm form_for(const Page& page, std::string_view accept_encoding);

// How long a page may be kept without asking again: Cache-Control.
std::string_view cache_control(const Page& page);

// What a page may do: scripts, styles and pictures of this server alone, nothing inline, no frame around it.
inline constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

}  // namespace wyrmhall::server
