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

// Whether a name is meant: by how it begins, or by how one of its words begins. `typed` in plain letters.
bool is_name_begun(std::string_view typed, std::string_view name);

// A word that is a whole number, and nothing else.
std::optional<std::uint32_t> number_in_word(std::string_view word);

}  // namespace wyrmhall::cli
