// The core: the whole server without its sockets, disk, threads and clock. Inputs go in, effects come out.
//
// It only routes: what a connection may do is in connections/ and accounts/, tables are in lobby/, matches in match/.
// These are machines that take inputs and write what is to be done into an outbox, which is emptied into the effects at
// the end of every input. All calls come from one thread at a time; whatever takes long is handed out as work, and
// whatever must be kept as a request of the store.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/connections/delivery.h"
#include "server/connections/session_actor.h"
#include "server/core/core_settings.h"
#include "server/core/effects.h"
#include "server/core/live.h"
#include "server/core/session.h"
#include "server/core/store_requests.h"
#include "server/lobby/lobby.h"
#include "server/lobby/running_matches.h"
#include "server/match/matches.h"
#include "server/nodes/node_talk.h"

namespace wyrmhall::server {

class Core {
 public:
  // The limits are those of `settings`, whatever `environment` says.
  Core(const Environment& environment, CoreSettings settings);
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  ~Core() = default;

  // --- Inputs. Each appends what follows of it to effects(). ---

  // Asks the store for what must be known before anybody is let in. ready() turns true once that is here; while the
  // store fails it is asked again with the ticks.
  void open();
  [[nodiscard]] bool ready() const { return loads_ == 0; }

  // From where nothing is known of the address, no limit of addresses holds.
  void connected(std::uint64_t session, PeerAddress from = {});
  // One whole binary message. One that is too long or no message must be closed or refused by malformed().
  void received(std::uint64_t session, std::span<const std::uint8_t> bytes);
  // This number of messages, with this number of bytes, has been sent since the last call.
  void sent(std::uint64_t session, std::size_t messages, std::size_t bytes);
  void disconnected(std::uint64_t session);
  void answered(persistence::Answer& answer);
  // Messages of these sessions, or these answers, come next, at most kPrefetchedAtOnce: asks the processor for the
  // memory that they will use (server/core/prefetch.h). Changes nothing else.
  void prefetch(std::span<const std::uint64_t> sessions) const { matches_.prefetch(sessions); }
  void prefetch(std::span<const persistence::Answer> answers) const { matches_.prefetch(answers); }
  void found(std::uint64_t ticket, JobResult result, Duration processor_time);
  // Which other servers of the store there are, who owns which shard (0: nobody for now), by shard, and by which rules
  // all of them play, from the matches that start next; without `rules` those are as before. Where it is never called,
  // this server is alone, runs all matches and plays by the newest rules.
  void place(std::vector<persistence::Incarnation> others, std::vector<persistence::Incarnation> owners,
             std::optional<persistence::RulesInUse> rules = std::nullopt);
  // A frame that another server's SendToNode has.
  void heard_from_node(std::span<const std::uint8_t> frame);
  // Time has passed. Call it a few times a second.
  void tick();

  // Appends what other servers are to be told, to be called once everything was handed in that came at one time: it
  // goes in one frame to each.
  void talk() { nodes_.send_frames(effects_); }

  // From now on these hold, also for those who are there already. What is past a limit stays, and does not grow.
  void set_limits(const Limits& limits);
  void set_registration(Registration registration) { settings_.registration = registration; }

  // Takes no new tables, sign-ins and starts from now on, and tells everybody.
  void drain();
  // Whether everything that was asked of the store has been answered.
  [[nodiscard]] bool settled() const { return store_.size() == 0; }

  [[nodiscard]] std::vector<Effect>& effects() { return effects_; }

  // How much there is of everything now; costs next to nothing.
  [[nodiscard]] CoreCounts counts() const;

  // The name of the game of a match in memory or of a table that everybody may know, by its id as text; empty where it
  // is neither. Looks at one of each, and asks the store nothing: anybody may make it be called.
  [[nodiscard]] std::string_view game_of(std::string_view id) const;

  // Whether a match of these shards is still in memory, or the lobby, if it is of one of them.
  [[nodiscard]] bool runs_any_of(std::span<const persistence::Shard> shards) const;

  // How many matches run that somebody plays or watches.
  [[nodiscard]] std::size_t playing() const { return matches_.playing(); }
  [[nodiscard]] Timestamp started_at() const { return started_at_; }
  [[nodiscard]] bool draining() const { return draining_; }
  [[nodiscard]] bool store_refuses() const { return store_.refuses(); }
  // Whether another server has taken over the store: this one can only end.
  [[nodiscard]] bool store_lost() const { return store_.is_lost(); }

 private:
  friend class CoreAdmin;  // what administrators see of all this, and what they end

  void loaded(const TablesRead& wait, const TablesRead::Answer& answer);
  void loaded(const DeadlinesRead& wait, const DeadlinesRead::Answer& answer);
  void read_deadlines(DeadlinesRead::When when);
  // Whether one of the reads at the start has given what it was asked for; otherwise it is asked again.
  bool has_loaded(const persistence::Outcome& outcome, bool& unread);
  // Notes whether the store does what it is asked, and tells everybody where that has changed.
  void note_store(const StoreWait& wait, const persistence::Outcome& outcome);
  void hand_out(Outbox::Job& job);
  // How much work of a kind may wait or be done.
  [[nodiscard]] std::size_t most_at_once(Work::Kind kind) const;
  [[nodiscard]] std::size_t working(Work::Kind kind) const { return working_[std::to_underlying(kind)]; }
  void turned_away(const JobWait& wait);
  [[nodiscard]] Duration time_to_sign_in(const Session& session) const;
  void flush();

  CoreSettings settings_;
  Environment environment_;
  Timestamp started_at_;
  std::vector<Effect> effects_;
  Outbox out_;
  StoreRequests store_;
  cluster::Placement placement_;
  Sessions sessions_;
  Delivery delivery_;
  RunningMatches running_;
  Lobby lobby_;
  Absences absences_;
  Matches matches_;
  DistantMatches distant_;
  DistantLobby distant_lobby_;
  Channels channels_;
  WatchableMatches watchable_;
  Attendance attendance_;
  SessionContext context_;
  Play play_;
  SessionMachines machines_;
  SessionActor session_actor_;
  NodeTalk nodes_;
  boost::unordered_flat_map<std::uint64_t, JobWait> jobs_;  // what workers were given, by ticket
  std::array<std::size_t, Work::kKinds> working_{};         // how many of each kind that is
  std::uint64_t next_ticket_ = 1;
  int loads_ = 0;
  bool tables_unread_ = false;     // the store has failed to read them
  bool lobby_unread_ = false;      // the same, of the lobby that was another server's before
  bool deadlines_unread_ = false;  // the same
  Timestamp deadlines_until_{};    // up to when they were read, or are being read
  bool taken_unread_ = false;      // the same, of matches that were another server's before
  bool later_unread_ = false;      // the same, of the next minute
  bool draining_ = false;
  Timestamp last_second_{};
};

}  // namespace wyrmhall::server
