// Signing in on a device that has no keyboard for a password, or should not be told one: it shows a code, and the
// player confirms that on a device that is signed in, at this server or another of the store. Codes are kept in memory:
// after a restart the device asks again.
#pragma once

#include <map>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "persistence/hash.h"
#include "server/core/context.h"

namespace wyrmhall::node::v1 {
class CodeAnswered;
class CodeTyped;
}  // namespace wyrmhall::node::v1

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

  // How many other servers there are.
  void placed(std::size_t others) { others_ = others; }
  // From another server: a code that was typed there; what it knows of one that was typed here.
  void heard(persistence::Incarnation from, const node::v1::CodeTyped& typed, Outbox& out);
  void heard(const node::v1::CodeAnswered& answered, Outbox& out);

 private:
  // A code that was typed here, of which the others are asked.
  struct Typed {
    Timestamp since{};
    std::size_t silent = 0;  // servers that have not answered
    bool confirms = false;
  };
  struct Waiting {
    SessionId device;
    Timestamp since{};
  };
  using ByCode = std::map<persistence::Hash, Waiting>;

  // Null where nobody waits by it (any more).
  Session* waiting(ByCode::const_iterator found);
  void forget_those_gone();
  void let_in(Session& device, const Asker& asker, const AccountId& account, Outbox& out);
  void ask_others(const Asker& asker, const persistence::Hash& code, const AccountId& account, bool confirms,
                  Outbox& out);
  static void answer(persistence::Incarnation to, const node::v1::CodeAnswered& answered, Outbox& out);

  SessionContext core_;
  ByCode codes_;
  boost::unordered_flat_map<std::uint64_t, std::uint64_t> commands_;  // the SignIn of each that waits, by its session
  std::size_t others_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Typed> typed_;  // by session and command
};

}  // namespace wyrmhall::server
