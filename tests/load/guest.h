// One connection to wyrmhalld: says hello, signs in, sends commands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/load/party.h"
#include "tests/load/web_socket.h"
#include "wyrmhall/v1/client.pb.h"

namespace wyrmhall::load {

class Guest : public Conversation {
 public:
  // `connection` numbers the connections of a run.
  // With a token it signs in as who it was, without one as a new guest.
  Guest(Setting& setting, std::size_t connection, std::string token = {});

  void connect();
  [[nodiscard]] bool is_signed_in() const { return signed_in_; }
  // What it can come back with: empty before it is signed in.
  [[nodiscard]] const std::string& token() const { return token_; }

 protected:
  // Gives the command its id, sends it, and returns the id and what it weighed.
  struct Sent {
    std::uint64_t command_id;
    std::size_t bytes;
  };
  Sent send(v1::ClientMessage& command);

  // It may use the connection now.
  virtual void on_signed_in(const v1::SignedIn& signed_in) = 0;
  // Anything that is not about signing in, and no refusal; with its bytes as they came.
  virtual void on_message(const v1::ServerMessage& message, Bytes bytes) = 0;
  // A refusal that does not pass by itself; false where it should not have come.
  virtual bool on_refused(std::uint64_t /*answer_to*/, const v1::Refusal& /*refusal*/) { return false; }

  Setting& setting() { return setting_; }
  // Of a pair: whether it opens the table.
  [[nodiscard]] bool opens() const { return connection_ % 2 == 0; }
  void error(const std::string& what) { setting_.tally.error(what); }

 private:
  void opened() override;
  void received(Bytes bytes) override;
  void lost(std::string_view why) override { error("connection lost: " + std::string(why)); }
  void sign_in();
  void on_refusal(std::uint64_t answer_to, const v1::Refusal& refusal);

  Setting& setting_;
  std::size_t connection_;
  WebSocket socket_;
  std::string token_;
  bool signed_in_ = false;
  std::uint64_t last_id_;
  std::string last_sent_;  // to send it again when the server asks for patience
};

// A connection that signs in and then does nothing.
class Idler final : public Party, private Guest {
 public:
  using Guest::Guest;
  void connect() override { Guest::connect(); }
  [[nodiscard]] bool settled() const override { return is_signed_in(); }

 private:
  void on_signed_in(const v1::SignedIn& /*signed_in*/) override {}
  void on_message(const v1::ServerMessage& message, Bytes bytes) override;
};

}  // namespace wyrmhall::load
