// The server's clock, with made-up readings of the machine's two.
#include "server/shell/steady_utc.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace wyrmhall::server {
namespace {

constexpr Duration kSecond = 1s;
constexpr Timestamp kUtc(1'750'000'000 * kSecond);
constexpr SteadyUtc::Steady kSteady(77 * kSecond);  // of the machine's start, say

// A clock that is looked at every now and then while the machine's UTC is `wrong` from some moment on.
struct Machine {
  SteadyUtc clock{kUtc, kSteady};
  SteadyUtc::Steady steady = kSteady;
  Duration wrong{};  // what somebody has put the machine's clock forward since the start

  [[nodiscard]] Timestamp utc() const { return kUtc + (steady - kSteady) + wrong; }
  // Time passes, and the server corrects its clock. How far that is from the machine's then.
  Duration pass(Duration time) {
    steady += time;
    return clock.correct(utc(), steady);
  }
};

TEST_CASE("it counts as the steady clock does, from UTC at the start") {
  Machine machine;
  CHECK(machine.clock.at(kSteady) == kUtc);
  for (int i = 0; i < 1000; ++i) CHECK(machine.pass(kSecond) == 0s);
  CHECK(machine.clock.at(machine.steady) == kUtc + 1000 * kSecond);
}

TEST_CASE("a clock that was wrong at the start comes right, by 0.05 % and no more") {
  for (const Duration wrong : {10 * kSecond, -10 * kSecond}) {
    CAPTURE(wrong.count());
    Machine machine;
    machine.wrong = wrong;
    Timestamp before = machine.clock.at(machine.steady);
    int seconds = 0;
    Duration away = wrong;
    for (; away != 0s && seconds < 30000; ++seconds) {
      const Duration nearer = machine.pass(kSecond);
      CHECK(abs(nearer) < abs(away));
      away = nearer;
      const Timestamp now = machine.clock.at(machine.steady);
      CHECK(abs(now - before - kSecond) <= kSecond / 2000);
      before = now;
    }
    CHECK(seconds == 20000);  // 10 s, 500 us a second
    CHECK(machine.clock.at(machine.steady) == machine.utc());
    machine.pass(kSecond);
    CHECK(machine.clock.at(machine.steady) == machine.utc());  // and stays
  }
}

TEST_CASE("it never goes back, however closely it is read while it is held back") {
  Machine machine;
  machine.wrong = -3600 * kSecond;
  Timestamp latest{};
  for (int second = 0; second < 20; ++second) {
    for (const auto steady : {machine.steady, machine.steady + 1us, machine.steady + 100us, machine.steady + 700us}) {
      const Timestamp now = machine.clock.at(steady);
      CHECK(now >= latest);
      latest = now;
    }
    machine.pass(kSecond);
  }
  CHECK(machine.clock.at(machine.steady) < kUtc + 20 * kSecond);
}

TEST_CASE("where nothing was corrected for long, it does not make up for that at once") {
  Machine machine;
  machine.wrong = 3600 * kSecond;
  machine.pass(3600 * kSecond);
  CHECK(machine.clock.at(machine.steady) == kUtc + 3600 * kSecond + 500us);
  // Nor does it forget to, where it is corrected more often than there is something to correct.
  Machine often;
  often.wrong = kSecond;
  for (int i = 0; i < 10000; ++i) often.pass(100us);
  CHECK(often.clock.at(often.steady) >= kUtc + kSecond);
  CHECK(often.clock.at(often.steady) <= kUtc + kSecond + 500us);
}

}  // namespace
}  // namespace wyrmhall::server
