// The hall: the whole server without its sockets, disk, threads and clock. Inputs go in, effects come out.
//
// It only routes: what a connection may do is in session/, tables are in lobby/, matches in match/. All calls come from
// one thread at a time; whatever takes long is handed out as work, and whatever must be kept as a request of the store.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/door_event.h"
#include "server/exports.h"
#include "server/live.h"
#include "server/lobby/lobby.h"
#include "server/match/actor.h"
#include "server/match/running_matches.h"
#include "server/match/schedule.h"
#include "server/session/absences.h"
#include "server/session/command_table.h"
#include "server/session/guest_gate.h"
#include "server/session/registration.h"
#include "server/session/session.h"
#include "server/session/unsent.h"

namespace wyrmhall::server {

// --- Effects ---

// A message for a connection. The shell reports what it has sent with Hall::sent().
struct SendFrame {
  std::uint64_t session = 0;
  std::string frame;
};
// Ends a connection with a WebSocket close code, after what was sent to it before; or, at once, with what waits thrown
// away and no word.
struct CloseSession {
  std::uint64_t session = 0;
  std::uint16_t code = 1000;
  std::string reason;
  bool at_once = false;
};
// Reads nothing more from a connection until after the next tick: it is too fast, and what it sends can wait where it
// costs us nothing.
struct PauseReading {
  std::uint64_t session = 0;
};
// Something to be worked out by a worker; the result comes back with Hall::found(). Thoughts of bots, odds, and what is
// made of finished matches are apart, so that none waits for another.
struct Work {
  std::uint64_t ticket = 0;
  bool thought = false;
  bool report = false;  // a record, a receipt or luck
  Task task;
};
using Effect = std::variant<SendFrame, CloseSession, PauseReading, persistence::Submission, Work>;

struct HallSettings {
  Limits limits = {};
  persistence::Incarnation incarnation = 0;
  std::string server = "wyrmhalld";  // name and version
  std::size_t thought_queue = kThoughtQueue;
  NuggetRule nuggets = NuggetRule::kAlways;
  std::vector<receipts::PublicKey> older_keys = {};  // by which the server signed before, newest first
  Registration registration = Registration::kOpen;
  DoorWatch on_door = {};  // is told who comes and who is refused; must not call the hall
};

class Hall {
 public:
  // The limits are those of `settings`, whatever `environment` says.
  Hall(const Environment& environment, HallSettings settings);
  Hall(const Hall&) = delete;
  Hall& operator=(const Hall&) = delete;
  ~Hall() = default;

  // --- Inputs. Each appends what follows of it to effects(). ---

  // Asks the store for what must be known before anybody is let in. ready() turns true once that is here; while the
  // store fails it is asked again with the ticks.
  void open();
  [[nodiscard]] bool ready() const { return loads_ == 0; }

  // From where nothing is known of the address, no limit of addresses holds.
  void connected(std::uint64_t session, PeerAddress from = {});
  // One whole binary message. One that is too long or no message must be closed or refused by malformed().
  void received(std::uint64_t session, std::span<const std::uint8_t> bytes);
  // So many messages with so many bytes have been sent since the last call.
  void sent(std::uint64_t session, std::size_t messages, std::size_t bytes);
  void disconnected(std::uint64_t session);
  void answered(persistence::Answer& answer);
  // Messages of these sessions, or these answers, come next, at most kFetchedAtOnce: asks the processor for the memory
  // that they will use (server/fetch.h). Changes nothing else.
  void expect(std::span<const std::uint64_t> sessions);
  void expect(std::span<const persistence::Answer> answers);
  void found(std::uint64_t ticket, Finding finding);
  // Time has passed. Call it a few times a second.
  void tick();

  // From now on these hold, for whoever is there already too; what is past one of them stays, and does not grow.
  void set_limits(const Limits& limits);
  void set_registration(Registration registration) { settings_.registration = registration; }

  // Takes no new tables, sign-ins and starts from now on, and tells everybody.
  void drain();
  // Whether everything that was asked of the store has been answered.
  [[nodiscard]] bool settled() const { return asked_.empty(); }

  [[nodiscard]] std::vector<Effect>& effects() { return effects_; }

  // How much there is of everything now; costs next to nothing.
  [[nodiscard]] HallCounts counts() const;

  // --- Administration (hall_admin.cpp): what there is now, copied, and what ends it. ---

  [[nodiscard]] LiveFigures figures() const;
  // How many matches run that somebody plays or watches.
  [[nodiscard]] std::size_t playing() const;
  [[nodiscard]] bool has_session(std::uint64_t number) const { return sessions_.all().contains(number); }
  // In the order of their numbers, from the first after `after`.
  [[nodiscard]] std::vector<LiveSession> live_sessions(std::uint64_t after, std::size_t limit) const;
  [[nodiscard]] std::vector<LiveSession> live_sessions_of(const Id& account) const;
  // From the oldest after `after`.
  [[nodiscard]] std::vector<LiveTable> live_tables(const std::optional<Id>& after, std::size_t limit) const {
    return lobby_.live(after, limit);
  }
  [[nodiscard]] Micros started_at() const { return started_at_; }
  [[nodiscard]] bool draining() const { return draining_; }
  [[nodiscard]] bool store_refuses() const { return store_refuses_; }

  // How many connections were ended.
  std::size_t end_sessions(const Id& account, std::string_view reason);
  // False when there is none of this number.
  bool end_session(std::uint64_t number, std::string_view reason);
  // Closes a table for everybody who sits there.
  Lobby::Closing close_table(const Id& table);
  // These seats of a match resign, as long as it runs. It must be there.
  void resign_seats(const Id& match, rules::SeatSet seats);
  // After an account was given another name: its connections are told, and it sits at tables by the new one.
  void renamed(const Id& account, const std::string& name);
  // After tokens of an account were revoked, `only` this one or else all but `but`: whoever has signed in with one of
  // them, or is about to, is told and signed out.
  void revoked(const Id& account, const std::optional<persistence::Hash>& only,
               const std::optional<persistence::Hash>& but);
  // After an account was erased: its seats at tables become free, and in its running matches, all of which are named,
  // it resigns. From now on its seats have this name.
  void forget_player(const Id& account, const std::string& name, const std::vector<Id>& running);
  // Of these accounts, those that are neither here, nor about to sign in, nor at a table. What the store is asked about
  // them straight after this comes before whoever signs in as one of them: that is looked up again.
  [[nodiscard]] std::vector<Id> away(std::vector<Id> accounts);
  void guests_expired(std::uint64_t count) { out_.tally.guests_expired += count; }
  // Its seats at tables become free.
  void leave_tables(const Id& account);
  // In these matches, as long as they run, it resigns.
  void resign_player(const Id& account, const std::vector<Id>& running);

 private:
  // --- Sessions (hall_sessions.cpp) ---
  void greet(Session& session, const pb::ClientMessage& message);
  void sign_in(Session& session, const pb::ClientMessage& message);
  // The session whose command waits for an answer; null where it is gone, or has been refused since the store failed.
  Session* waiting(const Asker& asker, const persistence::Answer& answer);
  void asked(const TokenOwner& wait, Session& session, persistence::Answer& answer);
  void asked(const GuestMade& wait, Session& session, const persistence::Answer& answer);
  void asked(const MatchesAtSignIn& wait, Session& session, const persistence::Answer& answer);
  void asked(const MatchList& wait, Session& session, const persistence::Answer& answer);
  void asked(const NuggetList& wait, Session& session, const persistence::Answer& answer);
  void asked(const RichestList& wait, Session& session, const persistence::Answer& answer);
  void asked(const RematchOf& wait, Session& session, const persistence::Answer& answer);
  void asked(const PlayerToBlock& wait, Session& session, const persistence::Answer& answer);
  void asked(const BlockKept& wait, Session& session, const persistence::Answer& answer);
  void asked(const BlockedList& wait, Session& session, const persistence::Answer& answer);
  void asked(const SignInList& wait, Session& session, const persistence::Answer& answer);
  void list_matches(Session& session, const pb::ClientMessage& message);
  void list_nuggets(Session& session, const pb::ClientMessage& message);
  void list_richest(Session& session, const pb::ClientMessage& message);
  void signed_in(Session& session, std::uint64_t command_id, const persistence::Answer& answer);
  void command(Session& session, const pb::ClientMessage& message, const CommandProperties& properties, Micros now);
  void refuse(Session& session, std::uint64_t command_id, pb::Refusal refusal);
  void close(Session& session, std::uint16_t code, std::string_view reason);
  void post(Session& session, std::uint32_t channel, std::string frame, Answered answers = {});
  void catch_up(Session& session);
  void make_room();
  void notify(pb::NoticeKind kind, std::uint32_t retry_after_ms = 0);
  bool allowed_now(Session& session, std::uint64_t id, const CommandProperties& command);

  void tell_refusal(const Session& session, pb::RefusalCode code, std::string_view field) const;

  // --- New guests (hall_guests.cpp) ---
  void admit_guest(Session& session, const pb::ClientMessage& message);
  [[nodiscard]] bool has_proof(const Session& session, const pb::Proof& proof) const;
  void ask_for_proof(Session& session, std::uint64_t command_id, std::uint32_t zero_bits);

  // --- Whom players have blocked (hall_blocked.cpp) ---
  void change_blocked(Session& session, const pb::ClientMessage& message);
  void list_blocked(Session& session, std::uint64_t command_id);
  void know_blocked(const Id& account, const persistence::Answer& answer);

  // --- Who one is: tokens and the name (hall_identity.cpp) ---
  // What a command about it needs to know again once the store has answered.
  struct IdentityChange {
    enum class Kind : std::uint8_t { kAddToken, kRevokeToken, kRevokeOtherTokens, kTakeName };
    Kind kind = Kind::kAddToken;
    Id account{};
    persistence::Hash token{};  // that is revoked, or stays
    std::string secret;         // the token that is made
    std::string name;
  };
  void identity_command(Session& session, const pb::ClientMessage& message);
  void identity_answered(const IdentityKept& wait, const persistence::Answer& answer);
  void tell_identity_change(Session& session, std::uint64_t command_id, const IdentityChange& change,
                            const persistence::Answer& answer);
  void note_use(const Session& session, const persistence::Answer& found);
  void note_stay(const Session& session);
  void look_again();

  // --- Finished matches (hall_records.cpp) ---
  void export_record(Session& session, const pb::ClientMessage& message);
  void make_record(const RecordOf& wait, persistence::Answer& answer);
  void record_made(const Id& match, const std::optional<std::string>& record);
  void tell_record(const Exports::Asker& asker, const std::string& record);
  void refuse_exports(const Id& match, const pb::Refusal& refusal);
  // Luck and receipts: one of each at a time for a session, otherwise it has been refused.
  enum class Report : std::uint8_t { kLuck, kReceipt };
  bool may_report(Session& session, std::uint64_t command_id, Report kind);
  void reported(const LuckOf& wait) { reporting_.erase({wait.asker.session.number, Report::kLuck}); }
  void reported(const ReceiptOf& wait) { reporting_.erase({wait.asker.session.number, Report::kReceipt}); }
  // Once the match is read: true where there is one, and it is over. Otherwise the asker has been refused.
  template <class Wait>
  bool may_be_told(const Wait& wait, const persistence::Answer& answer);
  void make_receipt(const ReceiptOf& wait, persistence::Answer& answer);
  void work_out_luck(const LuckOf& wait, persistence::Answer& answer);

  // --- Matches (hall_matches.cpp) ---
  void open_match(Session& session, const pb::ClientMessage& message);
  void close_match(Session& session, const pb::ClientMessage& message);
  void match_command(Session& session, std::uint32_t channel, const pb::ClientMessage& message, Micros now);
  MatchActor& actor(const Id& match);
  MatchActor* created(const Lobby::Started& begun);
  bool has_free_channel(Session& session);
  [[nodiscard]] bool watches_too_many(const Id& account, const Id& wanted) const;
  void drop_channel(Session& session, std::uint32_t number);
  void stop_viewing(const Session& session, const Session::Channel& channel);
  void seat_everybody(const Lobby::Started& match);
  [[nodiscard]] std::string running_matches(const pb::ListTables& ask) const;
  void came(const Id& account);
  void went(const Id& account);
  void tell_presence(const Id& account);
  void arrange(const MatchActor& match);
  void look_at_matches(Micros now);
  void look_at(MatchActor& match, Micros now);
  void rest(MatchActor& match);
  void wake(const Id& match);
  void read(MatchActor& match, bool for_clock = false);
  void loaded_match(const MatchRead& wait, persistence::Answer& answer);

  void load(StartRead wait);
  void loaded(const StartRead& wait, persistence::Answer& answer);
  void ask(const StoreWait& wait, persistence::Request&& request);
  void found(const BotMove& wait, const Finding& finding);
  void found(const OddsOf& wait, Finding& finding);
  void found(const RecordOf& wait, const Finding& finding);
  void found(const LuckOf& wait, Finding& finding);
  void found(const ReceiptOf& wait, Finding& finding);
  // A job finds no room in its queue.
  void turned_away(const JobWait& wait);
  void flush();
  [[nodiscard]] Sender sender_of(const Session& session) const {
    return {.session = session.id, .account = session.account, .name = session.name, .address = session.address};
  }

  HallSettings settings_;
  Environment environment_;
  Micros started_at_;
  CommandTable commands_;
  Sessions sessions_;
  Unsent unsent_;
  Absences absences_;
  RunningMatches running_;
  GuestGate guests_;
  Lobby lobby_;
  boost::unordered_flat_map<Id, std::unique_ptr<MatchActor>, IdHash> matches_;
  Schedule schedule_;            // when each of these is to be looked at
  Schedule resting_;             // all others that have a clock: when it runs out
  std::size_t clock_reads_ = 0;  // of those whose clock has run out, on their way from the disk
  std::uint64_t woken_ = 0;      // of those, since the beginning
  Exports exports_;
  std::set<std::pair<std::uint64_t, Report>> reporting_;  // sessions, and what is on its way to them
  std::set<Id> listed_;  // by age: the matches of this run whose tables were not hidden
  boost::unordered_flat_map<std::uint64_t, StoreWait> asked_;         // what the store was asked, by ticket
  boost::unordered_flat_map<std::uint64_t, JobWait> working_;         // what workers were given, by ticket
  boost::unordered_flat_map<std::uint64_t, IdentityChange> changes_;  // under way, by their numbers
  std::uint64_t next_change_ = 1;
  std::uint64_t next_read_ = 1;  // of a match
  std::size_t thoughts_ = 0;     // of these, those of bots
  std::size_t reports_ = 0;      // and what is made of finished matches
  std::uint64_t next_ticket_ = 1;
  int loads_ = 0;
  std::vector<StartRead> unread_;  // of these, what the store failed to read
  bool draining_ = false;
  bool store_refuses_ = false;
  Micros store_retry_at_ = 0;
  Micros last_second_ = 0;
  Outbox out_;
  std::vector<Effect> effects_;
};

}  // namespace wyrmhall::server
