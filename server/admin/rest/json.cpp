#include "server/admin/rest/json.h"

#include <google/protobuf/util/json_util.h>

namespace wyrmhall::server::admin {

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
