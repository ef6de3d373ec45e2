// What players call things of their own, such as a device: shown to nobody but themselves.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "server/wire/frames.h"

namespace wyrmhall::server {

// At most kLabelCharacters characters, none of which is a control character; without spaces at its ends. May be empty.
std::expected<std::string, pb::Refusal> check_label(std::string_view utf8);

}  // namespace wyrmhall::server
