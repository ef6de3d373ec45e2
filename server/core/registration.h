// Who may become a guest. Those who are guests already sign in as before.
#pragma once

#include <cstdint>

namespace wyrmhall::server {

enum class Registration : std::uint8_t {
  kOpen,        // everybody
  kInvitation,  // those who have an invitation
  kClosed       // nobody
};

}  // namespace wyrmhall::server
