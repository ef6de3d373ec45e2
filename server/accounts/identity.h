// How a player can be signed in, and what they are called: the tokens of an account, and its name.
#pragma once

#include <optional>
#include <string>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/context.h"
#include "server/lobby/lobby.h"

namespace wyrmhall::server {

class Identity {
 public:
  Identity(const SessionContext& core, Lobby& lobby) : core_(core), lobby_(lobby) {}

  // ListSignIns, AddSignIn, NameSignIn, RevokeSignIn, RevokeOtherSignIns, Rename.
  void command(Session& session, const pb::ClientMessage& message, Outbox& out);
  void answered(const TokensKept& wait, const TokensKept::Answer& answer, Outbox& out);
  void answered(const NameKept& wait, const NameKept::Answer& answer, Outbox& out);
  void answered(const SignInList& wait, const SignInList::Answer& answer, Outbox& out);
  static void answered(const TokenTouched& /*wait*/, const TokenTouched::Answer& /*answer*/, Outbox& /*out*/) {}

  // Somebody signs in by a token: that is noted only now and then, so that connecting costs the disk nothing.
  void note_use(const Session& session, const persistence::Token& token, Outbox& out) const;
  // A connection that lasted long has used the token until now, which had not been noted.
  void note_stay(const Session& session, Outbox& out) const;
  // An account has changed while an older reading of it may be on its way to somebody who signs in.
  void look_again();

  // After an account was given another name, and after some of its tokens were revoked: Core passes these on.
  // They tell the other servers of the store, unless it is one of these that tells it.
  void renamed(const AccountId& account, const std::string& name, Outbox& out, bool tell_others = true);
  void revoked(const AccountId& account, const std::optional<persistence::Hash>& only,
               const std::optional<persistence::Hash>& but, Outbox& out, bool tell_others = true);

 private:
  // What has to be known again once the store has answered.
  struct NewName {
    AccountId account{};
    std::string name;
  };
  struct TokenChange {
    enum class Kind : std::uint8_t { kAdd, kName, kRevoke, kRevokeOthers };
    Kind kind = Kind::kAdd;
    AccountId account{};
    persistence::Hash token{};  // that is named or revoked, or stays
    std::string secret = {};    // the token that is made
  };
  void name_sign_in(const Session& session, const pb::ClientMessage& message, Outbox& out);
  void rename(const Session& session, const pb::ClientMessage& message, Outbox& out);
  template <class Request>
  void change_tokens(const Asker& asker, TokenChange change, Request request, Outbox& out);
  void tell(const Session& session, const Asker& asker, const TokenChange& change, bool kept, Outbox& out) const;
  void touch(const Session& session, Timestamp now, Outbox& out) const;

  SessionContext core_;
  Lobby& lobby_;
  // Changes under way, by their numbers.
  boost::unordered_flat_map<std::uint64_t, NewName> names_;
  boost::unordered_flat_map<std::uint64_t, TokenChange> token_changes_;
  std::uint64_t next_change_ = 1;
};

}  // namespace wyrmhall::server
