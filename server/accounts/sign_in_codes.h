// Signing in on a device that has no keyboard for a password, or should not be told one: it shows a code, and the
// player confirms that on a device that is signed in. Codes are kept in memory: after a restart the device asks again.
#pragma once

#include <map>

#include <boost/unordered/unordered_flat_map.hpp>

#include "persistence/hash.h"
#include "server/core/context.h"

namespace wyrmhall::server {

class SignInCodes {
 public:
  explicit SignInCodes(const SessionContext& core) : core_(core) {}

  // SignIn by a code. It is told, and the command is answered once it was confirmed, or is too old.
  void ask(Session& session, std::uint64_t command_id, Outbox& out);
  // LookUpSignIn, ConfirmSignIn.
  void command(const Session& session, const pb::ClientMessage& message, Outbox& out);
  void answered(const ConfirmedKept& wait, const ConfirmedKept::Answer& answer, Outbox& out);
  // Whether it waits for its code to be confirmed.
  [[nodiscard]] bool waits(const Session& session) const { return commands_.contains(session.id.number); }
  // Gives up those that are too old.
  void tick(Timestamp now, Outbox& out);

 private:
  struct Waiting {
    SessionId device;
    Timestamp since{};
  };
  using ByCode = std::map<persistence::Hash, Waiting>;

  // Null where nobody waits by it (any more).
  Session* waiting(ByCode::const_iterator found);
  void forget_those_gone();

  SessionContext core_;
  ByCode codes_;
  boost::unordered_flat_map<std::uint64_t, std::uint64_t> commands_;  // the SignIn of each that waits, by its session
};

}  // namespace wyrmhall::server
