// What somebody does that needs a proof of who they are: a password, a recovery code or a passkey.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "persistence/members.h"
#include "server/core/passkey_task.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {

struct Attempt {
  enum class Aim : std::uint8_t { kSignIn, kSetPassword, kNewCodes, kAddPasskey, kDelete };
  Aim aim = Aim::kSignIn;
  // At most one of these: the password that is to be looked at, a recovery code, or what a passkey gave.
  std::string given = {};
  std::string code = {};
  std::optional<pb::PasskeyProof> proof = std::nullopt;
  std::unique_ptr<PasskeyTask> task = nullptr;                          // what a passkey is for
  std::string new_password = {};                                        // with kSetPassword
  persistence::Boxed<persistence::Passkey> new_passkey = std::nullopt;  // with kAddPasskey
  std::vector<persistence::TryCount> counts = {};
  persistence::Boxed<persistence::Account> account = std::nullopt;      // whose name or passkey it is
  persistence::Boxed<persistence::PasswordHash> before = std::nullopt;  // what its password is
  persistence::Boxed<persistence::Passkey> passkey = std::nullopt;      // by which the proof is
  bool member = false;                                                  // whether it is a member's
  std::vector<std::string> codes = {};                                  // to be told once they are kept

  [[nodiscard]] bool proves_nothing() const { return given.empty() && code.empty() && !proof; }
};

}  // namespace wyrmhall::server
