// Who a player is: another name, and a new token for who has lost the old one.
#include <sodium.h>

#include <array>

#include "common/hex.h"
#include "server/admin/context.h"
#include "server/admin/player_line.h"
#include "server/ids.h"
#include "server/limits.h"
#include "server/names.h"
#include "server/secret_hash.h"
#include "server/sign_in_token.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::Taken;
using persistence::Verdict;

// What else than this a write to the store may come to.
void must_be_written(const persistence::Answer& answer) {
  if (answer.verdict == Verdict::kKept) return;
  if (answer.verdict == Verdict::kConflict) {
    throw Problem(409, "player-deleted", "This player has been deleted.");
  }
  throw Problem(503, "store-unavailable", "The store cannot write.");
}

Response rename(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const Json body = body_object(call.request, {"name", "reason"});
  const std::string reason = reason_of(body);
  const Json given = body.value("name", Json(nullptr));
  if (!given.is_string()) wrong_body("name", "is the new name");
  const auto history = context.histories.lease();
  const auto before = find_living(*history, id);
  const auto name = check_name(given.get<std::string>());
  if (!name) wrong_body("name", "is refused: " + name.error().detail);
  note(context, call, "renamePlayer", uuid_text(id),
       {{"before", before.name}, {"name", name->shown}, {"reason", reason}});
  const persistence::Answer answer = context.running.ask(persistence::RenameAccount{
      .account = id, .name = name->shown, .name_key = name->key, .at = context.running.now()});
  if (answer.taken == Taken::kName) {
    throw Problem(409, "name-taken", "Somebody has this name, or one that looks the same.");
  }
  must_be_written(answer);
  context.running.on_core([&](Hall& hall) { hall.renamed(id, name->shown); });
  return json_response(player_json(find_living(*history, id)));
}

Response reissue(Context& context, Call& call) {
  const Id id = path_id(call.values[0], "id");
  call.query.finish();
  const Json body = body_object(call.request, {"revokeOthers", "reason"});
  const std::string reason = reason_of(body);
  const Json others = body.value("revokeOthers", Json(false));
  if (!others.is_boolean()) wrong_body("revokeOthers", "is true or false");
  const bool alone = others.get<bool>();
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, "reissueToken", uuid_text(id), {{"revokeOthers", alone}, {"reason", reason}});
  std::array<std::uint8_t, kTokenBytes> secret{};
  randombytes_buf(secret.data(), secret.size());
  const Timestamp now = context.running.now();
  const persistence::Hash hash = hash_of(std::string_view(reinterpret_cast<const char*>(secret.data()), secret.size()));
  const persistence::Answer answer =
      context.running.ask(persistence::AddToken{.account = id,
                                                .token = {.hash = hash, .client = {}, .made_at = now, .used_at = now},
                                                .limit = kTokensPerAccount,
                                                .alone = alone});
  if (answer.taken == Taken::kLimit) {
    throw Problem(409, "too-many-tokens", "This player has the maximum number of tokens: use revokeOthers.");
  }
  must_be_written(answer);
  if (alone) context.running.on_core([&](Hall& hall) { hall.revoked(id, std::nullopt, hash); });
  return json_response({{"token", hex_text(secret)}});
}

constexpr std::array kIdentityOperations = {
    Operation{.id = "renamePlayer",
              .method = "PUT",
              .path = "/admin/v1/players/{id}/name",
              .role = Role::kModerate,
              .handle = rename},
    Operation{.id = "reissueToken",
              .method = "POST",
              .path = "/admin/v1/players/{id}/tokens",
              .role = Role::kModerate,
              .handle = reissue},
};

}  // namespace

std::span<const Operation> identity_operations() {
  return kIdentityOperations;
}

}  // namespace wyrmhall::server::admin
