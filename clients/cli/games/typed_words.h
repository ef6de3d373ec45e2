// What a person has typed, word by word.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::cli {

// Small letters without accents, so that "Ecailles" is as good as "écailles".
std::string plain_letters(std::string_view text);

// The words of a line, in plain letters, with blanks or commas between them.
std::vector<std::string> words_in(std::string_view line);

// A word that is a whole number, and nothing else.
std::optional<std::uint32_t> number_in_word(std::string_view word);

}  // namespace wyrmhall::cli
