// The matches of this server: those that are in memory, and the clocks of those at rest. What happens in a match is its
// actor's business, and which of them a connection has open is for Channels to say.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "server/cluster/placement.h"
#include "server/core/live.h"
#include "server/core/outbox.h"
#include "server/core/schedule.h"
#include "server/core/session.h"
#include "server/core/store_requests.h"
#include "server/lobby/lobby.h"
#include "server/lobby/running_matches.h"
#include "server/match/absences.h"
#include "server/match/actor.h"
#include "server/match/thinking_budget.h"

namespace wyrmhall::server {

class Matches {
 public:
  // All of these outlive it.
  Matches(const Environment& environment, const cluster::Placement& placement, const StoreRequests& store,
          Sessions& sessions, RunningMatches& running, Absences& absences, Timestamp server_started_at)
      : environment_(environment),
        placement_(placement),
        store_(store),
        sessions_(sessions),
        running_(running),
        absences_(absences),
        mine_since_(persistence::kShards, server_started_at),
        taken_at_(persistence::kShards, kNever) {}

  // --- One of them ---

  // A match that is in memory; null where it is not.
  [[nodiscard]] MatchActor* find(const MatchId& match) const;
  // The same; if it is not in memory, it is read from now on.
  MatchActor& actor(const MatchId& match, Outbox& out);
  // To be called after anything that is done to a match: it is looked at when something is to be done next.
  void arrange(const MatchActor& match);
  // It leaves memory. If it runs, only the time when its clock runs out is kept.
  void rest(MatchActor& match, Outbox& out);
  // By age: the matches of this run whose tables were not hidden.
  [[nodiscard]] const std::set<MatchId>& listed() const { return listed_; }

  // --- The store and the workers ---

  void answered(const MoveKept& wait, const MoveKept::Answer& answer, Outbox& out);
  void answered(const MatchRead& wait, MatchRead::Answer& answer, Outbox& out);
  // `processor_time`: how much the thought took.
  void found(const BotMove& wait, const JobResult& result, Duration processor_time, Outbox& out);
  void found(const MatchRead& wait, JobResult& result, Outbox& out);
  static void found(const OddsOf& wait, JobResult& result, Outbox& out);
  // No worker has room for it.
  void turned_away(const BotMove& wait);
  void turned_away(const MatchRead& wait);

  // A match that is not in memory has a clock that runs out then.
  void rests(const MatchId& match, Timestamp deadline);
  // A match has started; null where it cannot be played.
  MatchActor* started(const StartedMatch& begun, Outbox& out);
  // The same for one that another server runs.
  void started_elsewhere(const StartedMatch& begun, Outbox& out);
  // It may be listed for those who want to watch.
  void list(const MatchId& match);

  // --- Other servers of the store ---

  // This server has these shards from now on; `from_nobody`: nobody had them before, so the time until now is charged
  // to nobody.
  void took(std::span<const persistence::Shard> shards, bool from_nobody);
  // Those that other servers run leave memory, as soon as nothing of them is on its way to the disk.
  void leave();
  [[nodiscard]] bool is_leaving() const { return leaving_; }
  // What those had open who are connected here.
  struct LeftBehind {
    SessionId session;
    std::uint32_t channel = 0;
    MatchId match{};
    AccountId account{};
    bool plays = false;
  };
  [[nodiscard]] std::vector<LeftBehind> take_left_behind() { return std::exchange(left_behind_, {}); }
  // Whether a match of these shards is still in memory.
  [[nodiscard]] bool has_any_of(std::span<const persistence::Shard> shards) const;

  // The name of the game of a match that is in memory; empty where it is not, or is still being read.
  [[nodiscard]] std::string_view game_of(const MatchId& match) const;
  // A second has passed.
  void tick(Timestamp now, Outbox& out);

  // Asks the processor for the memory of those that these sessions, or these answers, are about
  // (server/core/prefetch.h).
  void prefetch(std::span<const std::uint64_t> sessions) const;
  void prefetch(std::span<const persistence::Answer> answers) const;

  // --- Administration ---

  [[nodiscard]] std::size_t size() const { return matches_.size(); }
  [[nodiscard]] std::size_t resting() const { return resting_.size(); }
  // How often one at rest was read because its clock had run out.
  [[nodiscard]] std::uint64_t woken() const { return woken_; }
  // How many run that somebody plays or watches.
  [[nodiscard]] std::size_t playing() const;
  // Calls look(match) for all that are in memory.
  template <class Look>
  void each(Look&& look) const {
    for (const auto& [id, match] : matches_) look(*match);
  }

 private:
  using ById = boost::unordered_flat_map<MatchId, std::unique_ptr<MatchActor>, IdHash>;

  std::unique_ptr<MatchActor> make(const MatchId& match);
  MatchActor* created(const StartedMatch& begun, Outbox& out);
  void read(MatchActor& match, Outbox& out, bool for_clock = false);
  // Hands a match what it waits for by this read, once played through; null if it cannot be.
  void adopt(const MatchRead& wait, std::unique_ptr<PlayedThrough> played, Outbox& out);
  void look_at(MatchActor& match, Timestamp now, Outbox& out);
  void wake(const MatchId& match, Outbox& out);

  const Environment& environment_;
  const cluster::Placement& placement_;
  const StoreRequests& store_;
  Sessions& sessions_;
  RunningMatches& running_;
  Absences& absences_;
  // Since when time counts in the matches of a shard: this run has them since then, and before it nobody had them. The
  // beginning of time: somebody had them.
  std::vector<Timestamp> mine_since_;
  std::vector<Timestamp> taken_at_;  // by shard: since when this run has it that others had; kNever if none ever did
  ThinkingBudget thinking_;
  ById matches_;
  Schedule<MatchId> schedule_;   // when each of these is to be looked at
  Schedule<MatchId> resting_;    // all others that have a clock: when it runs out
  std::size_t clock_reads_ = 0;  // of those whose clock has run out, on their way from the disk
  std::uint64_t woken_ = 0;      // of those, since the beginning
  std::uint64_t next_read_ = 1;
  std::set<MatchId> listed_;
  std::vector<LeftBehind> left_behind_;
  bool leaving_ = false;  // some that other servers run are still in memory
};

// A match asks whether those who play it are there, if another server has the lobby (Attendance).
void ask_who_is_there(const cluster::Placement& placement, const MatchActor& match, Outbox& out);

}  // namespace wyrmhall::server
