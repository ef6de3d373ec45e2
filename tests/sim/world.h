// The whole of a run: the real core, its clients, the wire and the disk between them, in one thread on virtual time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/core.h"
#include "tests/sim/absence_check.h"
#include "tests/sim/agenda.h"
#include "tests/sim/checkers.h"
#include "tests/sim/client.h"
#include "tests/sim/counters.h"
#include "tests/sim/disk.h"
#include "tests/sim/durable.h"
#include "tests/sim/identities.h"
#include "tests/sim/log_watch.h"
#include "tests/sim/network.h"
#include "tests/sim/rng.h"
#include "tests/sim/trace.h"
#include "tests/sim/violation.h"
#include "tests/support/environment.h"

namespace wyrmhall::sim {

class World final : public NetworkEvents {
 public:
  World(std::uint64_t seed, bool on_sqlite, Counters& counters);

  // --- What faults do ---
  void start_server();
  // The process is gone at once; what is in no log is lost.
  void crash();
  // It goes after this many more effects, in the middle of whatever it does then; 1 is the next.
  void crash_after_effects(std::uint64_t effects) { effects_until_crash_ = effects; }
  // As on SIGTERM: everybody is told, the disk is waited for, then it goes.
  void stop_gracefully();
  [[nodiscard]] bool running() const { return core_ != nullptr; }

  // Does the next deed. Throws Violation.
  void step();
  // Throws whatever a checker found where it could not be thrown from.
  void check_log();

  [[nodiscard]] std::optional<server::CoreCounts> counts() const;
  [[nodiscard]] Trace& trace() { return trace_; }

  // --- NetworkEvents ---
  bool came(std::uint64_t link, int client) override;
  void heard(std::uint64_t link, const std::string& bytes) override;
  void was_sent(std::uint64_t link, std::size_t bytes) override;
  void went(std::uint64_t link) override;
  void arrived(int client, std::uint64_t link, const Frame& frame) override;
  void lost(int client, std::uint64_t link, std::uint16_t close_code) override;

  Counters& counters;
  Rng rng;
  Rng aside;               // for what clients do about who they are, and nothing else
  bool identities_change;  // whether they do any of it in this run
  Agenda agenda;
  ServerClock clock;
  Durable durable;
  Network network;
  Disk disk;
  Checkers checkers;
  AbsenceCheck absences;
  Identities identities;
  ClientContext around;
  std::vector<std::unique_ptr<Client>> clients;

 private:
  std::string invitation();

  template <class Input>
  void input(Input&& input);
  void carry_out();
  void carry_out_one(server::SendFrame& effect);
  void carry_out_one(server::CloseSession& effect);
  void carry_out_one(server::PauseReading& /*effect*/) {}  // the network of the simulator has no use for it
  void carry_out_one(server::SendToNode& /*effect*/) {}    // it is alone
  void carry_out_one(persistence::Submission& effect);
  void carry_out_one(server::Work& effect);
  void tick(std::uint64_t run);
  void work(std::uint64_t run, std::uint64_t ticket, Duration took);

  test::SeededEntropy entropy_;
  server::Registration registration_ = server::Registration::kOpen;
  std::vector<std::string> invitations_;  // the codes of all that there are, in order
  std::unique_ptr<server::Core> core_;
  std::uint64_t run_ = 0;
  std::uint64_t effects_until_crash_ = 0;  // 0: none is planned
  bool answering_ = false;                 // effects are what follows of an answer of the store
  std::map<std::uint64_t, server::Task> jobs_;
  Trace trace_;
  std::optional<Violation> logged_;
  LogWatch log_watch_;
};

}  // namespace wyrmhall::sim
