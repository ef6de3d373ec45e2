// Who has a token, as what, until when. The tokens themselves are not to be had.
#include <array>

#include "server/admin/context.h"

namespace wyrmhall::server::admin {
namespace {

Response list(Context& context, Call& call) {
  call.query.finish();
  Json json = {{"tokens", Json::array()}};
  for (const KeyLine& line : context.keys.list()) {
    json["tokens"].push_back({{"name", line.name},
                              {"role", role_text(line.role)},
                              {"until", time_json(line.until)},
                              {"usedAt", time_json(line.used_at)}});
  }
  return json_response(json);
}

constexpr std::array kTokenOperations = {
    Operation{.id = "listTokens", .method = "GET", .path = "/admin/v1/tokens", .role = Role::kOperate, .handle = list},
};

}  // namespace

std::span<const Operation> token_operations() {
  return kTokenOperations;
}

}  // namespace wyrmhall::server::admin
