#include "server/cluster/placement.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "server/core/ids.h"

namespace wyrmhall::server::cluster {
namespace {

// Of what has a name: FNV-1a.
Shard shard_of(std::string_view name) {
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return static_cast<Shard>(hash % persistence::kShards);
}

}  // namespace

void Placement::set(std::vector<Incarnation> others, std::vector<Incarnation> owners) {
  others_ = std::move(others);
  owners_ = std::move(owners);
}

bool Placement::knows(Incarnation node) const {
  return std::ranges::find(others_, node) != others_.end();
}

Shard Placement::lobby_shard() {
  static const Shard shard = shard_of("lobby");
  return shard;
}

Uuid Placement::id_at(Incarnation node, Entropy& entropy, Timestamp now) const {
  Uuid id = make_uuid(entropy, now);
  if (alone()) return id;
  // From the shard that was drawn, the next one that is the node's.
  for (std::size_t i = 0, shard = persistence::shard_of(MatchId(id)); i < owners_.size(); ++i) {
    if (owners_[shard] == node) {
      id[6] = static_cast<std::uint8_t>((id[6] & 0xf0U) | shard >> 8U);
      id[7] = static_cast<std::uint8_t>(shard);
      break;
    }
    shard = (shard + 1) % owners_.size();
  }
  return id;
}

}  // namespace wyrmhall::server::cluster
