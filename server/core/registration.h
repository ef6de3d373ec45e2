// Who may become a guest. Whoever is one signs in as ever.
#pragma once

#include <cstdint>

namespace wyrmhall::server {

enum class Registration : std::uint8_t {
  kOpen,        // everybody
  kInvitation,  // who has an invitation
  kClosed       // nobody
};

}  // namespace wyrmhall::server
