#include "server/shell/net/connections.h"

#include <utility>
#include <variant>

#include "server/core/limits.h"
#include "server/core/prefetch.h"

namespace wyrmhall::server {

std::string Connections::address_of(std::uint64_t number) const {
  const auto found = clients_.find(number);
  return found == clients_.end() ? std::string() : found->second.caller.client.text;
}

std::string Connections::group_of(std::uint64_t number) const {
  const auto found = clients_.find(number);
  if (found == clients_.end()) return {};
  const PeerAddress& address = found->second.caller.client;
  return address.groups.empty() ? address.text : address.groups.front();
}

std::vector<std::uint64_t> Connections::numbers() const {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(clients_.size());
  for (const auto& [number, client] : clients_) numbers.push_back(number);
  return numbers;
}

std::vector<std::shared_ptr<Connection>> Connections::all() const {
  return all_of([](const Caller& /*caller*/) { return true; });
}

std::vector<std::shared_ptr<Connection>> Connections::all_of(
    const std::function<bool(const Caller& caller)>& chosen) const {
  std::vector<std::shared_ptr<Connection>> some;
  some.reserve(clients_.size());
  for (const auto& [number, client] : clients_) {
    if (chosen(client.caller)) some.push_back(client.connection);
  }
  return some;
}

void Connections::add(std::uint64_t number, std::shared_ptr<Connection> connection, Caller caller) {
  clients_.emplace(number, Client{.connection = std::move(connection), .caller = std::move(caller)});
}

void Connections::remove(std::uint64_t number, const std::function<void(Caller& caller)>& left) {
  const auto found = clients_.find(number);
  if (found == clients_.end()) return;
  left(found->second.caller);
  clients_.erase(found);
  std::erase(probing_, number);
}

void Connections::prefetch(std::span<const Effect> effects) const {
  Prefetched<Connection> sending;
  for (const Effect& effect : effects) {
    const auto* const frame = std::get_if<SendFrame>(&effect);
    const Connection* const connection = frame == nullptr ? nullptr : find(frame->session);
    if (connection != nullptr) sending.add(*connection);
  }
  for (const Connection* connection : sending) connection->prefetch_state();
  for (const Connection* connection : sending) connection->prefetch_buffer();
}

void Connections::let_probe(std::uint64_t number) {
  if (probing_.size() >= kProbingConnections) {
    Connection* const oldest = find(probing_.front());
    probing_.pop_front();
    if (oldest != nullptr) oldest->drop();
  }
  probing_.push_back(number);
}

void Connections::pause(std::uint64_t number) {
  Connection* const connection = find(number);
  if (connection == nullptr) return;
  connection->pause();
  paused_.push_back(number);
}

void Connections::resume() {
  for (const std::uint64_t number : std::exchange(paused_, {})) {
    if (Connection* const connection = find(number)) connection->resume();
  }
}

}  // namespace wyrmhall::server
