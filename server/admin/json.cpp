#include "server/admin/json.h"

#include <google/protobuf/util/json_util.h>

#include "common/rfc3339.h"
#include "common/uuid.h"

namespace wyrmhall::server::admin {

Json id_json(const Id& id) {
  return uuid_text(id);
}
Json id_json(const std::optional<Id>& id) {
  return id ? id_json(*id) : Json(nullptr);
}

Json time_json(Timestamp at) {
  return time_text(at);
}
Json time_json(const std::optional<Timestamp>& at) {
  return at ? time_json(*at) : Json(nullptr);
}

Json message_json(const google::protobuf::Message& message) {
  std::string text;
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = false;
  if (!google::protobuf::util::MessageToJsonString(message, &text, options).ok()) return nullptr;
  return Json::parse(text, nullptr, false);
}

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Response json_response(const Json& json, int status) {
  return {.status = status, .content_type = "application/json", .body = to_text(json) + "\n", .headers = {}};
}

}  // namespace wyrmhall::server::admin
