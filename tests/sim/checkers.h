// The promises of the server, checked at every frame that it sends and after every step. Each throws Violation.
//
//   durable before visible   nothing is sent that is not on disk, accounts and seats at tables included
//   never less               no match is ever told at a version below one that was told before, crashes or not
//   the log re-folds         what a client has merged together is what the log's fold conceals for it
//   exactly once             a command that was answered is in the log once, one that was refused is not
//   answered as before       a command that is in the log is not refused when it is sent again
//   secrets                  a server's seed is in no frame and no log line before its match is over
//   every command is answered   while its connection lives, one way or the other
//   nothing is forgotten     a server that is ready knows every table and every running clock that is on disk
//   bounds                   what waits for a reader, a match or the store is within the server's limits
//   choices are exact        what was offered is not refused by the rules
//   a start has one end      once it was shown that all have committed: a match, or one aborted start that is kept; no
//                            commitment of the server's is used for two
//   a match has one signed end   of whatever run of the server, and only once it is over
//   the log tells no trouble the server writes no error but about the disk
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "server/core.h"
#include "tests/sim/counters.h"
#include "tests/sim/durable.h"
#include "tests/sim/match_copy.h"
#include "tests/sim/network.h"

namespace wyrmhall::sim {

class Checkers {
 public:
  Checkers(const Agenda& agenda, const Network& network, Durable& durable, Counters& counters)
      : agenda_(agenda), network_(network), durable_(durable), counters_(counters) {}

  // --- At the server ---
  void restarted(Timestamp now);
  // The server has read what it needs and lets people in.
  void ready(const server::CoreCounts& counts) const;
  void check_running(const server::CoreCounts& counts) const;
  void came(std::uint64_t link) { sessions_[link]; }
  void went(std::uint64_t link);
  // A command that the core is about to be handed.
  void heard(std::uint64_t link, const pb::ClientMessage& command);
  // A frame that the core has just let go of: from now on it may be seen.
  void sent(std::uint64_t link, std::string_view bytes, const pb::ServerMessage& message);
  void after_step(const server::CoreCounts& counts, std::size_t unanswered, std::size_t working);
  // Whether a command has been waiting for its answer for longer than that.
  void check_silence(Duration patience) const;
  void logged(std::string_view line, bool is_error);
  // Whether this run of the server has told anybody of a match.
  [[nodiscard]] bool told_in_this_run(const MatchId& match) const { return told_now_.contains(match); }

  // --- At a client ---
  // An update of a match was merged into its copy.
  void merged(const std::string& match_id, const MatchCopy& copy, const pb::MatchUpdate& update);
  // A command to act was answered by an update.
  void acknowledged(const std::string& match_id, int seat, std::uint64_t command_id);

 private:
  // A command to act, resign or claim that waits for its answer.
  struct Question {
    MatchId match{};
    std::string action;  // empty but for an action
    bool claims = false;
  };
  struct Session {
    AccountId account{};
    std::map<std::uint32_t, MatchId> channels;
    std::map<std::uint64_t, Question> acts;
    std::map<std::uint64_t, MatchId> letters;      // what waits for a match, by command
    std::map<std::uint64_t, Duration> unanswered;  // when each command came
  };

  // The move that a command led to, or null.
  static const persistence::Move* move_of(const MatchLog& log, const Session& session, const Question& question,
                                          std::uint64_t command);
  void check_update(Session& session, std::uint64_t answer_to, const pb::MatchUpdate& update);
  void check_opened(Session& session, const pb::MatchOpened& opened);
  void check_refusal(Session& session, std::uint64_t answer_to, const pb::Refusal& refusal);
  void check_signed_in(Session& session, const pb::SignedIn& signed_in);
  void check_offer(const Session& session, const server::pb::ChallengeOffer& offer);
  void check_table(const pb::Table& table);
  void check_seeds(std::string_view bytes, const char* where);
  void tell(const MatchId& match, std::uint64_t version, bool whole);
  const MatchLog& log_of(const MatchId& match) const;
  [[nodiscard]] std::size_t waiting_for(const MatchId& match) const;

  const Agenda& agenda_;
  const Network& network_;
  Durable& durable_;
  Counters& counters_;
  std::map<std::uint64_t, Session> sessions_;
  std::map<MatchId, std::uint64_t> told_;  // the highest version of each match that was sent
  std::map<MatchId, std::size_t> mail_;    // how many commands wait for each match
  std::set<MatchId> told_now_;             // what this run of the server has told of
  Timestamp started_{};                    // by the clock of this run of the server
  std::uint64_t frames_ = 0;
};

}  // namespace wyrmhall::sim
