// How tables are told: to each person as they may see it.
#pragma once

#include <cstdint>
#include <string_view>

#include "server/core/outbox.h"

namespace wyrmhall::server {

// Tells everybody who sits there, except the session that has had it as an answer.
void tell_all(const pb::Table& table, Outbox& out, SessionId except = {});
void answer(const Sender& sender, std::uint64_t command_id, const pb::Table& table, Outbox& out);
void refuse(const Sender& sender, std::uint64_t command_id, pb::RefusalCode code, std::string_view detail, Outbox& out,
            std::string_view field = {});

}  // namespace wyrmhall::server
