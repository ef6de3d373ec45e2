// Which servers run on one store, and which of them runs which matches. The database says so, and nothing else does: it
// is the one that refuses the writes of a server that was declared dead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/answer.h"
#include "persistence/rules_in_use.h"

namespace wyrmhall::persistence {

// Matches are in shards, each of which one server runs.
using Shard = std::uint16_t;
inline constexpr std::size_t kShards = 4096;

// A fixed function of the id: the twelve bits behind its version.
constexpr Shard shard_of(const MatchId& match) {
  return static_cast<Shard>((match.bytes()[6] & 0x0fU) << 8U | match.bytes()[7]);
}

// What a server says of itself when it joins.
struct NodeInfo {
  std::string name;     // of two runs with one name the later has taken the place of the earlier
  std::string address;  // where other servers reach it
  std::string version;
  std::string receipt_key = {};  // the public one by which it signs, as text; empty until it has said so
  std::vector<GameRules> rules = {};
  friend bool operator==(const NodeInfo&, const NodeInfo&) = default;
};

// How a run stands with the bus between the servers, as it says itself.
enum class BusState : std::uint8_t {
  kLost = 0,
  kConnected = 1,
  kAlone = 2,  // it has lost the bus, and others have not: it is to run nothing
};

// A run of a server that is alive, as far as the database knows.
struct NodeRow {
  Incarnation id = 0;
  NodeInfo info;
  bool draining = false;
  BusState bus = BusState::kLost;
  std::int64_t beat = 0;  // how often it has said that it lives
};

struct View {
  bool alive = false;  // whether the one that asks is
  std::vector<NodeRow> nodes;
  // The owner of each shard, who may be dead; 0 where nobody has had it. Nothing where no owner has changed since the
  // View before.
  std::optional<std::vector<Incarnation>> owners;
  RulesInUse rules;
  Timestamp now{};  // by the database's clock
};

// The database did not answer. What was asked may have been done nevertheless.
class NoAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Belongs to one thread at a time. Calls block, throw NoAnswer, and can be repeated without harm.
class Membership {
 public:
  Membership() = default;
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;
  virtual ~Membership() = default;

  // Says that this run lives and how it stands with the bus, and looks around.
  virtual View beat(BusState bus) = 0;

  // From now on the run keeps nothing, unless its beat is another one than was seen. Waits for what it has in flight.
  virtual void declare_dead(Incarnation node, std::int64_t beat) = 0;

  // Takes those of the shards that nobody living has.
  virtual void claim(std::span<const Shard> shards) = 0;

  // Gives own shards to a run that is alive.
  virtual void hand_over(std::span<const Shard> shards, Incarnation to) = 0;

  // Says that a run, this one or another, is to give away what it has and to end.
  virtual void drain(Incarnation node) = 0;

  // This run has ended, and keeps nothing from now on: others need not find out.
  virtual void leave() = 0;

  // Takes into use the newest rules that all servers know by now: to be called where raised() says so of a View.
  virtual void raise_rules() = 0;

  // Says by which public key this run signs.
  virtual void say_receipt_key(const std::string& key) = 0;

  // The name of all servers of this store together, the same for ever: letters, digits and dashes.
  virtual std::string cluster() = 0;
};

}  // namespace wyrmhall::persistence
