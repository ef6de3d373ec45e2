// Names by which somebody could be taken for the server, for its host, or for a bot.
#pragma once

#include <string_view>

namespace wyrmhall::server {

// `name`: UTF-8, words with one of " -_'." between them. Look-alikes of a reserved word count as that word.
bool is_reserved(std::string_view name);

}  // namespace wyrmhall::server
