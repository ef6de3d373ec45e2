#include "server/admin/rest/problem.h"

#include <algorithm>

#include "server/admin/rest/problem_schema.h"

namespace wyrmhall::server::admin {

void wrong_body(std::string_view member, std::string detail) {
  throw Problem(400, "invalid-body", "The body has invalid members.", {{std::string(member), std::move(detail)}});
}

void wrong_parameter(std::string_view name, std::string detail) {
  throw Problem(400, "invalid-parameters", "Some parameters are invalid.", {{std::string(name), std::move(detail)}});
}

Response to_response(const Problem& problem) {
  Response response = json_response(to_json(problem), problem.status);
  response.content_type = "application/problem+json";
  return response;
}

}  // namespace wyrmhall::server::admin
