#include "tests/cluster/nodes.h"

#include <algorithm>

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

constexpr Duration kTick = 100ms;
constexpr int kTicksToLetGo = 100;
constexpr int kStepsUntilQuiet = 100'000;
constexpr std::uint64_t kOwnTicket = 0;  // of what a test asks

}  // namespace

// A server's way to the store that all share.
class Nodes::SharedStore final : public persistence::Store {
 public:
  SharedStore(Nodes& nodes, persistence::Incarnation incarnation, Deliver deliver)
      : nodes_(nodes), incarnation_(incarnation), deliver_(std::move(deliver)) {}
  SharedStore(const SharedStore&) = delete;
  SharedStore& operator=(const SharedStore&) = delete;
  ~SharedStore() override {
    std::erase_if(nodes_.asked_, [this](const auto& one) { return one.second.by.to == &deliver_; });
    std::erase_if(nodes_.late_, [this](const LateAnswer& late) { return late.to.to == &deliver_; });
  }

  [[nodiscard]] persistence::Incarnation incarnation() const override { return incarnation_; }
  void submit(persistence::Submission&& submission) override {
    nodes_.ask_store({.node = incarnation_, .to = &deliver_}, std::move(submission));
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
      if (answer.ticket == kOwnTicket) {
        own_answer_ = std::move(answer);
        continue;
      }
      auto asked = asked_.extract(answer.ticket);
      if (asked.empty()) continue;
      answer.ticket = asked.mapped().ticket;
      if (answer.verdict == persistence::Verdict::kConflict) ++counts_.conflicts;
      if (asked.mapped().answer_is_lost) {
        ++counts_.unanswered_and_kept;
        answer.verdict = persistence::Verdict::kUnknown;
      }
      this->answer(asked.mapped().by, std::move(answer));
    }
  });
  nodes_.resize(count);
  for (std::size_t i = 0; i < count; ++i) start(i);
}

void Nodes::ask_store(const Asker& by, persistence::Submission&& submission) {
  const bool writes = persistence::is_write(submission.request);
  persistence::Answer refused = persistence::answer_to(submission.ticket, submission.request);
  refused.verdict = persistence::Verdict::kUnknown;
  if (down) return answer(by, std::move(refused));
  if (fence && writes && dead_.contains(by.node)) {
    ++counts_.fenced;
    refused.verdict = persistence::Verdict::kNotOwner;
    return answer(by, std::move(refused));
  }
  if (!key && dead_.contains(by.node) && std::holds_alternative<persistence::AppendMove>(submission.request)) {
    refused.verdict = persistence::Verdict::kKept;
    return answer(by, std::move(refused));
  }
  const bool is_lost = writes && chance(unanswered);
  if (is_lost && chance(0.5)) {
    ++counts_.unanswered_and_lost;
    return answer(by, std::move(refused));
  }
  const std::uint64_t ticket = next_ticket_++;
  asked_.emplace(ticket, Asked{.by = by, .ticket = submission.ticket, .answer_is_lost = is_lost});
  submission.ticket = ticket;
  store_->submit(std::move(submission));
}

// In the order in which it was asked, for each server.
void Nodes::answer(const Asker& to, persistence::Answer answer) {
  Duration at = passed_;
  if (slow > Duration{}) at += Duration(dice_.roll(static_cast<int>(slow.count())));
  bool waits = at > passed_;
  for (const LateAnswer& late : late_) {
    if (late.to != to) continue;
    at = std::max(at, late.at);
    waits = true;
  }
  if (waits) {
    late_.push_back({.at = at, .to = to, .answer = std::move(answer)});
    return;
  }
  std::vector<persistence::Answer> answers;
  answers.push_back(std::move(answer));
  (*to.to)(std::move(answers));
}

void Nodes::deliver_what_is_due() {
  std::deque<LateAnswer> due;
  for (LateAnswer& late : std::exchange(late_, {})) {
    const Node* const node = find(late.to.node);
    const bool comes = late.at <= passed_ && node != nullptr && !node->frozen;
    (comes ? due : late_).push_back(std::move(late));
  }
  for (LateAnswer& late : due) {
    std::vector<persistence::Answer> answers;
    answers.push_back(std::move(late.answer));
    (*late.to.to)(std::move(answers));
  }
}

persistence::StoredMatch Nodes::kept(const MatchId& match) {
  store_->submit({.ticket = kOwnTicket, .request = persistence::LoadMatch{.match = match}});
  auto& found = std::get<persistence::LoadMatch::Answer>(own_answer_.value().value);
  REQUIRE(found);
  return *std::move(found);
}

std::int64_t Nodes::booked(const std::string& what) {
  store_->submit({.ticket = kOwnTicket, .request = persistence::ListTallies{.what = what, .after = std::nullopt}});
  std::int64_t sum = 0;
  const auto& found = std::get<persistence::ListTallies::Answer>(own_answer_.value().value);
  for (const persistence::Tally& tally : found.tallies) sum += tally.amount;
  return sum;
}

void Nodes::start(std::size_t which) {
  Node& node = nodes_.at(which);
  // A world wants to know at once what there is.
  const Duration was_slow = std::exchange(slow, Duration{});
  const bool was_down = std::exchange(down, false);
  node.frozen = false;
  node.waiting.clear();
  node.incarnation = ++last_incarnation_;
  const server::CoreSettings settings{.limits = {.commands_per_second = 1e6, .command_burst = 1e6},
                                      .incarnation = node.incarnation - 1};  // the world counts its runs
  const auto seed = static_cast<std::uint64_t>(dice_.roll(1 << 30));
  node.world = std::make_unique<World>(seed, settings, [&](persistence::Store::Deliver deliver) {
    return std::make_unique<SharedStore>(*this, node.incarnation, std::move(deliver));
  });
  node.world->clock.pass(passed_);
  node.world->keep_frames = keep_frames;
  node.world->to_node = [this, self = node.incarnation](server::SendToNode& effect) {
    bus_.push_back({.from = self, .sent = std::move(effect)});
  };
  node.world->on_settled = [this] { run(); };
  slow = was_slow;
  down = was_down;
}

Nodes::Node* Nodes::find(persistence::Incarnation incarnation) {
  const auto found = std::ranges::find(nodes_, incarnation, &Node::incarnation);
  return found == nodes_.end() || found->world == nullptr ? nullptr : &*found;
}

void Nodes::place(const std::function<std::size_t(persistence::Shard)>& owner) {
  std::vector<persistence::Incarnation> owners(persistence::kShards);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const std::size_t which = owner(static_cast<persistence::Shard>(i));
    owners[i] = which == kNobody ? 0 : incarnation(which);
  }
  let_go(owners);
  owners_ = owners;
  for (const Node& node : nodes_) tell_owners(node, owners);
  pass(server::kAskOwnerAgain + kTick);  // who asked one that had not learned of it yet asks again
}

// Who is up and is to have some of its shards no more learns that first: they go to another once nothing of them is in
// its memory.
void Nodes::let_go(const std::vector<persistence::Incarnation>& owners) {
  for (const Node& node : nodes_) {
    std::vector<persistence::Shard> given;
    std::vector<persistence::Incarnation> kept = owners_;
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      if (owners_[i] != node.incarnation || owners[i] == node.incarnation) continue;
      given.push_back(static_cast<persistence::Shard>(i));
      kept[i] = 0;
    }
    if (given.empty() || node.world == nullptr || node.frozen) continue;
    tell_owners(node, kept);
    for (int i = 0; i < kTicksToLetGo && node.world->core->runs_any_of(given); ++i) pass(kTick);
  }
}

void Nodes::tell_owners(const Node& node, const std::vector<persistence::Incarnation>& owners) {
  if (node.world == nullptr || node.frozen) return;
  std::vector<persistence::Incarnation> others;
  for (const Node& other : nodes_) {
    if (other.world != nullptr && !other.frozen && other.incarnation != node.incarnation)
      others.push_back(other.incarnation);
  }
  node.world->core->place(std::move(others), owners, rules);
  node.world->settle();
}

void Nodes::kill(std::size_t which) {
  const persistence::Incarnation gone = incarnation(which);
  nodes_.at(which).world.reset();
  std::erase_if(bus_, [gone](const OnBus& frame) { return frame.sent.to == gone; });
}

void Nodes::cut(std::size_t from, std::size_t to, Duration time) {
  cuts_[{incarnation(from), incarnation(to)}] = passed_ + time;
}

bool Nodes::is_cut(const OnBus& frame) const {
  const auto cut = cuts_.find({frame.from, frame.sent.to});
  return cut != cuts_.end() && passed_ < cut->second;
}

void Nodes::freeze(std::size_t which) {
  nodes_.at(which).frozen = true;
  dead_.insert(incarnation(which));
}

void Nodes::thaw(std::size_t which) {
  Node& node = nodes_.at(which);
  node.frozen = false;
  for (const server::SendToNode& frame : std::exchange(node.waiting, {})) hear(node, frame);
}

void Nodes::hear(Node& node, const server::SendToNode& frame) {
  ++frames;
  node.world->core->heard_from_node({reinterpret_cast<const std::uint8_t*>(frame.frame.data()), frame.frame.size()});
  node.world->settle();
}

void Nodes::pass(Duration time) {
  for (Duration passed{}; passed < time; passed += kTick) {
    passed_ += kTick;
    deliver_what_is_due();
    for (const Node& node : nodes_) {
      if (node.world != nullptr && !node.frozen) node.world->pass(kTick);
    }
  }
}

void Nodes::run() {
  if (std::exchange(running_, true)) return;
  int steps = 0;
  while (!bus_.empty()) {
    REQUIRE(++steps < kStepsUntilQuiet);
    const std::size_t which = reordered ? static_cast<std::size_t>(dice_.roll(1 << 20)) % bus_.size() : 0;
    OnBus frame = std::move(bus_[which]);
    bus_.erase(bus_.begin() + static_cast<std::ptrdiff_t>(which));
    if (is_cut(frame)) ++cut_off;
    if (is_cut(frame) || chance(lost)) continue;
    if (chance(repeated)) bus_.push_back(frame);
    Node* const to = find(frame.sent.to);
    if (to == nullptr) continue;
    if (to->frozen) {
      to->waiting.push_back(std::move(frame.sent));
    } else {
      hear(*to, frame.sent);
    }
  }
  running_ = false;
}

}  // namespace wyrmhall::test
