#include "clients/cli/messages.h"

#include <catalogue_files.h>
#include <fmt/format.h>
#include <unicode/listformatter.h>
#include <unicode/locid.h>
#include <unicode/msgfmt.h>
#include <unicode/numberformatter.h>
#include <unicode/strenum.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

namespace wyrmhall::cli {
namespace {

constexpr std::string_view kEnglish = "en";
// Said of no game.
constexpr std::array<std::string_view, 5> kShared = {"terminal", "match", "refusals", "heroes", "friends"};

using Messages = std::map<std::string, std::string, std::less<>>;

// A game's messages are those of its folder and of the folders in it, except for its card, which is asked for by
// itself.
bool belongs(std::string_view file, std::string_view folder) {
  if (!file.starts_with(folder)) return false;
  const std::string_view within = file.substr(folder.size());
  return within.empty() || (within.starts_with('/') && within != "/card");
}

// The messages of one folder in one language, read when they are first asked for. Empty if there is no such file.
const Messages& messages_of(std::string_view folder, std::string_view language) {
  static std::map<std::pair<std::string, std::string>, Messages, std::less<>> read;
  const auto [place, is_new] = read.try_emplace({std::string(folder), std::string(language)});
  if (is_new) {
    for (const CatalogueFile& file : catalogue_files()) {
      if (file.language != language || !belongs(file.folder, folder)) continue;
      place->second.merge(nlohmann::json::parse(file.json).get<Messages>());
    }
  }
  return place->second;
}

std::string& chosen_language() {
  static std::string chosen(kEnglish);
  return chosen;
}

FaultHandler& fault_handler() {
  static FaultHandler handler;
  return handler;
}

void report(const std::string& fault) {
  if (fault_handler()) fault_handler()(fault);
}

const std::string* look_up(std::string_view game, std::string_view key, std::string_view language) {
  const auto in = [&](std::string_view folder) -> const std::string* {
    const Messages& messages = messages_of(folder, language);
    const auto found = messages.find(key);
    return found == messages.end() ? nullptr : &found->second;
  };
  if (!game.empty()) {
    if (const std::string* text = in(game)) return text;
  }
  for (const std::string_view folder : kShared) {
    if (const std::string* text = in(folder)) return text;
  }
  return nullptr;
}

icu::Locale locale_of(std::string_view language) {
  return icu::Locale(std::string(language).c_str());
}

std::string utf8(const icu::UnicodeString& text) {
  std::string bytes;
  text.toUTF8String(bytes);
  return bytes;
}

icu::Formattable formattable(const Argument& argument) {
  if (const auto* number = std::get_if<std::int64_t>(&argument.value)) return {*number};
  return {icu::UnicodeString::fromUTF8(std::get<std::string>(argument.value))};
}

void check_values(std::string_view key, const icu::MessageFormat& format, const Arguments& arguments) {
  UErrorCode status = U_ZERO_ERROR;
  icu::MessageFormat copy(format);
  const std::unique_ptr<icu::StringEnumeration> names(copy.getFormatNames(status));
  if (U_FAILURE(status) || !names) return report(fmt::format("\"{}\" cannot be looked at", key));
  while (const icu::UnicodeString* name = names->snext(status)) {
    const std::string wanted = utf8(*name);
    const auto is_it = [&](const Argument& argument) { return argument.name == wanted; };
    if (std::ranges::none_of(arguments, is_it)) report(fmt::format("\"{}\" lacks the value {{{}}}", key, wanted));
  }
}

std::string formatted(std::string_view key, const std::string& text, std::string_view language,
                      const Arguments& arguments) {
  if (text.find('{') == std::string::npos) return text;
  UErrorCode status = U_ZERO_ERROR;
  const icu::MessageFormat format(icu::UnicodeString::fromUTF8(text), locale_of(language), status);
  std::vector<icu::UnicodeString> names;
  std::vector<icu::Formattable> values;
  for (const Argument& argument : arguments) {
    names.push_back(icu::UnicodeString::fromUTF8(argument.name));
    values.push_back(formattable(argument));
  }
  icu::UnicodeString result;
  if (U_SUCCESS(status)) {
    if (fault_handler()) check_values(key, format, arguments);
    format.format(names.data(), values.data(), static_cast<std::int32_t>(names.size()), result, status);
  }
  if (U_SUCCESS(status)) return utf8(result);
  report(fmt::format("\"{}\" cannot be formatted: {}", key, u_errorName(status)));
  return text;
}

}  // namespace

std::string t(std::string_view key, const Arguments& arguments) {
  return t({}, key, arguments);
}

std::string t(std::string_view game, std::string_view key, const Arguments& arguments) {
  if (const std::string* text = look_up(game, key, language())) return formatted(key, *text, language(), arguments);
  report(fmt::format("there is no \"{}\" in \"{}\"", key, language()));
  if (const std::string* text = look_up(game, key, kEnglish)) return formatted(key, *text, kEnglish, arguments);
  return std::string(key);
}

bool has_message(std::string_view key) {
  return has_message({}, key);
}

bool has_message(std::string_view game, std::string_view key) {
  return look_up(game, key, kEnglish) != nullptr;
}

std::string game_title(const std::string& game) {
  const std::string card = game + "/card";
  return has_message(card, "title") ? t(card, "title", {}) : capital(game);
}

std::vector<std::string> languages() {
  std::map<std::string, std::size_t> files;
  std::set<std::string_view> folders;
  for (const CatalogueFile& file : catalogue_files()) {
    ++files[std::string(file.language)];
    folders.insert(file.folder);
  }
  std::vector<std::string> complete;
  for (const auto& [language, count] : files) {
    if (count == folders.size()) complete.push_back(language);
  }
  return complete;
}

const std::string& language() {
  return chosen_language();
}

void use_language(std::string_view language) {
  chosen_language() = language;
}

std::string language_of_environment(const std::function<const char*(const char*)>& variable) {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = variable(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view locale = value;
    // "fr_FR.UTF-8" begins with the language; "C" and "POSIX" name none.
    const std::string wanted(locale.substr(0, locale.find_first_of("_.@")));
    const auto all = languages();
    return std::ranges::find(all, wanted) == all.end() ? std::string(kEnglish) : wanted;
  }
  return std::string(kEnglish);
}

FaultHandler on_message_fault(FaultHandler handler) {
  return std::exchange(fault_handler(), std::move(handler));
}

std::string listed(const std::vector<std::string>& parts) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::ListFormatter> format(icu::ListFormatter::createInstance(locale_of(language()), status));
  std::vector<icu::UnicodeString> texts;
  texts.reserve(parts.size());
  for (const std::string& part : parts) texts.push_back(icu::UnicodeString::fromUTF8(part));
  icu::UnicodeString result;
  if (format) format->format(texts.data(), static_cast<std::int32_t>(texts.size()), result, status);
  return format && U_SUCCESS(status) ? utf8(result) : fmt::format("{}", fmt::join(parts, ", "));
}

std::string decimal(double value, int digits) {
  UErrorCode status = U_ZERO_ERROR;
  const auto number = icu::number::NumberFormatter::withLocale(locale_of(language()))
                          .precision(icu::number::Precision::fixedFraction(digits))
                          .formatDouble(value, status);
  const icu::UnicodeString text = number.toString(status);
  return U_SUCCESS(status) ? utf8(text) : fmt::format("{:.{}f}", value, digits);
}

std::string percent(double probability) {
  const double hundreds = probability * 100;
  return decimal(hundreds, hundreds > 0 && hundreds < 9.95 ? 1 : 0) + "\u00a0%";
}

std::string capital(const std::string& text) {
  const icu::UnicodeString all = icu::UnicodeString::fromUTF8(text);
  const std::int32_t rest = all.moveIndex32(0, 1);
  icu::UnicodeString first = all.tempSubString(0, rest);
  return utf8(first.toUpper(locale_of(language())) + all.tempSubString(rest));
}

}  // namespace wyrmhall::cli
