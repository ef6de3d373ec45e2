// One connection, as the core sees it: who it is, how fast it may speak, what waits to be sent, which matches it has
// open.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/core/limits.h"
#include "server/core/outbox.h"
#include "server/core/passkey_task.h"
#include "server/core/peer_address.h"
#include "server/core/proof_of_work.h"
#include "server/core/token_bucket.h"

namespace wyrmhall::server {

struct Session {
  enum class Stage : std::uint8_t { kNew, kGreeted, kSigningIn, kSignedIn, kClosing };

  // A match that this connection has open, by the number that it goes by here.
  struct Channel {
    std::uint32_t number = 0;
    MatchId match{};
    bool behind = false;              // updates were dropped: a snapshot is due
    std::vector<Answered> owed = {};  // what they would have answered: due after the snapshot
  };

  SessionId id;
  SharedAddress address;  // never null
  Stage stage = Stage::kNew;
  Timestamp connected_at{};
  std::string client;
  AccountId account{};
  std::string name;
  std::string token;               // that was made for it, until it has been told
  persistence::Hash token_hash{};  // of what it signs in with, or has
  bool read_only = false;          // it has signed in by a token that is good for nothing else
  bool look_again = false;         // what is on its way from the store about its account may be out of date
  TokenBucket bucket;
  TokenBucket* of_account = nullptr;  // of all connections of its account; null until it has signed in
  int refused_in_a_row = 0;
  std::uint32_t next_channel = 1;
  std::vector<Channel> channels;
  // What has been handed to the connection and not been sent yet.
  std::size_t queued_messages = 0;
  std::size_t queued_bytes = 0;
  std::uint64_t place_in_line = 0;             // of those who take nothing (connections/unsent.h); 0: it is not in it
  Timestamp behind_since{};                    // kNever: it keeps up
  std::unique_ptr<ProofTask> proof = nullptr;  // what it was asked to find before it may become a guest
  std::unique_ptr<PasskeyTask> passkey_task = nullptr;  // what a passkey is to be made or used for

  [[nodiscard]] Channel* channel(std::uint32_t number);
  [[nodiscard]] const Channel* channel(std::uint32_t number) const;
  [[nodiscard]] Channel* channel_of(const MatchId& match);
  [[nodiscard]] const Channel* channel_of(const MatchId& match) const;
  // The channel is gone; comes back with what it owed.
  std::vector<Answered> drop_channel(std::uint32_t number);
  // It may try again.
  void sign_in_failed() {
    if (stage == Stage::kSigningIn) stage = Stage::kGreeted;
  }
  // Takes `cost` from what its account may send; takes anything if it has not signed in yet.
  [[nodiscard]] bool take_of_account(Timestamp now, double cost) const {
    return of_account == nullptr || of_account->take(now, cost);
  }
  // From the latest take until its account may send `cost` again.
  [[nodiscard]] std::chrono::milliseconds until_account_may(double cost) const {
    return of_account == nullptr ? std::chrono::milliseconds(0) : of_account->until(cost);
  }
  // Who it is, once it has signed in.
  [[nodiscard]] Sender sender() const { return {.session = id, .account = account, .name = name, .address = address}; }
  [[nodiscard]] bool full(std::size_t more) const {
    return queued_messages >= kOutMessages || queued_bytes + more > kOutBytes;
  }
};

// All connections of this run, by number and by account. A session stays where it is until the next is opened or
// closed.
class Sessions {
 public:
  using ByNumber = boost::unordered_flat_map<std::uint64_t, Session>;

  Session& open(SessionId id, SharedAddress address, const TokenBucket& bucket, Timestamp now);
  void close(std::uint64_t number);
  [[nodiscard]] Session* find(std::uint64_t number);
  // The same; null for one of another server's.
  [[nodiscard]] Session* here(const SessionId& id);
  // The same, or a visitor.
  [[nodiscard]] Session* find(const SessionId& id);
  // `whole`: what an account may send on all its connections together; it counts with the first of them.
  void sign_in(Session& session, const AccountId& account, std::string name, const TokenBucket& whole);
  void set_rates(double per_second, double burst);
  // The connections of an account, visitors among them.
  [[nodiscard]] const std::vector<SessionId>& of(const AccountId& account) const;
  // Whether an account could play now: it has a connection that is not for reading only. Where another server has the
  // lobby, that is what it has told; of whom it has told nothing yet, that he is there.
  [[nodiscard]] bool is_there(const AccountId& account) const;
  // The narrowest group of addresses that an account has a connection from; empty if it has none, or the address is not
  // known.
  [[nodiscard]] std::string address_of(const AccountId& account) const;
  [[nodiscard]] ByNumber& all() { return sessions_; }
  [[nodiscard]] const ByNumber& all() const { return sessions_; }

  // --- Other servers of the store ---

  // Connections that another server has, and that are in the lobby, which is here.
  using Visitors = std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, Session>>;
  Session& visit(SessionId id, SharedAddress address, Timestamp now);
  void end_visit(const SessionId& id);
  [[nodiscard]] std::vector<SessionId> visitors_of(persistence::Incarnation server) const;
  [[nodiscard]] const Visitors& visitors() const { return visitors_; }  // by server, and number
  [[nodiscard]] Visitors& visitors() { return visitors_; }

  // Another server has the lobby, and tells who is there; or that is over, and all that it told forgotten.
  void be_told(bool told) {
    is_told_ = told;
    told_.clear();
  }
  void told(const AccountId& account, bool there);

 private:
  ByNumber sessions_;
  struct OfAccount {
    std::vector<SessionId> sessions;
    TokenBucket bucket;
    std::size_t playing = 0;  // of the sessions those that are not for reading only
  };
  std::unordered_map<AccountId, OfAccount, IdHash> by_account_;
  Visitors visitors_;
  bool is_told_ = false;
  boost::unordered_flat_map<AccountId, bool, IdHash> told_;

  void leave_account(const Session& session);
};

}  // namespace wyrmhall::server
