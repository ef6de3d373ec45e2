// Which page stands at which address.
#include "server/shell/net/pages.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMatch = "01a1fd83-2eda-7235-95fc-4a4ead856116";

// A client as it is built, of files that hold their own names.
class Built {
 public:
  Built() {
    std::string name = (fs::temp_directory_path() / "wyrmhall-pages-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    for (const char* file : {"index.html", "play.duel.html", "m.html", "m.duel.html", "m.duel.html.br", "icon.svg"})
      std::ofstream(folder_ / file) << file;
    auto pages = Pages::read(folder_);
    REQUIRE(pages.has_value());
    pages_ = *std::move(pages);
  }
  Built(const Built&) = delete;
  Built& operator=(const Built&) = delete;
  ~Built() { fs::remove_all(folder_); }

  // What is served at an address where the only match is one of this game.
  std::string at(const std::string& target, std::string_view game = "duel") {
    asked.clear();
    const Page* const page = pages_.find(target, [&](std::string_view id) {
      asked.emplace_back(id);
      return id == kMatch ? game : "";
    });
    if (page == nullptr) return "";
    CHECK(cache_control(*page) == "no-cache");
    return page->plain;
  }
  [[nodiscard]] const Pages& pages() const { return pages_; }
  [[nodiscard]] const fs::path& folder() const { return folder_; }

  std::vector<std::string> asked;  // about which ids, by the last at()

 private:
  fs::path folder_;
  Pages pages_;
};

TEST_CASE("the client's own addresses get index.html, and what has a dot in its name is there or is not") {
  Built built;
  for (const char* own : {"/", "/lobby", "/me/matches", "/play", "/heroes/hunt", "/m", "/lobby?v=3"})
    CHECK_MESSAGE(built.at(own) == "index.html", own);
  CHECK(built.at("/icon.svg") == "icon.svg");
  for (const char* nothing : {"/none.js", "/m/none.html", "icon.svg", ""})
    CHECK_MESSAGE(built.at(nothing).empty(), nothing);
}

TEST_CASE("a page names the picture of its preview by the server's public URL, in its plain form alone") {
  const Built built;
  const fs::path& folder = built.folder();
  const std::string page = R"(<meta property="og:image" content="/link.png" /><p>/link.png)";
  std::ofstream(folder / "index.html") << page;
  std::ofstream(folder / "index.html.br") << "compressed";
  std::ofstream(folder / "plain.html") << "no picture";
  std::ofstream(folder / "plain.html.br") << "compressed";
  const auto nobody = [](std::string_view) { return std::string_view(); };
  const auto as_it_is = Pages::read(folder);
  const auto told = Pages::read(folder, "https://example.org:8443");
  REQUIRE(as_it_is.has_value());
  REQUIRE(told.has_value());
  CHECK(as_it_is->find("/", nobody)->plain == page);
  CHECK(as_it_is->find("/", nobody)->brotli == "compressed");
  CHECK(told->find("/", nobody)->plain ==
        R"(<meta property="og:image" content="https://example.org:8443/link.png" /><p>/link.png)");
  CHECK(told->find("/", nobody)->brotli.empty());
  CHECK(told->find("/", nobody)->tag != as_it_is->find("/", nobody)->tag);
  CHECK(told->find("/plain.html", nobody)->brotli == "compressed");
}

TEST_CASE("a public URL is a scheme and a host, and nothing that could close an attribute") {
  for (const char* good : {"https://example.org", "http://192.0.2.1:7420", "https://[2001:db8::1]:8443"})
    CHECK_MESSAGE(is_public_url(good), good);
  for (const char* bad : {"", "example.org", "https://", "ftp://example.org", "https://example.org/", "https://a b",
                          "https://a\"onload=", "https://a/b", "https://a<b"})
    CHECK_MESSAGE(!is_public_url(bad), bad);
}

TEST_CASE("an address that names a game gets that game's variant where there is one") {
  Built built;
  for (const char* own : {"/play/duel", "/play/duel/", "/play/duel?ranked=1#top"})
    CHECK_MESSAGE(built.at(own) == "play.duel.html", own);
  CHECK(built.at("/play/chess") == "index.html");
  CHECK(built.at("/play/../m/duel") == "index.html");
  // Nobody need be asked about it.
  CHECK(built.asked.empty());
}

TEST_CASE("the address of a match gets the variant of its game, or the one for any game") {
  Built built;
  const std::string match = "/m/" + std::string(kMatch);
  for (const std::string& own : {match, match + "/dice", match + "?v=3"}) {
    CHECK_MESSAGE(built.at(own) == "m.duel.html", own);
    CHECK(built.asked == std::vector<std::string>{std::string(kMatch)});
  }
  CHECK(built.at(match, "chess") == "m.html");
  CHECK(built.at("/m/nothing") == "m.html");
}

TEST_CASE("a variant is compressed as any page is") {
  const Built built;
  const Page* const page = built.pages().find("/m/" + std::string(kMatch), [](std::string_view) { return "duel"; });
  REQUIRE(page != nullptr);
  CHECK(page->type == "text/html; charset=utf-8");
  CHECK(form_for(*page, "gzip, br").encoding == "br");
  CHECK(form_for(*page, "gzip, br").bytes == "m.duel.html.br");
  CHECK(form_for(*page, "gzip").bytes == "m.duel.html");
}

}  // namespace
}  // namespace wyrmhall::server
