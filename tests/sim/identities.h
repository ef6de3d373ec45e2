// Who is who, as the simulator knows it from what is on disk: names, tokens and invitations. Checked at every frame
// that tells of them. Each check throws Violation, as those of checkers.h do:
//
// - Signed out is out: a token that was revoked lets nobody in once the server has said so, also after a crash; those
//   that were not revoked do.
// - A name stays: a rename that was told is never undone, no two have one name, and a renamed player has the account of
//   before.
// - Invitations are counted: one lets in as many guests as it says, and is refused only when it has.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "persistence/store.h"
#include "tests/sim/counters.h"
#include "tests/sim/memberships.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::sim {

class Identities {
 public:
  explicit Identities(Counters& counters) : counters_(counters), members_(counters) {}

  // Guests come by invitation only.
  void need_invitations() { invited_ = true; }
  // A write at the moment at which it is kept.
  void kept(const persistence::Request& request);
  // The server starts again: what is on disk now holds, whether it was told or not.
  void restarted();
  void heard(std::uint64_t link, const wyrmhall::v1::ClientMessage& command);
  void sent(std::uint64_t link, const wyrmhall::v1::ServerMessage& message);
  void went(std::uint64_t link) { asked_.erase(link); }

 private:
  struct Token {
    AccountId account{};
    bool revoked = false;
    bool told = false;     // somebody was told that it is revoked, or the server has started since
    bool earlier = false;  // it was revoked before the server started
    Timestamp used_at{};
  };
  struct Name {
    std::vector<std::string> kept;  // in order
    std::size_t told = 0;           // nothing older than this may be shown
    bool earlier = false;           // renamed before the server started
  };
  struct Invitation {
    std::uint32_t uses = 0;
    std::uint32_t used = 0;
  };
  // What a revocation is about: this one token, or all but this one.
  struct Revocation {
    std::optional<persistence::Hash> only;
    std::optional<persistence::Hash> but;
  };
  // What a connection asked and was not answered, by command; and by which token it is signing in or has signed in.
  struct Asked {
    std::map<std::uint64_t, wyrmhall::v1::SignIn> sign_ins;
    std::set<std::uint64_t> right;  // of these, as a member by what is right when it is asked
    std::map<std::uint64_t, Revocation> revocations;
    std::optional<persistence::Hash> token;
    std::optional<AccountId> account;
  };

  void carry(const persistence::CreateAccount& request);
  void carry(const persistence::RenameAccount& request);
  void carry(const persistence::AddToken& request);
  void carry(const persistence::RevokeTokens& request);
  void carry(const persistence::TouchToken& request);
  void carry(const persistence::UseRecoveryCode& request);
  void carry(const persistence::KeepInvitation& request);
  template <class Other>
  void carry(const Other& /*request*/) {}
  void add_token(const AccountId& account, const persistence::Token& token, bool replaces, std::uint32_t limit);
  // Whether somebody who signs in as a member would be let in by what is on disk now.
  [[nodiscard]] bool lets_in(const wyrmhall::v1::MemberSignIn& by) const;
  void take_name(const AccountId& account, const std::string& name, const std::string& key);

  void signed_in(Asked& asked, std::uint64_t command, const wyrmhall::v1::SignedIn& message);
  void show_name(const wyrmhall::v1::Player& player, bool tells);
  void revocation_told(const Asked& asked, const Revocation& revocation);
  void refused(const wyrmhall::v1::SignIn& sign_in, const wyrmhall::v1::Refusal& refusal);

  Counters& counters_;
  Memberships members_;
  bool invited_ = false;
  std::map<persistence::Hash, Token> tokens_;
  std::map<AccountId, Name> names_;
  std::map<std::string, AccountId> keys_;  // whose name looks like this
  std::map<AccountId, std::string> key_of_;
  std::map<persistence::Hash, Invitation> invitations_;
  std::map<std::uint64_t, Asked> asked_;
};

}  // namespace wyrmhall::sim
