#include "server/admin/problem.h"

#include "server/admin/json.h"

namespace wyrmhall::server::admin {

void wrong_body(std::string_view member, std::string detail) {
  throw Problem(400, "invalid-body", "The body has invalid members.", {{std::string(member), std::move(detail)}});
}

Response to_response(const Problem& problem) {
  Json json = {{"type", "urn:wyrmhall:problem:" + problem.type},
               {"title", problem.type},
               {"status", problem.status},
               {"detail", problem.detail}};
  for (char& c : json["title"].get_ref<std::string&>()) {
    if (c == '-') c = ' ';
  }
  for (const WrongParameter& wrong : problem.errors) {
    json["errors"].push_back({{"parameter", wrong.parameter}, {"detail", wrong.detail}});
  }
  Response response = json_response(json, problem.status);
  response.content_type = "application/problem+json";
  return response;
}

}  // namespace wyrmhall::server::admin
