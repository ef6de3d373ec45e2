// Values as the admin interface writes them: ids as UUIDs, times as RFC 3339 in UTC, members in camelCase.
#pragma once

#include <google/protobuf/message.h>

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "server/admin/exchange.h"
#include "server/environment.h"

namespace wyrmhall::server::admin {

using Json = nlohmann::ordered_json;

Json id_json(const Id& id);
Json id_json(const std::optional<Id>& id);  // null for none
Json time_json(Timestamp at);
Json time_json(const std::optional<Timestamp>& at);

// A message of the protocol as protobuf's own JSON: members in camelCase, enums by name, bytes in base64.
Json message_json(const google::protobuf::Message& message);

// Text that is no UTF-8 is mended rather than refused.
std::string to_text(const Json& json);
Response json_response(const Json& json, int status = 200);

}  // namespace wyrmhall::server::admin
