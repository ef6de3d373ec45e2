#include "server/admin/document.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "server/admin/assets.h"
#include "server/admin/rest/problem_schema.h"

namespace wyrmhall::server::admin {
namespace {

Json shared_response(std::string_view name) {
  return {{"$ref", "#/components/responses/" + std::string(name)}};
}

std::string_view meaning(int status) {
  switch (status) {
    case 201:
      return "It holds from now on.";
    case 202:
      return "It has begun.";
    case 204:
      return "It is done.";
    default:
      return "As asked for.";
  }
}

// The responses that follow from what an operation is.
void add_refusals(Json& responses, const Operation& operation, bool has_body) {
  if (operation.method == "GET") responses["304"] = {{"description", "If-None-Match named this very answer."}};
  responses["400"] = shared_response("BadRequest");
  if (operation.role != Role::kNobody) {
    responses["401"] = shared_response("Unauthorized");
    responses["403"] = shared_response("Forbidden");
  }
  if (operation.path.contains('{')) responses["404"] = shared_response("NotFound");
  if (operation.facts.conflict) responses["409"] = shared_response("Conflict");
  if (has_body) {
    responses["413"] = shared_response("TooLarge");
    responses["415"] = shared_response("MediaType");
  }
  responses["503"] = shared_response("Unavailable");
}

Json described(const Operation& operation, Schemas& schemas) {
  Json json = {{"operationId", operation.id}, {"summary", operation.summary}};
  if (!operation.facts.about.empty()) json["description"] = operation.facts.about;
  json["security"] = Json::array();
  if (operation.role != Role::kNobody) json["security"].push_back({{"token", {word_of(operation.role)}}});
  operation.describe(operation, schemas, json);
  add_refusals(json["responses"], operation, json.contains("requestBody"));
  return json;
}

}  // namespace

std::vector<std::string_view> names_in(std::string_view path) {
  std::vector<std::string_view> names;
  for (auto from = path.find('{'); from != std::string_view::npos; from = path.find('{', from + 1)) {
    names.push_back(path.substr(from + 1, path.find('}', from) - from - 1));
  }
  return names;
}

void add_parameter(Json& to, std::string_view name, bool in_path, Json schema) {
  Json parameter = {{"name", name}, {"in", in_path ? "path" : "query"}};
  if (in_path) parameter["required"] = true;
  if (schema.contains("description")) {
    parameter["description"] = std::move(schema["description"]);
    schema.erase("description");
  }
  parameter["schema"] = std::move(schema);
  to["parameters"].push_back(std::move(parameter));
}

void add_body(Json& to, Json schema) {
  const bool required = schema.contains("$ref") || !schema["required"].empty();
  to["requestBody"] = {{"required", required}, {"content", {{"application/json", {{"schema", std::move(schema)}}}}}};
}

void add_answer(Json& to, const Operation& operation, int status, const Json& schema) {
  const Facts& facts = operation.facts;
  Json answer = {{"description", facts.done.empty() ? meaning(status) : facts.done}};
  if (!schema.is_null()) {
    answer["content"]["application/json"]["schema"] = schema;
  } else if (!facts.media.empty()) {
    Json& content = answer["content"][std::string(facts.media)] = Json::object();
    if (facts.media == "application/json") content["schema"]["type"] = "object";
    if (facts.media.starts_with("text/")) content["schema"]["type"] = "string";
  }
  Json headers = Json::object();
  if (operation.method == "GET") headers["ETag"]["schema"]["type"] = "string";
  if (facts.location) {
    headers["Location"] = {{"description", "Where to ask for the job."}, {"schema", {{"type", "string"}}}};
  }
  if (facts.history) {
    headers["Age"] = {{"description", "How many seconds old this is at most; absent where it is not of a replica."},
                      {"schema", {{"type", "integer"}}}};
  }
  if (!headers.empty()) answer["headers"] = std::move(headers);
  to["responses"][std::to_string(status)] = std::move(answer);
}

void add_csv(Json& to) {
  Json& answer = to["responses"]["200"];
  answer["content"][std::string(kCsvType)]["schema"]["type"] = "string";
  answer["headers"]["Link"] = {
      {"description", "The next page of CSV, with rel=\"next\" (RFC 8288); absent: this was the last."},
      {"schema", {{"type", "string"}}}};
}

std::string document_of(std::span<const Operation> operations) {
  Json document = Json::parse(assets::openapi_json());
  Json paths = Json::object();
  Schemas schemas(document["components"]["schemas"]);
  schemas.of<Problem>();
  for (const Operation& operation : operations) {
    std::string method(operation.method);
    std::ranges::transform(method, method.begin(), [](unsigned char c) { return std::tolower(c); });
    paths[std::string(operation.path)][method] = described(operation, schemas);
  }
  // What the file says of a path is said instead of what follows from the operation.
  paths.merge_patch(document["paths"]);
  document["paths"] = std::move(paths);
  return document.dump(1);
}

}  // namespace wyrmhall::server::admin
