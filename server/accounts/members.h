// Members: who gets in by a password or a recovery code, sets one, and asks for new codes. Passwords are looked at by
// workers, one after the other; how often they may be tried is counted by the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/context.h"

namespace wyrmhall::server {

struct JobResult;

class Members {
 public:
  explicit Members(const SessionContext& core) : core_(core) {}

  // SignIn as a member. When it is one, it gets a token, and the owner of that is asked for, as with any other token.
  void sign_in(Session& session, const pb::ClientMessage& message, Outbox& out);
  // Whether something that it gave is being looked at.
  [[nodiscard]] bool is_trying(const Session& session) const { return attempts_.contains(session.id.number); }
  // SetPassword, NewRecoveryCodes, AskMembership.
  void command(const Session& session, const pb::ClientMessage& message, Outbox& out);

  void answered(const TryCounted& wait, TryCounted::Answer& answer, Outbox& out);
  void answered(const SecretKept& wait, const SecretKept::Answer& answer, Outbox& out);
  void answered(const MembershipRead& wait, const MembershipRead::Answer& answer, Outbox& out) const;
  static void answered(const TryTakenBack& /*wait*/, const TryTakenBack::Answer& /*answer*/, Outbox& /*out*/) {}
  void found(const PasswordOf& wait, JobResult& result, Outbox& out);
  // The workers have too much to do.
  void turned_away(const PasswordOf& wait, Outbox& out);

 private:
  // What a connection is about. It has one of these at most.
  struct Attempt {
    enum class Aim : std::uint8_t { kSignIn, kSetPassword, kNewCodes };
    Aim aim = Aim::kSignIn;
    std::string given = {};         // the password that is to be looked at; empty: none
    std::string code = {};          // or the recovery code
    std::string new_password = {};  // with kSetPassword
    std::vector<persistence::TryCount> counts = {};
    persistence::Boxed<persistence::Account> account = std::nullopt;      // who has the name
    persistence::Boxed<persistence::PasswordHash> before = std::nullopt;  // what the password is
    std::vector<std::string> codes = {};                                  // to be told once they are kept
  };

  void begin(const Session& session, const Asker& asker, std::string_view name, Attempt attempt, Outbox& out);
  [[nodiscard]] std::vector<persistence::TryCount> counts_of(const Session& session, std::string_view name_key,
                                                             const Attempt& attempt) const;
  // A password is to be looked at, or made, or both.
  void look_at_password(const Asker& asker, const Attempt& attempt, Outbox& out);
  void right(Session& session, const Asker& asker, Attempt& attempt, persistence::Boxed<persistence::PasswordHash> made,
             Outbox& out);
  void give_token(Session& session, const Asker& asker, const Attempt& attempt, Outbox& out) const;
  std::vector<persistence::Hash> draw_codes(Attempt& attempt) const;
  void wrong(Session& session, const Asker& asker, Outbox& out);
  void end(Session& session, const Asker& asker, pb::Refusal refusal, Outbox& out);
  void forget(const Asker& asker) { attempts_.erase(asker.session.number); }

  SessionContext core_;
  boost::unordered_flat_map<std::uint64_t, Attempt> attempts_;  // by session
};

}  // namespace wyrmhall::server
