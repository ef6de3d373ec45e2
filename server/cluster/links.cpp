#include "server/cluster/links.h"

#include <algorithm>
#include <utility>

#include "server/cluster/node.pb.h"

namespace wyrmhall::server::cluster {

std::vector<Incarnation> Links::set(std::span<const Incarnation> others, Timestamp now) {
  std::vector<Incarnation> gone;
  std::erase_if(links_, [&](const auto& link) {
    if (std::ranges::find(others, link.first) != others.end()) return false;
    gone.push_back(link.first);
    return true;
  });
  for (const Incarnation other : others) links_.try_emplace(other, self_, other, now);
  return gone;
}

void Links::tell(Incarnation to, std::string message, Timestamp now) {
  const auto link = links_.find(to);
  if (link != links_.end()) link->second.tell(std::move(message), now);
}

Links::Heard Links::heard(std::span<const std::uint8_t> bytes, Timestamp now) {
  node::v1::LinkFrame frame;
  if (!frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return {};
  const auto link = links_.find(static_cast<Incarnation>(frame.from()));
  if (link == links_.end()) return {};
  return {.from = link->first, .messages = link->second.heard(frame, now)};
}

std::vector<Incarnation> Links::take_began_again() {
  std::vector<Incarnation> peers;
  for (auto& [peer, link] : links_) {
    if (link.take_began_again()) peers.push_back(peer);
  }
  return peers;
}

std::vector<Links::Frame> Links::due(Timestamp now) {
  std::vector<Frame> frames;
  for (auto& [peer, link] : links_) {
    for (std::string& bytes : link.due(now)) frames.push_back({.to = peer, .bytes = std::move(bytes)});
  }
  return frames;
}

}  // namespace wyrmhall::server::cluster
