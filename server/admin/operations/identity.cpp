// Who a player is: another name, and a new token for a player who has lost the old one.
#include <sodium.h>

#include <array>

#include "common/hex.h"
#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/admin/operation.h"
#include "server/admin/operations/player_line.h"
#include "server/core/ids.h"
#include "server/core/limits.h"
#include "server/core/names.h"
#include "server/core_admin.h"

namespace wyrmhall::server::admin {
namespace {

using persistence::Conflict;

struct NameBody {
  std::string name;
  std::string reason;
};

struct TokenBody {
  bool revoke_others = false;
  std::string reason;
};

struct NewToken {
  std::string token;
};

}  // namespace

template <>
inline constexpr auto kSchema<NameBody> =
    object({},
           field("name", &NameBody::name,
                 {.about = "By the rules for every player's name.", .refusal = "is the new name", .required = true}),
           reason_field(&NameBody::reason, "For the log."));

template <>
inline constexpr auto kSchema<TokenBody> =
    object({},
           field("revokeOthers", &TokenBody::revoke_others,
                 {.about = "The player's other tokens become worthless, and their connections end."}),
           reason_field(&TokenBody::reason, "For the log."));

template <>
inline constexpr auto kSchema<NewToken> = object({"NewToken", "Told this once: the server keeps only its hash."},
                                                 field("token", &NewToken::token, {.pattern = "^[0-9a-f]{64}$"}));

namespace {

PlayerLine rename(Context& context, Call& call, const AccountId& id, const NameBody& body) {
  const auto history = context.histories.lease();
  const auto before = find_living(*history, id);
  const auto name = is_bot_name(before.name) ? check_bot_name(body.name) : check_name(body.name);
  if (!name) wrong_body("name", "is refused: " + name.error().detail);
  note(context, call, uuid_text(id), {{"before", before.name}, {"name", name->shown}, {"reason", body.reason}});
  const auto answer = context.running.ask(persistence::RenameAccount{.account = id,
                                                                     .name = name->shown,
                                                                     .name_key = name->key,
                                                                     .at = context.running.now(),
                                                                     .reserved_for = kOldNameReserved});
  if (answer.conflict == Conflict::kName) {
    throw Problem(409, "name-taken", "Somebody has this name, or one that looks the same.");
  }
  must_be_kept(answer, already_deleted());
  context.running.on_core([&](Core& core) { CoreAdmin(core).renamed(id, name->shown); });
  return find_living(*history, id);
}

NewToken reissue(Context& context, Call& call, const AccountId& id, const TokenBody& body) {
  const auto history = context.histories.lease();
  find_living(*history, id);
  note(context, call, uuid_text(id), {{"revokeOthers", body.revoke_others}, {"reason", body.reason}});
  std::array<std::uint8_t, kTokenBytes> secret{};
  randombytes_buf(secret.data(), secret.size());
  const Timestamp now = context.running.now();
  const persistence::Hash hash = hash_of(std::string_view(reinterpret_cast<const char*>(secret.data()), secret.size()));
  const auto answer =
      context.running.ask(persistence::AddToken{.account = id,
                                                .token = {.hash = hash, .client = {}, .made_at = now, .used_at = now},
                                                .limit = kTokensPerAccount,
                                                .alone = body.revoke_others});
  if (answer.conflict == Conflict::kLimit) {
    throw Problem(409, "too-many-tokens", "This player has the maximum number of tokens: use revokeOthers.");
  }
  must_be_kept(answer, already_deleted());
  if (body.revoke_others) context.running.on_core([&](Core& core) { CoreAdmin(core).revoked(id, std::nullopt, hash); });
  return {hex_text(secret)};
}

}  // namespace

std::span<const Operation> identity_operations() {
  static constexpr std::array kOperations = {
      operation<rename>("renamePlayer", "PUT", "/admin/v1/players/{id}/name", Role::kModerate,
                        "Give a player another name; matches that have begun keep the one of then", {.conflict = true}),
      operation<reissue>("reissueToken", "POST", "/admin/v1/players/{id}/tokens", Role::kModerate,
                         "Make a new token for a player who has lost the old one", {.conflict = true}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
