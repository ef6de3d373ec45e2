#include "server/admin/role.h"

#include <array>

namespace wyrmhall::server::admin {
namespace {

constexpr std::array<std::string_view, 5> kTexts = {"nobody", "read-metrics", "read", "moderate", "operate"};

}  // namespace

std::string_view role_text(Role role) {
  return kTexts.at(static_cast<std::size_t>(role));
}

std::optional<Role> parse_role(std::string_view text) {
  for (std::size_t i = 1; i < kTexts.size(); ++i) {
    if (kTexts.at(i) == text) return static_cast<Role>(i);
  }
  return std::nullopt;
}

}  // namespace wyrmhall::server::admin
