// The catalogues of clients/messages, as the terminal says them.
#include "clients/cli/messages.h"

#include <catalogue_files.h>
#include <doctest/doctest.h>
#include <unicode/msgfmt.h>
#include <unicode/strenum.h>

#include <map>
#include <memory>
#include <optional>
#include <set>

#include <nlohmann/json.hpp>

#include "clients/cli/games/arena/text.h"
#include "clients/cli/games/duel/text.h"
#include "clients/cli/terminal/paint.h"
#include "clients/cli/terminal/refusal_text.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::tests::InLanguage;

namespace {

// In every test of this program: whatever is said is there, and gets all its values.
const bool kWatched = [] {
  on_message_fault([](const std::string& fault) { DOCTEST_ADD_FAIL_CHECK_AT(__FILE__, __LINE__, fault); });
  return true;
}();

}  // namespace

TEST_CASE("messages with their values") {
  CHECK(kWatched);
  CHECK(t("win.other", {{"name", "Mira"}}) == "Mira wins.");
  CHECK(t("time.min", {{"n", 1}}) == "1 minute");
  CHECK(t("time.min", {{"n", 2}}) == "2 minutes");
  CHECK(t("duel", "log.wait", {{"a", "Ember"}, {"n", 2}}) == "*Ember* waits: 2 energy.");
  CHECK(t("duel", "win.nobody", {}) == "Nobody wins.");
  CHECK(listed({"Mira"}) == "Mira");
  CHECK(listed({"Mira", "Zoë"}) == "Mira and Zoë");
  CHECK(decimal(2.5) == "2.5");
  CHECK(percent(0.375) == "38\u00a0%");
  CHECK(percent(0.004) == "0.4\u00a0%");
  CHECK(capital("élan") == "Élan");
  CHECK(capital("") == "");
}

TEST_CASE("the title of a game is that of its card, and its name with a capital where it has none") {
  CHECK(game_title("duel") == "Dragon Duel");
  CHECK(game_title("unheard_of") == "Unheard_of");
  const InLanguage french("fr");
  CHECK(game_title("duel") == "Duel de dragons");
}

TEST_CASE("in French") {
  const InLanguage french("fr");
  CHECK(t("win.other", {{"name", "Mira"}}) == "Mira l’emporte.");
  CHECK(t("time.min", {{"n", 0}}) == "0 minute");  // a singular there
  CHECK(listed({"Mira", "Zoë"}) == "Mira et Zoë");
  CHECK(decimal(2.5) == "2,5");
}

TEST_CASE("what stands between stars is strong on a terminal with colours, and the stars never show") {
  CHECK(Paint(false).emphasised("*Hit*: *Frost* falls.") == "Hit: Frost falls.");
  CHECK(Paint(true).emphasised("*Hit*: ok") == "\x1b[1mHit\x1b[0m: ok");
  CHECK(Paint(true).emphasised("2 * 3") == "2  3");
}

TEST_CASE("the language of the environment") {
  std::map<std::string, std::string> variables;
  const auto language_now = [&] {
    return language_of_environment([&](const char* name) {
      const auto found = variables.find(name);
      return found == variables.end() ? nullptr : found->second.c_str();
    });
  };
  CHECK(language_now() == "en");
  variables["LANG"] = "fr_FR.UTF-8";
  CHECK(language_now() == "fr");
  variables["LC_MESSAGES"] = "C";
  CHECK(language_now() == "en");
  variables["LC_ALL"] = "fr";
  CHECK(language_now() == "fr");
  variables["LC_ALL"] = "de_DE@euro";  // there is no German
  CHECK(language_now() == "en");
  variables["LC_ALL"] = "";
  variables["LC_MESSAGES"] = "POSIX";
  CHECK(language_now() == "en");
}

namespace {

// The names of the values that a message takes; nothing where ICU cannot read it.
std::optional<std::set<std::string>> values_in(const std::string& text, std::string_view language) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale locale(std::string(language).c_str());
  icu::MessageFormat format(icu::UnicodeString::fromUTF8(text), locale, status);
  const std::unique_ptr<icu::StringEnumeration> found(format.getFormatNames(status));
  std::set<std::string> names;
  for (const icu::UnicodeString* name = nullptr; U_SUCCESS(status) && (name = found->snext(status)) != nullptr;) {
    std::string bytes;
    names.insert(name->toUTF8String(bytes));
  }
  return U_SUCCESS(status) ? std::optional(names) : std::nullopt;
}

}  // namespace

TEST_CASE("every language has the same messages, each with the same values") {
  std::map<std::string_view, nlohmann::json> english;
  for (const CatalogueFile& file : catalogue_files()) {
    if (file.language == "en") english[file.folder] = nlohmann::json::parse(file.json);
  }
  REQUIRE(english.size() >= 5);
  for (const CatalogueFile& file : catalogue_files()) {
    const std::string where = std::string(file.folder) + "/" + std::string(file.language);
    const nlohmann::json messages = nlohmann::json::parse(file.json);
    REQUIRE_MESSAGE(english.contains(file.folder), where);
    CHECK_MESSAGE(messages.size() == english[file.folder].size(), where);
    for (const auto& [key, text] : english[file.folder].items()) {
      REQUIRE_MESSAGE(messages.contains(key), where << ": " << key);
      const std::string said = messages[key];
      const auto values = values_in(said, file.language);
      CHECK_MESSAGE(values, where << ": " << key);
      CHECK_MESSAGE(values == values_in(text, "en"), where << ": " << key);
      // Within a message ICU would take what follows a straight apostrophe literally.
      CHECK_MESSAGE(said.find('\'') == std::string::npos, where << ": " << key);
    }
  }
}

TEST_CASE("every language has a file in every folder") {
  CHECK(languages() == std::vector<std::string>{"en", "fr"});
}

TEST_CASE("a message that is missing is its key, and one that lacks a value is reported") {
  std::vector<std::string> faults;
  const auto before = on_message_fault([&](const std::string& fault) { faults.push_back(fault); });
  CHECK(t("no.such.message") == "no.such.message");
  CHECK(t("win.other").find("wins") != std::string::npos);
  on_message_fault(before);
  CHECK(faults ==
        std::vector<std::string>{R"(there is no "no.such.message" in "en")", R"("win.other" lacks the value {name})"});
}

TEST_CASE("a language that is there in part falls back to English") {
  const InLanguage german("de");
  const auto before = on_message_fault({});
  CHECK(t("win.nobody") == "Nobody wins.");
  on_message_fault(before);
}
