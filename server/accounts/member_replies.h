// What members are answered and refused with.
#pragma once

#include <optional>
#include <string_view>

#include "common/time.h"
#include "persistence/members.h"
#include "server/accounts/webauthn/fault.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

// What is wrong with the length of a new password.
std::optional<pb::Refusal> fault_of_length(std::string_view password);
pb::Refusal secret_wrong();
pb::Refusal too_many_tries(Duration wait);
pb::Refusal busy();
pb::Refusal passkey_unfit(std::string_view detail, std::string_view field);
pb::Refusal unfit(webauthn::Fault fault);
pb::ServerMessage membership_of(const persistence::ReadMembership::Answer& now);

}  // namespace wyrmhall::server
