#include "tests/sim/network.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "server/core/limits.h"

namespace wyrmhall::sim {
namespace {

constexpr Duration kReadTime = std::chrono::microseconds(20);  // for a reader to take one frame
constexpr Duration kCloseTime = server::kCloseTime;

}  // namespace

Network::Link* Network::find(std::uint64_t number) {
  const auto found = links_.find(number);
  return found == links_.end() ? nullptr : &found->second;
}

Duration Network::latency() {
  Duration time = rng_.between(weather.latency_least, weather.latency_most);
  if (weather.spike > 0 && rng_.chance(weather.spike)) time += rng_.between(100 * kMillisecond, 2 * kSecond);
  return time;
}

std::uint64_t Network::connect(int client) {
  const std::uint64_t number = next_++;
  Link& link = links_[number];
  link.client = client;
  link.up_clear_at = agenda_.now() + latency();
  agenda_.at(link.up_clear_at, [this, number] {
    Link* found = find(number);
    if (found == nullptr || found->broken || !found->client_side) return;
    found->server_side = true;
    ++at_server_;
    if (events_.came(number, found->client)) return;
    if (Link* refused = find(number); refused != nullptr && refused->server_side) {
      refused->server_side = false;
      --at_server_;
    }
    client_lets_go(number, 0);
  });
  return number;
}

void Network::say(std::uint64_t number, std::string bytes) {
  Link* link = find(number);
  if (link == nullptr || !link->client_side) return;
  link->up_clear_at = std::max(link->up_clear_at, agenda_.now() + latency());
  ++link->under_way;
  agenda_.at(link->up_clear_at, [this, number, frame = std::move(bytes)] {
    Link* found = find(number);
    if (found == nullptr) return;
    --found->under_way;
    if (!found->broken && found->server_side && !found->closing) events_.heard(number, frame);
  });
}

void Network::hang_up(std::uint64_t number) {
  Link* link = find(number);
  if (link == nullptr || !link->client_side) return;
  link->client_side = false;
  agenda_.at(std::max(link->up_clear_at, agenda_.now() + latency()), [this, number] {
    if (Link* found = find(number); found != nullptr && !found->server_side) found->broken = true;
    server_lets_go(number);
  });
}

void Network::send(std::uint64_t number, Frame frame) {
  Link* link = find(number);
  if (link == nullptr || !link->server_side) return;
  link->queued_bytes += frame.bytes;
  link->queue.push_back(std::move(frame));
  pump(number);
}

void Network::close(std::uint64_t number, std::uint16_t code) {
  Link* link = find(number);
  if (link == nullptr || !link->server_side) return;
  link->closing = true;
  link->close_code = code;
  pump(number);
  // As the shell does: a connection that does not answer a close in time is dropped.
  agenda_.after(kCloseTime, [this, number] {
    client_lets_go(number, 0);
    server_lets_go(number);
  });
}

void Network::pump(std::uint64_t number) {
  Link& link = *find(number);
  if (link.pumping || (link.queue.empty() && !link.closing)) return;
  link.pumping = true;
  agenda_.at(std::max(agenda_.now() + kReadTime, link.stalled_until), [this, number] { send_next(number); });
}

void Network::send_next(std::uint64_t number) {
  Link* link = find(number);
  if (link == nullptr) return;
  link->pumping = false;
  if (agenda_.now() < link->stalled_until) return pump(number);
  if (link->broken || !link->server_side) return;  // nobody takes it: it waits for the server to notice
  if (link->queue.empty()) {
    const std::uint16_t code = link->close_code;
    agenda_.at(std::max(link->down_clear_at, agenda_.now() + latency()),
               [this, number, code] { client_lets_go(number, code); });
    server_lets_go(number);
    return;
  }
  Frame frame = std::move(link->queue.front());
  link->queue.pop_front();
  link->queued_bytes -= frame.bytes;
  link->down_clear_at = std::max(link->down_clear_at, agenda_.now() + latency());
  ++link->under_way;
  const std::size_t bytes = frame.bytes;
  agenda_.at(link->down_clear_at, [this, number, arriving = std::move(frame)] {
    Link* found = find(number);
    if (found == nullptr) return;
    --found->under_way;
    if (!found->broken && found->client_side) events_.arrived(found->client, number, arriving);
  });
  pump(number);
  events_.was_sent(number, bytes);
}

void Network::server_lets_go(std::uint64_t number) {
  Link* link = find(number);
  if (link == nullptr) return;
  if (link->server_side) {
    link->server_side = false;
    link->queue.clear();
    link->queued_bytes = 0;
    --at_server_;
    events_.went(number);
  }
  forget_if_gone(number);
}

void Network::client_lets_go(std::uint64_t number, std::uint16_t code) {
  Link* link = find(number);
  if (link == nullptr || !link->client_side) return;
  link->client_side = false;
  const int client = link->client;
  forget_if_gone(number);
  events_.lost(client, number, code);
}

void Network::forget_if_gone(std::uint64_t number) {
  const Link* link = find(number);
  if (link != nullptr && !link->server_side && !link->client_side) links_.erase(number);
}

void Network::cut(std::uint64_t number, Duration client_notices_after, Duration server_notices_after) {
  Link* link = find(number);
  if (link == nullptr || link->broken) return;
  counters_.hit(Sometimes::kCut);
  // A frame that is under way when the wire breaks has arrived in part, and is of no use to anybody.
  if (link->under_way > 0) counters_.hit(Sometimes::kCutInMidFrame);
  if (server_notices_after > 10 * kSecond) counters_.hit(Sometimes::kHalfOpen);
  link->broken = true;
  agenda_.after(client_notices_after, [this, number] { client_lets_go(number, 0); });
  agenda_.after(server_notices_after, [this, number] { server_lets_go(number); });
}

void Network::stall(std::uint64_t number, Duration how_long) {
  if (Link* link = find(number)) {
    counters_.hit(Sometimes::kSlowReader);
    link->stalled_until = std::max(link->stalled_until, agenda_.now() + how_long);
  }
}

void Network::server_died() {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(links_.size());
  for (auto& [number, link] : links_) numbers.push_back(number);
  for (const std::uint64_t number : numbers) {
    Link& link = links_.at(number);
    link.broken = true;
    if (link.server_side) --at_server_;
    link.server_side = false;
    link.queue.clear();
    link.queued_bytes = 0;
    // Most hear of it from the operating system, some must find out by the silence.
    const Duration notices = rng_.chance(0.8) ? latency() : rng_.between(kSecond, 30 * kSecond);
    agenda_.after(notices, [this, number] { client_lets_go(number, 0); });
    forget_if_gone(number);
  }
}

std::size_t Network::waiting_messages(std::uint64_t number) const {
  const auto found = links_.find(number);
  return found == links_.end() ? 0 : found->second.queue.size();
}

std::size_t Network::waiting_bytes(std::uint64_t number) const {
  const auto found = links_.find(number);
  return found == links_.end() ? 0 : found->second.queued_bytes;
}

}  // namespace wyrmhall::sim
