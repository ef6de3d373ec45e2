#include "server/core/reserved_names.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "server/core/names.h"
#include "server/wire/bot_levels.h"

namespace wyrmhall::server {
namespace {

// No word of a name, nor the whole of it, however it is cut into words.
constexpr auto kTitles = std::to_array<std::string_view>(
    {"admin", "administrator", "administrateur", "administratrice", "moderator", "modérateur", "moderateur",
     "modératrice", "moderatrice", "operator", "server", "serveur", "system", "système", "systeme", "wyrmhalld"});
// The same, and no name begins with it.
constexpr std::string_view kGame = "wyrmhall";
// Not the whole of a name.
constexpr auto kWholeNames =
    std::to_array<std::string_view>({"deletedplayer", "nobody", "personne", "auto", "you", "bot", "robot"});

struct Reserved {
  Reserved() {
    for (const std::string_view title : kTitles) titles.insert(name_key(title));
    for (const std::string_view name : kWholeNames) whole.insert(name_key(name));
    for (int level = wyrmhall::v1::BotLevel_MIN; level <= wyrmhall::v1::BotLevel_MAX; ++level) {
      whole.insert(name_key(bot_name(static_cast<wyrmhall::v1::BotLevel>(level))));
    }
  }
  std::set<std::string> titles;  // by key, as all of these
  std::set<std::string> whole;
  std::string game = name_key(kGame);
  // The server's bots are called "the greedy bot", "Greedy bot", "greedy bot 2" and "Robot glouton", programs "Bot
  // Alice".
  std::string bot = name_key("bot");
  std::string robot = name_key("robot");
};

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  while (!name.empty()) {
    const auto end = std::min(name.find_first_of(" -_'."), name.size());
    if (end != 0) words.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return words;
}

bool are_reserved(const std::vector<std::string>& words) {
  static const Reserved reserved;
  std::string all;
  std::vector<std::string> keys;
  for (const std::string& word : words) {
    all += word;
    keys.push_back(name_key(word));
  }
  const std::string whole = name_key(all);
  if (whole.starts_with(reserved.game) || reserved.titles.contains(whole) || reserved.whole.contains(whole))
    return true;
  if (std::ranges::any_of(
          keys, [](const std::string& key) { return key == reserved.game || reserved.titles.contains(key); })) {
    return true;
  }
  return !keys.empty() &&
         (keys.back() == reserved.bot || keys.front() == reserved.bot || keys.front() == reserved.robot);
}

}  // namespace

bool is_reserved(std::string_view name) {
  std::vector<std::string> words = words_of(name);
  if (are_reserved(words)) return true;
  // "Admin 2" and "Admin2" are no better.
  for (std::string& word : words) word.resize(word.find_last_not_of("0123456789") + 1);
  std::erase(words, std::string());
  return are_reserved(words);
}

}  // namespace wyrmhall::server
