// Members: who gets in by a password, a recovery code or a passkey, sets one or adds one, asks for new codes, and wants
// to be deleted. What is given is looked at by workers, one after the other; how often a password or a code may be
// tried is counted by the store.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/accounts/attempt.h"
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
  // SetPassword, NewRecoveryCodes, AddPasskey, RemovePasskey, DeleteAccount, KeepAccount, AskMembership.
  void command(Session& session, const pb::ClientMessage& message, Outbox& out);
  // AskPasskeyChallenge, before sign-in too.
  void challenge(Session& session, std::uint64_t command_id, Outbox& out) const;

  void answered(const TryCounted& wait, TryCounted::Answer& answer, Outbox& out);
  void answered(const PasskeyFound& wait, PasskeyFound::Answer& answer, Outbox& out);
  void answered(const SecretKept& wait, const SecretKept::Answer& answer, Outbox& out);
  void answered(const CodesMade& wait, const CodesMade::Answer& answer, Outbox& out);
  void answered(const MembershipKept& wait, const MembershipKept::Answer& answer, Outbox& out) const;
  void answered(const MembershipRead& wait, const MembershipRead::Answer& answer, Outbox& out) const;
  void answered(const PasskeysListed& wait, const PasskeysListed::Answer& answer, Outbox& out) const;
  static void answered(const TryTakenBack& /*wait*/, const TryTakenBack::Answer& /*answer*/, Outbox& /*out*/) {}
  static void answered(const PasskeyNoted& /*wait*/, const PasskeyNoted::Answer& /*answer*/, Outbox& /*out*/) {}
  void found(const PasswordOf& wait, JobResult& result, Outbox& out);
  // The workers have too much to do.
  void turned_away(const PasswordOf& wait, Outbox& out);

 private:
  // What the command is about; a refusal where something of it is wrong.
  std::expected<Attempt, pb::Refusal> attempt_of(Session& session, const pb::ClientMessage& message) const;
  void begin(Session& session, const Asker& asker, std::string_view name, Attempt attempt, Outbox& out);
  [[nodiscard]] std::vector<persistence::TryCount> counts_of(const Session& session, std::string_view name_key,
                                                             const Attempt& attempt) const;
  // Whose it is has been found.
  void go_on(Session& session, const Asker& asker, Attempt& attempt, Outbox& out);
  // A password or a passkey is to be looked at, or a password made, or both.
  void look(const Session& session, const Asker& asker, const Attempt& attempt, Outbox& out);
  void right(Session& session, const Asker& asker, Attempt& attempt, const PasswordFound& found, Outbox& out);
  void give_token(Session& session, const Asker& asker, const Attempt& attempt, std::uint32_t counter,
                  Outbox& out) const;
  std::vector<persistence::Hash> draw_codes(Attempt& attempt) const;
  void wrong(Session& session, const Asker& asker, Outbox& out);
  void end(Session& session, const Asker& asker, pb::Refusal refusal, Outbox& out);
  void forget(const Asker& asker) { attempts_.erase(asker.session.number); }

  SessionContext core_;
  boost::unordered_flat_map<std::uint64_t, Attempt> attempts_;  // by session, which has one at most
};

}  // namespace wyrmhall::server
