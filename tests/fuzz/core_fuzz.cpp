// Hostile clients against the whole server but its sockets and disk: bytes, commands, tables, matches, a store that
// stalls and fails, clients that do not read, restarts. What must hold: nothing crashes, the server writes only whole
// messages, and in quiet times each command is answered.
#include <cstdlib>

#include "tests/fuzz/message_mutator.h"
#include "tests/fuzz/player.h"
#include "tests/fuzz/script.h"

// libFuzzer's own mutations of bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace wyrmhall::fuzz {
namespace {

constexpr std::size_t kPlayers = 3;

class Run {
 public:
  Run() {
    world_.thinking_look = std::chrono::milliseconds(20);  // the bots' playouts are not what is looked for here
    for (std::size_t i = 0; i < kPlayers; ++i) players_.emplace_back(world_, ids_, static_cast<int>(i));
  }

  void carry_out(const Step& step) {
    Player& player = players_[step.who % kPlayers];
    const std::uint8_t first = step.payload.empty() ? 0 : static_cast<std::uint8_t>(step.payload[0]);
    switch (step.kind) {
      case ActionKind::kBytes:
        return player.send_bytes(step.payload);
      case ActionKind::kMessage: {
        pb::ClientMessage message;
        if (message.ParseFromString(step.payload)) must_answer(player.send(message));
        return;
      }
      case ActionKind::kChoice:
        return must_answer(player.choose(first));
      case ActionKind::kShake:
        return must_answer(player.shake_hands());
      case ActionKind::kArrive:
        return player.arrive();
      case ActionKind::kVanish:
        return player.vanish();
      case ActionKind::kTime:
        return world_.pass(std::chrono::milliseconds(100 * (1 + first)));
      case ActionKind::kStore:
        quiet_ = quiet_ && first % 3 == 0;
        world_.hold_answers = first % 3 == 1;
        world_.fail_writes = first % 3 == 2;
        return world_.settle();
      case ActionKind::kDeaf:
        quiet_ = quiet_ && first % 2 == 0;
        world_.deaf = first % 2 == 1;
        return;
      case ActionKind::kRestart:
        for (Player& each : players_) each.forget_connection();
        world_.hold_answers = false;
        world_.fail_writes = false;
        return world_.restart();
    }
  }

  // Whatever was in doubt is settled in the end.
  void end() {
    world_.hold_answers = false;
    world_.fail_writes = false;
    world_.settle();
    for (int i = 0; i < 3; ++i) world_.pass(std::chrono::seconds(2));
    REQUIRE(world_.core->settled());
  }

 private:
  void must_answer(bool answered) const {
    if (quiet_) REQUIRE_MESSAGE(answered, "a command was not answered");
  }

  World world_{1, {.limits = {.commands_per_second = 200, .command_burst = 60}}};
  KnownIds ids_;
  std::vector<Player> players_;
  bool quiet_ = true;  // the store has always answered, and everybody has read
};

void mutate(std::vector<Step>& steps, Random& random) {
  const auto any = [&](std::size_t count) { return random() % count; };
  if (steps.empty() || any(4) == 0) {
    Step fresh{.kind = static_cast<ActionKind>(any(kActionKinds)),
               .who = static_cast<std::uint8_t>(any(kPlayers)),
               .payload = {}};
    // Commands are what there is most to find in.
    if (any(2) == 0) fresh.kind = ActionKind::kMessage;
    if (fresh.kind == ActionKind::kMessage) {
      pb::ClientMessage message;
      while (message.command_case() == pb::ClientMessage::COMMAND_NOT_SET) fuzz::mutate(message, random);
      message.clear_command_id();
      fresh.payload = message.SerializeAsString();
    } else {
      fresh.payload = std::string(1, static_cast<char>(random()));
    }
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(any(steps.size() + 1)), std::move(fresh));
    return;
  }
  const std::size_t at = any(steps.size());
  switch (any(6)) {
    case 0:
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    case 1:
      steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(any(steps.size())), Step(steps[at]));
      return;
    case 2:
      std::swap(steps[at], steps[any(steps.size())]);
      return;
    case 3:
      steps[at].who = static_cast<std::uint8_t>(any(kPlayers));
      return;
    default:
      break;
  }
  pb::ClientMessage message;
  std::string& payload = steps[at].payload;
  if (steps[at].kind == ActionKind::kMessage && message.ParseFromString(payload)) {
    fuzz::mutate(message, random);
    payload = message.SerializeAsString();
    return;
  }
  constexpr std::size_t kGrow = 64;
  std::vector<std::uint8_t> bytes(payload.begin(), payload.end());
  bytes.resize(payload.size() + kGrow);
  const std::size_t size = LLVMFuzzerMutate(bytes.data(), payload.size(), bytes.size());
  payload.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
}

}  // namespace
}  // namespace wyrmhall::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wyrmhall::fuzz;
  Run run;
  for (const Step& step : read_script({data, size})) run.carry_out(step);
  run.end();
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned int seed) {
  using namespace wyrmhall::fuzz;
  Random random(seed + 1);
  std::vector<Step> steps = read_script({data, size});
  const std::size_t times = 1 + random() % 3;
  for (std::size_t i = 0; i < times; ++i) mutate(steps, random);
  const std::string bytes = write_script(steps);
  const std::size_t length = std::min(bytes.size(), most);
  std::copy_n(bytes.begin(), length, data);
  return length;
}
