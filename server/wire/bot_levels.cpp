#include "server/wire/bot_levels.h"

#include <algorithm>
#include <cctype>

namespace wyrmhall::server {
namespace {
constexpr std::string_view kPrefix = "BOT_LEVEL_";
}

std::string bot_name(wyrmhall::v1::BotLevel level) {
  std::string name = wyrmhall::v1::BotLevel_Name(level);
  if (name.starts_with(kPrefix)) name.erase(0, kPrefix.size());
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

wyrmhall::v1::BotLevel bot_level(std::string_view name) {
  std::string full(kPrefix);
  std::ranges::transform(name, std::back_inserter(full),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  wyrmhall::v1::BotLevel level = wyrmhall::v1::BOT_LEVEL_UNSPECIFIED;
  if (!wyrmhall::v1::BotLevel_Parse(full, &level)) return wyrmhall::v1::BOT_LEVEL_UNSPECIFIED;
  return level;
}

const rules::ThinkingLevel* thinking_level(wyrmhall::v1::BotLevel level) {
  const auto* const found = std::ranges::find(rules::kThinkingLevels, bot_name(level), &rules::ThinkingLevel::name);
  return found == rules::kThinkingLevels.end() ? nullptr : found;
}

std::chrono::milliseconds thinking_time(wyrmhall::v1::BotLevel level) {
  const rules::ThinkingLevel* const found = thinking_level(level);
  return std::chrono::milliseconds(found != nullptr ? found->milliseconds : rules::kThinkingLevels.back().milliseconds);
}

bool goes_on_from_thought_to_thought(wyrmhall::v1::BotLevel level) {
  return level == wyrmhall::v1::BOT_LEVEL_PERFECT;
}

}  // namespace wyrmhall::server
