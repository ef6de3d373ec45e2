#include "tests/cluster/nodes.h"

#include <algorithm>

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

constexpr Duration kTick = 100ms;
constexpr int kStepsUntilQuiet = 100'000;

}  // namespace

// A server's way to the store that all share.
class Nodes::SharedStore final : public persistence::Store {
 public:
  SharedStore(Nodes& nodes, persistence::Incarnation incarnation, Deliver deliver)
      : nodes_(nodes), incarnation_(incarnation), deliver_(std::move(deliver)) {}
  SharedStore(const SharedStore&) = delete;
  SharedStore& operator=(const SharedStore&) = delete;
  ~SharedStore() override {
    std::erase_if(nodes_.asked_, [this](const auto& one) { return one.second.first == &deliver_; });
  }

  [[nodiscard]] persistence::Incarnation incarnation() const override { return incarnation_; }
  void submit(persistence::Submission&& submission) override {
    const std::uint64_t ticket = nodes_.next_ticket_++;
    nodes_.asked_.emplace(ticket, std::pair(&deliver_, submission.ticket));
    submission.ticket = ticket;
    nodes_.store_->submit(std::move(submission));
  }
  [[nodiscard]] std::size_t pending() const override { return 0; }

 private:
  Nodes& nodes_;
  persistence::Incarnation incarnation_;
  Deliver deliver_;
};

Nodes::Nodes(std::size_t count, std::uint64_t seed) : dice_(seed) {
  store_ = persistence::open_memory_store([this](std::vector<persistence::Answer> answers) {
    for (persistence::Answer& answer : answers) {
      auto asked = asked_.extract(answer.ticket);
      if (asked.empty()) continue;
      answer.ticket = asked.mapped().second;
      std::vector<persistence::Answer> one;
      one.push_back(std::move(answer));
      (*asked.mapped().first)(std::move(one));
    }
  });
  nodes_.resize(count);
  for (std::size_t i = 0; i < count; ++i) start(i);
}

void Nodes::start(std::size_t which) {
  Node& node = nodes_.at(which);
  node.incarnation = ++last_incarnation_;
  const server::CoreSettings settings{.limits = {.commands_per_second = 1e6, .command_burst = 1e6},
                                      .incarnation = node.incarnation - 1};  // the world counts its runs
  const auto seed = static_cast<std::uint64_t>(dice_.roll(1 << 30));
  node.world = std::make_unique<World>(seed, settings, [&](persistence::Store::Deliver deliver) {
    return std::make_unique<SharedStore>(*this, node.incarnation, std::move(deliver));
  });
  node.world->clock.pass(passed_);
  node.world->to_node = [this](server::SendToNode& effect) { bus_.push_back(std::move(effect)); };
  node.world->on_settled = [this] { run(); };
}

World* Nodes::find(persistence::Incarnation incarnation) {
  const auto found = std::ranges::find(nodes_, incarnation, &Node::incarnation);
  return found == nodes_.end() ? nullptr : found->world.get();
}

void Nodes::place(const std::function<std::size_t(persistence::Shard)>& owner) {
  std::vector<persistence::Incarnation> owners(persistence::kShards);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const std::size_t which = owner(static_cast<persistence::Shard>(i));
    owners[i] = which == kNobody ? 0 : incarnation(which);
  }
  for (const Node& node : nodes_) {
    if (node.world == nullptr) continue;
    std::vector<persistence::Incarnation> others;
    for (const Node& other : nodes_) {
      if (other.world != nullptr && other.incarnation != node.incarnation) others.push_back(other.incarnation);
    }
    node.world->core->place(std::move(others), owners);
    node.world->settle();
  }
  pass(server::kAskOwnerAgain + kTick);  // who asked one that had not learned of it yet asks again
}

void Nodes::kill(std::size_t which) {
  const persistence::Incarnation gone = incarnation(which);
  nodes_.at(which).world.reset();
  std::erase_if(bus_, [gone](const server::SendToNode& frame) { return frame.to == gone; });
}

void Nodes::pass(Duration time) {
  for (Duration passed{}; passed < time; passed += kTick) {
    passed_ += kTick;
    for (const Node& node : nodes_) {
      if (node.world != nullptr) node.world->pass(kTick);
    }
  }
}

void Nodes::run() {
  if (std::exchange(running_, true)) return;
  int steps = 0;
  while (!bus_.empty()) {
    REQUIRE(++steps < kStepsUntilQuiet);
    const std::size_t which = reordered ? static_cast<std::size_t>(dice_.roll(1 << 20)) % bus_.size() : 0;
    server::SendToNode frame = std::move(bus_[which]);
    bus_.erase(bus_.begin() + static_cast<std::ptrdiff_t>(which));
    if (chance(lost)) continue;
    if (chance(repeated)) bus_.push_back(frame);
    World* const to = find(frame.to);
    if (to == nullptr) continue;
    ++frames;
    to->core->heard_from_node({reinterpret_cast<const std::uint8_t*>(frame.frame.data()), frame.frame.size()});
    to->settle();
  }
  running_ = false;
}

}  // namespace wyrmhall::test
