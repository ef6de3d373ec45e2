// Who is a member, by which password and codes, as the simulator knows it from what is on disk. Each check throws
// Violation:
//
// - A member gets back in: by the password that is on disk and by each code that is, also after a crash; by no other
//   password, and by no code that was used or replaced. What was told of a password or of codes is on disk.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "persistence/store.h"
#include "tests/sim/counters.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::sim {

class Memberships {
 public:
  explicit Memberships(Counters& counters) : counters_(counters) {}

  // A write at the moment at which it is kept.
  void kept(const persistence::Request& request);
  // The server starts again.
  void restarted();
  // Whether what somebody gives is right for an account, as it is on disk now.
  [[nodiscard]] bool lets_in(const AccountId& account, const wyrmhall::v1::MemberSignIn& by) const;
  // Somebody was signed in as a member, by a token that is on disk.
  void signed_in(const AccountId& account, const wyrmhall::v1::MemberSignIn& by, const persistence::Hash& token);
  // Somebody was told that it is wrong, though it was right when it was asked and is now.
  void refused(const wyrmhall::v1::Refusal& refusal) const;
  // What is told of an account.
  void told(const AccountId& account, const wyrmhall::v1::Membership& membership);

 private:
  struct Member {
    persistence::PasswordHash password;
    std::set<persistence::Hash> codes;
    std::map<persistence::Hash, persistence::Hash> used;  // codes, and the tokens that were given for them
    bool earlier = false;                                 // since before the server started
  };

  void carry(const persistence::KeepPassword& request);
  void carry(const persistence::KeepRecoveryCodes& request);
  void carry(const persistence::UseRecoveryCode& request);
  template <class Other>
  void carry(const Other& /*request*/) {}

  Counters& counters_;
  std::map<AccountId, Member> members_;
};

}  // namespace wyrmhall::sim
