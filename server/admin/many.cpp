// One change to many players or matches: as if it were asked for each by itself, with its own line in the log of
// changes and its own result.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "common/uuid.h"
#include "server/admin/context.h"
#include "server/limits.h"

namespace wyrmhall::server::admin {
namespace {

constexpr std::array<std::string_view, 5> kMany = {"blockPlayer", "unblockPlayer", "endPlayerSessions", "voidMatch",
                                                   "closeTable"};

Response many(Context& context, Call& call) {
  call.query.finish();
  const Json body = body_object(call.request, {"operation", "ids", "reason"});
  const Json operation = body.value("operation", Json(nullptr));
  if (!operation.is_string() || std::ranges::find(kMany, operation.get<std::string>()) == kMany.end()) {
    wrong_body("operation", fmt::format("is one of {}", fmt::join(kMany, ", ")));
  }
  const Json ids = body.value("ids", Json(nullptr));
  const bool fits =
      ids.is_array() && !ids.empty() && ids.size() <= kAdminManyMost && std::ranges::all_of(ids, [](const Json& id) {
        return id.is_string() && parse_uuid(id.get_ref<const std::string&>()).has_value();
      });
  if (!fits) wrong_body("ids", fmt::format("is a list of 1 to {} ids", kAdminManyMost));
  const Json reason = body.value("reason", Json(nullptr));
  if (!reason.is_null() && !reason.is_string()) wrong_body("reason", "is a text");
  Request each = call.request;
  each.body.clear();
  if (reason.is_string() && (operation == "blockPlayer" || operation == "voidMatch")) {
    each.content_type = "application/json";
    each.body = to_text({{"reason", reason}});
  }
  call.settled_apart = true;
  Json results = Json::array();
  for (const Json& id : ids) {
    Call one{.request = each, .who = call.who, .values = {id.get<std::string>()}, .query = Query({})};
    const Response response = context.carry_out(operation.get<std::string>(), one);
    Json result = {{"id", id}, {"status", response.status}, {"problem", nullptr}};
    if (response.status >= 400) result["problem"] = Json::parse(response.body, nullptr, false);
    results.push_back(std::move(result));
  }
  return json_response({{"results", std::move(results)}});
}

constexpr std::array kManyOperations = {
    Operation{.id = "changeMany", .method = "POST", .path = "/admin/v1/many", .role = Role::kModerate, .handle = many},
};

}  // namespace

std::span<const Operation> many_operations() {
  return kManyOperations;
}

}  // namespace wyrmhall::server::admin
