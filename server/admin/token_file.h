// The file of named admin tokens: one a line, with its name, its role, and how long it is good.
//
//   # name       role           token, or its SHA-256                      good until (UTC)
//   prometheus   read-metrics   sha256:9f86d081884c7d659a2feaa0c55ad015…   never
//   mira         moderate       sha256:2c26b46b68ffc68ff99b453c1d304134…   2027-03-01
//
// A fourth word that is left out means never. What follows a # is not looked at.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/admin/rest/role.h"
#include "server/admin/token.h"
#include "server/core/environment.h"

namespace wyrmhall::server::admin {

struct NamedToken {
  std::string name;  // 1 to 32 of a-z, 0-9, and . _ - inside
  Role role = Role::kNobody;
  Token token;
  std::optional<Timestamp> until = std::nullopt;
};

// On failure, a sentence that names the line and what would be right there.
std::expected<std::vector<NamedToken>, std::string> parse_token_file(std::string_view text);
// The same for a file, which has kAdminTokensBytes at most.
std::expected<std::vector<NamedToken>, std::string> read_token_file(const std::string& path);

}  // namespace wyrmhall::server::admin
