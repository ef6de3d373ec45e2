// The connection to the server and the player's sign-in on it: says hello, signs in, and comes back by itself when the
// connection is lost. Everything else is for its user.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "clients/cli/backoff.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/platform.h"
#include "clients/cli/profile/profile_store.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/proof_of_work.h"
#include "common/id.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

class Session {
 public:
  class User {
   public:
    User() = default;
    User(const User&) = delete;
    User& operator=(const User&) = delete;
    virtual ~User() = default;
    // The first words of the server on a connection: whether to sign in.
    virtual bool welcomed(const v1::Welcome& /*welcome*/) { return true; }
    // Whether the greeting and the player's sign-in are part of what the program prints for other programs.
    [[nodiscard]] virtual bool prints_greeting() const { return true; }
    // Whether answers to commands are. Refusals always are.
    [[nodiscard]] virtual bool prints_answers() const { return true; }
    // `again`: after a loss. Commands that had no answer by then will get none: what is still wanted must be sent
    // again, an Act with the same id.
    virtual void signed_in(const v1::SignedIn& who, bool again) = 0;
    // The server is to be told by another device that this one may sign in, which shows this code meanwhile.
    virtual void code_to_confirm(const v1::SignInCode& /*code*/) {}
    // Everything that comes after signing in.
    virtual void received(const v1::ServerMessage& message) = 0;
    // This is the end, and why.
    virtual void failed(ExitCode code, const std::string& sentence) = 0;
  };

  Session(Platform& platform, ProfileStore& profile, Terminal& terminal, std::string server, User& user);

  // The code of an invitation, for servers that ask new guests for one; before start().
  void use_invitation(std::string code) { invitation_ = std::move(code); }
  // Signs in so once, whatever token is here, and keeps the token that it is given; before start().
  void use_sign_in(v1::SignIn sign_in) { once_ = std::move(sign_in); }
  void start();
  // Sends a command; one with the id 0 gets a fresh one. Returns the id. What cannot be sent now is dropped:
  // signed_in() will come. A command that the server has no time for is sent again a little later.
  std::uint64_t send(v1::ClientMessage command);
  [[nodiscard]] bool is_signed_in() const { return signed_in_; }
  // The account of the player.
  [[nodiscard]] const AccountId& account() const { return account_; }

 private:
  void dial();
  void hello();
  void sign_in();
  void sign_in_once();
  std::expected<void, std::string> keep(const v1::SignedIn& who);
  void frame(std::string_view bytes);
  void handle(const v1::ServerMessage& message);
  void on_signed_in(const v1::SignedIn& who);
  void on_refused_sign_in(const v1::Refusal& refusal);
  void search_proof(const v1::ProofTask& task);
  void search_on();
  void on_notice(const v1::Notice& notice);
  bool try_again_later(const v1::ServerMessage& message);
  void lost(const Loss& loss);
  [[nodiscard]] bool moves_on(const Loss& loss) const;
  void fail(ExitCode code, const std::string& sentence);
  void transmit(const v1::ClientMessage& command);

  Platform& platform_;
  ProfileStore& profile_;
  Terminal& terminal_;
  std::string server_;
  User& user_;
  std::unique_ptr<Wire> wire_;
  std::uint64_t next_id_;
  std::uint64_t sign_in_id_ = 0;
  bool connected_ = false;
  bool signed_in_ = false;
  bool was_signed_in_ = false;
  bool ended_ = false;
  int names_tried_ = 0;
  std::string invitation_;
  std::optional<v1::SignIn> once_;
  std::optional<clients::ProofSearch> search_;  // while the server waits for a proof on this connection
  v1::Proof proof_;                             // found on this connection
  int proofs_asked_ = 0;                        // on this connection
  AccountId account_;
  std::map<std::uint64_t, v1::ClientMessage> unanswered_;  // on this connection
  Backoff backoff_;
  Platform::Milliseconds signed_in_at_{};
  Platform::Milliseconds lost_at_{};
};

}  // namespace wyrmhall::cli
