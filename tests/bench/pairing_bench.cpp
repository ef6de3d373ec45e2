// What it costs the core to bring people together: many wait in one pool, and as many come whom they can play with. The
// core is the real one, over a store in memory; what it spends on other things, and the store, is not counted. All is
// processor time.
//
//   pairing_bench [PEOPLE]     who are brought together, half of whom wait first (default 10000)
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "server/core.h"
#include "tests/memory_store/memory_store.h"
#include "tests/support/environment.h"

namespace {

namespace pb = wyrmhall::v1;
namespace persistence = wyrmhall::persistence;
namespace server = wyrmhall::server;
using Took = std::chrono::duration<double, std::micro>;

// The time that this thread has had: the machine may have other work.
Took processor_time() {
  timespec time{};
  (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::duration<double, std::nano>(time.tv_nsec);
}

// All limits that many from one place would meet are out of the way.
server::CoreSettings settings() {
  server::CoreSettings settings;
  settings.limits.commands_per_second = settings.limits.command_burst = 1e6;
  settings.limits.tables_in_all = 1'000'000;
  return settings;
}

// The core, and what carries out its effects.
class Machine {
 public:
  Machine()
      : store_(persistence::open_memory_store([this](std::vector<persistence::Answer> answers) {
          for (persistence::Answer& answer : answers) answers_.push_back(std::move(answer));
        })),
        core_({.clock = clock_, .entropy = entropy_, .signing_key = wyrmhall::test::signing_key()}, settings()) {
    core_.open();
    settle();
  }

  void send(std::uint64_t session, const pb::ClientMessage& message) {
    const std::string bytes = message.SerializeAsString();
    measured([&] { core_.received(session, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}); });
    settle();
  }
  void connect(std::uint64_t session) { core_.connected(session); }

  [[nodiscard]] std::size_t tables() const { return core_.counts().tables; }
  void start_measuring() { total_ = longest_ = Took(0); }
  [[nodiscard]] Took total() const { return total_; }
  [[nodiscard]] Took longest() const { return longest_; }

 private:
  template <class Work>
  void measured(const Work& work) {
    const Took began = processor_time();
    work();
    const Took took = processor_time() - began;
    total_ += took;
    longest_ = std::max(longest_, took);
  }

  void settle() {
    while (!core_.effects().empty() || !answers_.empty()) {
      for (server::Effect& effect : std::exchange(core_.effects(), {})) {
        if (auto* asked = std::get_if<persistence::Submission>(&effect)) store_->submit(std::move(*asked));
        if (auto* frame = std::get_if<server::SendFrame>(&effect)) core_.sent(frame->session, 1, frame->frame.size());
      }
      for (persistence::Answer& answer : std::exchange(answers_, {})) measured([&] { core_.answered(answer); });
    }
  }

  wyrmhall::test::ManualClock clock_;
  wyrmhall::test::SeededEntropy entropy_{1};
  std::vector<persistence::Answer> answers_;
  std::unique_ptr<persistence::Store> store_;
  server::Core core_;
  Took total_{0};
  Took longest_{0};
};

void arrive(Machine& machine, std::uint64_t number) {
  machine.connect(number);
  pb::ClientMessage message;
  message.set_command_id(1);
  message.mutable_hello()->set_protocol_version(1);
  machine.send(number, message);
  message.set_command_id(2);
  message.mutable_sign_in()->set_new_guest(fmt::format("Guest {}", number));
  machine.send(number, message);
}

// Those who want the same side wait for each other in vain.
void look_for_somebody(Machine& machine, std::uint64_t number, pb::DanceRole side) {
  pb::ClientMessage message;
  message.set_command_id(3);
  pb::FindTable& find = *message.mutable_find_table();
  find.mutable_options()->mutable_dance();
  find.mutable_part()->mutable_dance()->set_role(side);
  machine.send(number, message);
}

void expect(std::size_t tables, std::size_t wanted) {
  if (tables != wanted) throw std::runtime_error(fmt::format("{} tables instead of {}", tables, wanted));
}

}  // namespace

int main(int argc, char** argv) try {
  const std::uint64_t people = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
  const std::uint64_t half = people / 2;
  Machine machine;
  for (std::uint64_t number = 1; number <= 2 * half; ++number) arrive(machine, number);
  machine.start_measuring();
  for (std::uint64_t number = 1; number <= half; ++number) look_for_somebody(machine, number, pb::DANCE_ROLE_DRAGON);
  expect(machine.tables(), half);
  fmt::print("{} people begin to wait in one pool: {:.1f} ms of the core, the longest call {:.2f} ms\n", half,
             machine.total().count() / 1e3, machine.longest().count() / 1e3);
  machine.start_measuring();
  for (std::uint64_t number = half + 1; number <= 2 * half; ++number) {
    look_for_somebody(machine, number, pb::DANCE_ROLE_KNIGHT);
  }
  expect(machine.tables(), half);
  fmt::print("{} come whom they can play with, and all have somebody: {:.1f} ms, the longest call {:.2f} ms\n", half,
             machine.total().count() / 1e3, machine.longest().count() / 1e3);
  return EXIT_SUCCESS;
} catch (const std::exception& error) {
  std::fprintf(stderr, "pairing_bench: %s\n", error.what());
  return EXIT_FAILURE;
}
