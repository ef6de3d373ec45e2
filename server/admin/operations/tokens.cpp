// Who has a token, with which role, until when. The tokens themselves are never shown.
#include <array>

#include "server/admin/operation.h"
#include "server/admin/rest/page.h"

namespace wyrmhall::server::admin {

template <>
inline constexpr auto kSchema<KeyLine> =
    object({}, field("name", &KeyLine::name, {.about = "\"admin\" is the single token."}),
           field("role", &KeyLine::role), field("until", &KeyLine::until, {.about = "Null: for ever."}),
           field("usedAt", &KeyLine::used_at, {.about = "When it was last used since the server started."}));
template <>
inline constexpr ListName kListName<KeyLine> = {"TokenList", "tokens"};

namespace {

List<KeyLine> list_tokens(Context& context) {
  return {context.keys.list()};
}

}  // namespace

std::span<const Operation> token_operations() {
  static constexpr std::array kOperations = {
      operation<list_tokens>("listTokens", "GET", "/admin/v1/tokens", Role::kOperate,
                             "Who has a token, with which role, and until when"),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
