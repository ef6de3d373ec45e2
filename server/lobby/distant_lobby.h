// The lobby where another server of the store has it, as the connections here use it: who comes in, what they ask
// there, and who goes.
//
// What somebody asks while nobody has the lobby waits. What was asked of a server that dies before it answers may have
// been done or not: the connection ends, as it does where that server is its own, and the player sees it by the tables.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "server/cluster/placement.h"
#include "server/core/access_event.h"
#include "server/core/outbox.h"
#include "server/core/session.h"

namespace wyrmhall::server {

// Somebody who has said who they are, and is to come into the lobby.
struct Arrival {
  Asker asker;
  AccessEvent::Kind kind{};
  pb::SignedIn told;             // what they are told that the lobby does not know
  std::vector<MatchId> running;  // the matches that the account plays
  std::vector<AccountId> blocked;
  bool resumes = false;  // they were in already, when another server had the lobby
};

class DistantLobby {
 public:
  // All of these outlive it.
  DistantLobby(const Environment& environment, const cluster::Placement& placement, Sessions& sessions)
      : environment_(environment), placement_(placement), sessions_(sessions), at_(placement.self()) {}

  // Asks for the session to be let in.
  void admit(const Session& session, Arrival arrival, Outbox& out);
  // The answer has come: what it is about. Nothing where nobody waits for it.
  std::optional<Arrival> admitted(persistence::Incarnation from, std::uint64_t session);
  // It is in: what it has asked meanwhile goes there.
  void send_held(std::uint64_t session, Outbox& out);
  // A command that the lobby carries out.
  void command(const Session& session, std::uint64_t command_id, std::span<const std::uint8_t> message, Outbox& out);
  // One was answered.
  void answered(std::uint64_t session, std::uint64_t command_id);
  // The lobby's owner says that it is none, or does not know this session. `command_id`: what it has not carried out.
  void not_here(persistence::Incarnation from, std::uint64_t session, std::uint64_t command_id);
  // This session is gone.
  void left(const Session& session, Outbox& out);

  // Perhaps another server has the lobby now.
  void placed(Outbox& out);
  // What was told the lobby's owner may have been lost.
  void tell_again(persistence::Incarnation peer, Outbox& out);
  // The store did not say what a session that goes to another lobby plays.
  void resume_later(std::uint64_t session) { to_resume_.push_back(session); }
  // A tenth of a second has passed. `is_here`: this server has the lobby by now, and all its tables.
  void tick(bool is_here, Outbox& out);
  // Those who are still to be let in, into the lobby that is here.
  [[nodiscard]] std::vector<Arrival> take_arrivals();
  struct Held {
    std::uint64_t session = 0;
    std::string message;
  };
  // Commands that are still to be carried out, in the lobby that is here.
  [[nodiscard]] std::vector<Held> take_held();

 private:
  struct Command {
    std::uint64_t command_id = 0;
    std::string message;
    Timestamp since{};
  };
  struct Guest {
    std::optional<Arrival> arrival;  // that was not answered
    Timestamp since{};               // when that was asked
    bool is_in = false;
    std::vector<Command> held;   // that wait for the lobby
    std::vector<Command> asked;  // that were not answered
    Timestamp doubted_since{};   // kNever: whoever has these may still answer
  };

  void ask(std::uint64_t session, Guest& guest, Command command, Outbox& out);
  void refuse_late(std::uint64_t session, Guest& guest, Timestamp now, Outbox& out);
  // Who has the lobby; 0: nobody, or this server.
  [[nodiscard]] persistence::Incarnation owner() const { return at_ == placement_.self() ? 0 : at_; }
  void send(std::uint64_t session, const Arrival& arrival, Outbox& out);
  void move(Outbox& out);

  const Environment& environment_;
  const cluster::Placement& placement_;
  Sessions& sessions_;
  persistence::Incarnation at_;            // where the lobby was when it was looked at last; 0: nowhere
  std::map<std::uint64_t, Guest> guests_;  // sessions that are in the lobby elsewhere, or about to be
  std::set<std::uint64_t> not_here_;       // that are to be sent again
  std::deque<std::uint64_t> to_resume_;    // sessions that were in a lobby before
  Timestamp ask_again_at_{};
};

}  // namespace wyrmhall::server
