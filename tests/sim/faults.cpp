#include "tests/sim/faults.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace wyrmhall::sim {

Faults::Faults(World& world) : world_(world), rng_(world.rng.fork()) {}

void Faults::repeat(Duration every, std::function<void()> kind) {
  world_.agenda.after(rng_.between(every / 10, every * 19 / 10), [this, every, again = std::move(kind)]() mutable {
    if (over_) return;
    again();
    repeat(every, std::move(again));
  });
}

void Faults::begin() {
  Weather& weather = world_.network.weather;
  if (rng_.chance(0.3)) weather.latency_most = rng_.between(5, 300) * kMillisecond;
  if (rng_.chance(0.3)) weather.spike = 0.02;
  if (rng_.chance(0.2)) world_.disk.commit_most = 50 * kMillisecond;

  const auto sometimes = [&](double often, Duration least, Duration most, std::function<void()> kind) {
    if (rng_.chance(often)) repeat(rng_.between(least, most), std::move(kind));
  };
  sometimes(0.6, 2 * kSecond, 20 * kSecond, [this] { cut_somebody(); });
  sometimes(0.5, 4 * kSecond, 20 * kSecond, [this] { stall_somebody(); });
  sometimes(0.6, 10 * kSecond, 60 * kSecond, [this] { end_server(); });
  sometimes(0.4, 10 * kSecond, 40 * kSecond, [this] { sicken_disk(); });
  sometimes(0.3, 5 * kSecond, 30 * kSecond, [this] {
    if (Client* client = somebody()) client->flood();
  });
  sometimes(0.2, 20 * kSecond, 60 * kSecond, [this] {
    world_.counters.hit(Sometimes::kClockJumpAhead);
    world_.clock.jump(rng_.chance(0.5) ? rng_.between(kSecond, 30 * kSecond) : rng_.between(60, 7200) * kSecond);
  });
  sometimes(0.3, 20 * kSecond, 60 * kSecond, [this] {
    if (Client* client = somebody()) client->forget();
  });
  sometimes(0.4, 20 * kSecond, 60 * kSecond, [this] { lose_somebody(); });
  sometimes(0.2, 60 * kSecond, 120 * kSecond, [this] {
    for (const auto& client : world_.clients) client->stay_away();
  });
}

void Faults::end() {
  over_ = true;
  world_.network.weather = {};
  world_.disk.commit_most = 3 * kMillisecond;
  world_.disk.set_health(Disk::Health::kGood);
  world_.crash_after_effects(0);
}

Client* Faults::somebody() {
  std::vector<Client*> there;
  for (const auto& client : world_.clients) {
    if (client->signed_in()) there.push_back(client.get());
  }
  return there.empty() ? nullptr : rng_.pick(there);
}

void Faults::cut_somebody() {
  const Client* client = somebody();
  if (client == nullptr) return;
  const auto notices = [&] {
    return rng_.chance(0.5) ? rng_.between({}, 50 * kMillisecond) : rng_.between({}, 40 * kSecond);
  };
  const Duration client_notices = notices();
  world_.network.cut(client->link(), client_notices, notices());
}

// Somebody goes for long: by the server's clock, since a run is too short for it.
void Faults::lose_somebody() {
  Client* client = somebody();
  if (client == nullptr) return;
  client->stay_away();
  world_.agenda.after(rng_.between({}, 5 * kSecond), [this] {
    if (!over_) world_.clock.jump(rng_.between(120, 240) * kSecond);
  });
}

void Faults::stall_somebody() {
  // The client with the most open matches hears the most.
  Client* busiest = somebody();
  if (busiest == nullptr) return;
  if (rng_.chance(0.7)) {
    for (const auto& client : world_.clients) {
      if (client->signed_in() && client->open_matches() > busiest->open_matches()) busiest = client.get();
    }
  }
  world_.network.stall(busiest->link(), rng_.between(kSecond, 20 * kSecond));
}

void Faults::restart_later(Duration down) {
  world_.agenda.after(down, [this] {
    if (!world_.running() && !over_ && rng_.chance(0.1)) {
      world_.counters.hit(Sometimes::kClockSetBack);
      world_.clock.jump(-rng_.between(kSecond, 3600 * kSecond));
    }
    world_.start_server();
  });
}

void Faults::end_server() {
  const auto roll = rng_.below(10);
  const Duration down =
      rng_.chance(0.8) ? rng_.between(10 * kMillisecond, 5 * kSecond) : rng_.between({}, 60 * kSecond);
  if (roll < 4) {
    world_.crash();
    return restart_later(down);
  }
  if (roll < 9) {
    world_.crash_after_effects(static_cast<std::uint64_t>(rng_.between(1, 60)));
  } else {
    world_.stop_gracefully();
  }
  // Whenever it goes, it is there again some time after.
  restart_later(down + 3 * kSecond);
}

void Faults::sicken_disk() {
  using enum Disk::Health;
  const std::vector<Disk::Health> all = {kSlow, kSlow, kFailing, kFailing, kFull, kTakenOver};
  const Disk::Health health = rng_.pick(all);
  world_.disk.set_health(health);
  world_.agenda.after(rng_.between(100 * kMillisecond, 8 * kSecond), [this, health] {
    if (world_.disk.health() != health) return;
    world_.disk.set_health(kGood);
    if (health != kTakenOver) return;
    // The store is this server's again only with another run.
    world_.crash();
    restart_later(kSecond);
  });
}

}  // namespace wyrmhall::sim
