// A simulated client: it speaks the real protocol, keeps what it was shown as a real one does, and comes back with it.
//
// It knows nothing of any game: it plays what is offered. client.cpp is the connection, client_tables.cpp the setting
// up of matches, client_heroes.cpp whom it brings to them, client_matches.cpp playing them, client_identity.cpp who it
// is, client_mischief.cpp what a client should not do.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/sim/challenger.h"
#include "tests/sim/checkers.h"
#include "tests/sim/client_profile.h"
#include "tests/sim/keys.h"
#include "tests/sim/match_copy.h"
#include "tests/sim/network.h"
#include "tests/sim/seat_chain.h"

namespace wyrmhall::sim {

// What all clients of a run share. It holds no secrets.
struct ClientContext {
  Agenda& agenda;
  Network& network;
  Checkers& checkers;
  Counters& counters;
  std::vector<std::string> match_ids;  // of matches that clients have talked about
  std::uint64_t server_run = 0;        // how often the server was started
  bool calm = false;                   // faults are over: play what there is to its end
  Duration calm_since{};
  std::function<std::string()> invitation;  // the code of one, which may be used up
};

class Client {
 public:
  // `aside`: for what it does about who it is.
  Client(ClientContext& context, int number, Rng rng, ClientProfile profile, Rng aside);

  // Begins to live.
  void start();
  void arrived(std::uint64_t link, const Frame& frame);
  void lost(std::uint64_t link, std::uint16_t close_code);

  // --- Faults from outside ---
  // Sends a hundred commands and more at once.
  void flood();
  // The device starts again: what only memory held is gone, chains of secrets included.
  void forget();
  void calm_down();
  // Hangs up, and comes back when matches that nobody watches have left memory.
  void stay_away();
  // Becomes a second device of another client's account.
  void share_account(const Client& owner);

  [[nodiscard]] std::uint64_t link() const { return link_; }
  [[nodiscard]] bool signed_in() const { return stage_ == Stage::kSignedIn; }
  [[nodiscard]] bool has_account() const { return !token_.empty(); }
  [[nodiscard]] std::size_t open_matches() const;
  // Whether nothing is left to do: no table, no running match, no question.
  [[nodiscard]] bool at_rest() const;
  [[nodiscard]] std::string state() const;

 private:
  enum class Stage : std::uint8_t { kAway, kArriving, kSignedIn };
  enum class LinkChoice : std::uint8_t { kRight, kWrong };

  // A command that has not been answered.
  struct Question {
    pb::ClientMessage message;
    std::string match;  // of an action, a resignation or a claim
    Duration asked_at{};
    Duration again_at{};
    int copies = 0;
    std::uint64_t first_link = 0;
    std::uint64_t first_run = 0;
    std::optional<int> chain_index;           // which link went with it
    bool mischief = false;                    // it may be refused by any rule
    std::set<std::string> blocked_then = {};  // whom this client had blocked when it asked
  };
  struct OlderCopy {
    std::uint64_t version = 0;
    pb::GameView view;
  };
  struct Match {
    // How far it is with closing its chain after the end.
    enum class Closing : std::uint8_t { kNotYet, kAsked, kAcknowledged };
    MatchCopy copy;
    bool open = false;
    std::uint64_t opening = 0;  // the command that opens it
    std::uint64_t acting = 0;   // the command that waits for its answer
    std::uint64_t resigning = 0;
    std::uint64_t claiming = 0;
    bool somebody_absent = false;             // as it was last told
    std::optional<std::uint64_t> asked_from;  // the version named at the last opening
    Duration asleep_until{};
    std::uint64_t considered = ~0ULL;  // the version at which sleeping was last thought about
    int next_link = 1;
    bool chain_gone = false;
    bool played = false;     // has a seat
    bool done = false;       // over, and nothing is left to do with it
    bool early = false;      // asked for before it was told to have started: there may be none yet
    std::string commitment;  // the server's, as this client answered it
    SeatChain chain;
    std::deque<OlderCopy> older;
    Closing closing = Closing::kNotYet;
    std::string closing_link;  // that it was closed by, or is to be
    bool exporting = false;
    bool closed_before = false;  // the record was asked for when the closing had been acknowledged
    std::string record;          // as far as it was exported
    std::uint64_t record_total = 0;
    std::optional<pb::GameAction> some_action;  // one that was offered once
  };
  struct Seated {
    pb::Table table;
    SeatChain chain;
    std::string commitment;  // of the server, when this client got ready
    Duration since{};
    bool never_ready = false;
    bool thought_of_heroes = false;
    bool thought_of_part = false;
    Duration acted_at = -60 * kSecond;  // when something was last asked of the table, and in which phase
    pb::TablePhase acted_in = pb::TABLE_PHASE_UNSPECIFIED;
  };

  // --- The connection ---
  void plan_wake();
  void wake();
  void connect();
  void hang_up();
  void gone();
  std::uint64_t ask(pb::ClientMessage message);
  void say_again(std::uint64_t id);
  void say(const pb::ClientMessage& message);
  bool ask_again_what_was_not_answered();
  void answered(std::uint64_t id, const pb::ServerMessage& message);
  void refused(std::uint64_t id, const Question& question, const pb::Refusal& refusal);
  void signed_in(const pb::SignedIn& message);
  std::string new_name();

  // --- Identity ---
  void sign_in();
  void sign_in_refused(const pb::Refusal& refusal);
  bool change_identity();
  void write(pb::MemberSignIn& member);
  void identity_answered(std::uint64_t id, const Question& question, const pb::ServerMessage& message);

  // --- Tables ---
  void note(const pb::Table& table);
  void note_presence(const pb::Table& table);
  void found_table(const pb::Table& table);
  bool block_somebody(const pb::Table& table);
  bool tend_tables();
  bool tend(const std::string& id, Seated& seated);
  bool seek_match();
  void note(const pb::Stable& stable);
  bool make_hero();
  bool bring_heroes(Seated& seated);
  bool set_part(Seated& seated);
  void look_for_secrets(const pb::Table& table);
  void get_ready(Seated& seated);
  void reveal(Seated& seated);
  [[nodiscard]] int my_seat(const pb::Table& table) const;

  // --- Matches ---
  void note(const pb::MatchOpened& opened, std::uint64_t answer_to);
  void note(const pb::MatchUpdate& update, std::uint64_t answer_to);
  void note(const pb::MatchAbsences& absences);
  void take(const std::string& id, Match& match, const pb::MatchUpdate& update);
  bool asks_again_after(std::uint64_t id, const pb::Refusal& refusal);
  void act_refused(std::uint64_t id, const Question& question, const pb::Refusal& refusal);
  bool play();
  bool play(const std::string& id, Match& match);
  bool claim(const std::string& id, Match& match);
  void open(const std::string& id, Match& match);
  // Whether it has asked to open the match and has no answer: what comes then follows on what it had when it asked.
  [[nodiscard]] bool waits_to_open(const std::string& id) const;
  void act(const std::string& id, Match& match, const pb::GameAction& action, std::uint64_t version, LinkChoice link,
           bool mischief);
  void take_export(const pb::RecordPart& part, const std::string& id);
  bool wind_up(const std::string& id, Match& match);
  bool close_chain(const std::string& id, Match& match);
  void chain_closed(const std::string& id);
  void ask_record(const std::string& id, Match& match, std::string record);
  Match* of_channel(std::uint32_t channel, std::string* id);

  // --- Mischief ---
  bool misbehave();
  void talk_nonsense();

  ClientContext& context_;
  int number_;
  Rng rng_;
  ClientProfile profile_;
  Rng aside_;
  Challenger challenger_;
  Stage stage_ = Stage::kAway;
  std::uint64_t link_ = 0;
  Duration stage_since_{};
  Duration connect_at_{};
  bool started_ = false;
  bool second_device_ = false;
  std::string name_;
  std::string token_;
  std::string tried_;  // the token by which it last signed in, or asked to; empty for a new guest
  std::shared_ptr<Keys> keys_ = std::make_shared<Keys>();
  std::uint64_t changing_ = 0;  // the command that changes who it is and waits for its answer
  bool invitation_wanted_ = false;
  bool shown_out_ = false;  // it was told that its token was revoked
  std::string account_;
  std::uint64_t next_id_;
  std::map<std::uint64_t, Question> questions_;
  std::map<std::string, Match> matches_;
  std::map<std::string, Seated> tables_;
  std::vector<pb::Table> listed_;
  std::vector<std::string> stable_;  // the ids of the heroes that it may bring
  std::set<std::string> blocked_;    // accounts, as the server has confirmed
};

}  // namespace wyrmhall::sim
