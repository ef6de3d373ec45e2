// What is said, in the language of the player: the messages of clients/messages, in ICU MessageFormat. The whole
// program speaks one language, chosen before anything is said. Not for concurrent use.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wyrmhall::cli {

// A value that goes into a message, by its name there: {"n", 3}, {"name", "Mira"}. A text must be UTF-8; what comes
// from somebody else has been through tame().
struct Argument {
  Argument(std::string_view called, std::integral auto number)
      : name(called), value(static_cast<std::int64_t>(number)) {}
  Argument(std::string_view called, std::string_view text) : name(called), value(std::string(text)) {}

  std::string name;
  std::variant<std::int64_t, std::string> value;
};
using Arguments = std::vector<Argument>;

// The messages of the terminal, of any match, and of refusals: those of one folder each, whose keys all differ.
std::string t(std::string_view key, const Arguments& arguments = {});
// Those of a game, then the ones above. A message that the language lacks is said in English; one that English lacks is
// its key.
std::string t(std::string_view game, std::string_view key, const Arguments& arguments);
// Whether there is such a message of a game, or of all.
bool has_message(std::string_view key);
bool has_message(std::string_view game, std::string_view key);

// The languages that there are, such as "en" and "fr": those that have a file in every folder.
std::vector<std::string> languages();
const std::string& language();
// One of languages(). English until then.
void use_language(std::string_view language);
// What LC_ALL, LC_MESSAGES or LANG ask for, the first that is set, where it is one of languages(); otherwise English.
std::string language_of_environment(const std::function<const char*(const char*)>& variable);

// Told of a message that is missing, or that lacks a value: for tests, in which nothing of this may happen. Gives back
// who was told before.
using FaultHandler = std::function<void(const std::string& fault)>;
FaultHandler on_message_fault(FaultHandler handler);

// "a, b, and c".
std::string listed(const std::vector<std::string>& parts);
// With so many digits after the point, or the comma.
std::string decimal(double value, int digits = 1);
// A probability such as "37 %", or "0.4 %" for a small one.
std::string percent(double probability);
// With a capital, to begin a sentence.
std::string capital(const std::string& text);

}  // namespace wyrmhall::cli
