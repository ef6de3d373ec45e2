#include "server/accounts/member_replies.h"

#include <fmt/format.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <chrono>

#include "server/core/limits.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

std::optional<pb::Refusal> fault_of_length(std::string_view password) {
  const std::int64_t characters =
      password.size() > kMaxPasswordBytes
          ? kMaxPasswordCharacters + 1
          : icu::UnicodeString::fromUTF8({password.data(), static_cast<std::int32_t>(password.size())}).countChar32();
  if (characters >= kMinPasswordCharacters && characters <= kMaxPasswordCharacters) return std::nullopt;
  pb::Refusal refused = refusal(
      pb::REFUSAL_CODE_FIELD_INVALID,
      fmt::format("a password has {} to {} characters", kMinPasswordCharacters, kMaxPasswordCharacters), "password");
  refused.set_given(characters);
  refused.set_lowest(kMinPasswordCharacters);
  refused.set_highest(kMaxPasswordCharacters);
  return refused;
}

pb::Refusal secret_wrong() {
  return refusal(pb::REFUSAL_CODE_SECRET_WRONG, "no member of this name has this password, recovery code or passkey");
}

pb::Refusal too_many_tries(Duration wait) {
  return again_after(refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                             "this has been tried too often; try again later, or use a recovery code", "tries"),
                     std::chrono::ceil<std::chrono::milliseconds>(std::max<Duration>(wait, 1s)));
}

pb::Refusal busy() {
  return refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again");
}

pb::ServerMessage membership_of(const persistence::ReadMembership::Answer& now) {
  pb::ServerMessage reply;
  pb::Membership& to = *reply.mutable_membership();
  to.set_member(now.member());
  to.set_codes_left(now.codes_left);
  to.set_password(now.password);
  to.set_delete_at_us(wire_us(now.delete_at()));
  if (now.history) {
    to.set_made_at_us(wire_us(now.history->created_at));
    to.set_renamed_at_us(wire_us(now.history->renamed_at));
    for (const std::string& key : now.history->former_keys) to.add_former_names(key);
  }
  for (const persistence::Passkey& passkey : now.passkeys) {
    pb::Passkey& line = *to.add_passkeys();
    line.set_id(passkey.id);
    line.set_name(passkey.name);
    line.set_made_at_us(wire_us(passkey.made_at));
    line.set_used_at_us(wire_us(passkey.used_at));
  }
  return reply;
}

pb::Refusal passkey_unfit(std::string_view detail, std::string_view field) {
  return refusal(pb::REFUSAL_CODE_PASSKEY_UNFIT, detail, field);
}

pb::Refusal unfit(webauthn::Fault fault) {
  using webauthn::Fault;
  switch (fault) {
    case Fault::kOtherChallenge:
      return passkey_unfit("this passkey was made for another challenge; ask for one and try again", "client_data");
    case Fault::kOtherOrigin:
    case Fault::kOtherHost:
      return passkey_unfit("this passkey was made on another site", "client_data");
    case Fault::kAlgorithm:
      return passkey_unfit("this server knows passkeys of ES256 and EdDSA only", "attestation");
    default:
      return passkey_unfit("this is no passkey as Web Authentication has them", "attestation");
  }
}

}  // namespace wyrmhall::server
