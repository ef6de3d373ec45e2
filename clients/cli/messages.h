// What is said, in the language of the player: the messages of clients/messages, in ICU MessageFormat. The whole
// program speaks one language, chosen before anything is said. Not for concurrent use.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/model/message.h"

namespace wyrmhall::cli {

using clients::Argument;
using clients::Arguments;

// The messages of the terminal, of any match, and of refusals: those of one folder each, whose keys all differ.
std::string t(std::string_view key, const Arguments& arguments = {});
inline std::string t(const clients::Message& message) {
  return t(message.key, message.arguments);
}
// The messages of a game, then the ones above. A message that the language lacks is said in English; one that English
// lacks is its key.
std::string t(std::string_view game, std::string_view key, const Arguments& arguments);
// Whether there is such a message of a game, or of all.
bool has_message(std::string_view key);
bool has_message(std::string_view game, std::string_view key);
// What a game is called: the title on its card (clients/messages/<game>/card). Where it has none, its name in the
// protocol, with a capital.
std::string game_title(const std::string& game);

// The languages that there are, such as "en" and "fr": those that have a file in every folder.
std::vector<std::string> languages();
const std::string& language();
// One of languages(). English until then.
void use_language(std::string_view language);
// The language that LC_ALL, LC_MESSAGES or LANG asks for, the first that is set, if it is one of languages(); otherwise
// English.
std::string language_of_environment(const std::function<const char*(const char*)>& variable);

// Is told of a message that is missing, or that lacks a value: for tests, in which none of this may happen. Gives back
// the function that was told before.
using FaultHandler = std::function<void(const std::string& fault)>;
FaultHandler on_message_fault(FaultHandler handler);

// "a, b, and c".
std::string listed(const std::vector<std::string>& parts);
// "Fire: six dragons", with what the language puts before a colon.
inline std::string labelled(const std::string& label, const std::string& text) {
  return t("labelled", {{"label", label}, {"text", text}});
}
// With `digits` digits after the point, or the comma.
std::string decimal(double value, int digits = 1);
// A probability such as "37 %", or "0.4 %" for a small one.
std::string percent(double probability);
// With a capital, to begin a sentence.
std::string capital(const std::string& text);

}  // namespace wyrmhall::cli
