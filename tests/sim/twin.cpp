#include "tests/sim/twin.h"

#include <algorithm>
#include <memory>

#include "clients/model/offered_actions.h"
#include "rules/dice/chain.h"
#include "server/games/registry.h"
#include "tests/sim/canonical.h"
#include "tests/sim/match_log.h"

namespace wyrmhall::sim {
namespace {

namespace pb = wyrmhall::v1;

// All that a viewer is shown of a version.
std::string look(const server::RunningGame& game, int viewer, bool its_own) {
  const rules::Viewer eye{.seat = viewer < 0 ? rules::kNoSeat : static_cast<rules::Seat>(viewer)};
  std::string bytes = canonical(server::snapshot_of(game, eye)) + '/' +
                      std::to_string(hash_of_events(server::events_of(game))) + '/' +
                      std::to_string(game.waiting_on().bits()) + (game.ending() ? "/over" : "/on");
  if (its_own && game.waiting_on().contains(eye.seat)) bytes += canonical(server::choices_of(game, eye.seat));
  return bytes;
}

class Fold {
 public:
  Fold(const persistence::MatchRow& row, const std::vector<clients::Chain>& chains) : chains_(chains) {
    auto started = server::find_game(row.game)->start(row);
    if (started) game_ = *std::move(started);
    used_.resize(chains.size());
  }
  [[nodiscard]] bool good() const { return game_ != nullptr; }
  [[nodiscard]] const server::RunningGame& game() const { return *game_; }

  bool decide(const Decision& decision) {
    if (game_->refusal_of(rules::MoveKind::kAction, decision.seat, &decision.action)) return false;
    const std::string bytes = chains_[decision.seat].at(++used_[decision.seat]);
    persistence::Link link{};
    std::ranges::transform(bytes, link.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
    game_->reveal(decision.seat, link);
    game_->play(rules::MoveKind::kAction, decision.seat, &decision.action);
    return true;
  }

 private:
  const std::vector<clients::Chain>& chains_;
  std::unique_ptr<server::RunningGame> game_;
  std::vector<int> used_;
};

}  // namespace

std::optional<Twin> find_twin(const Course& course, const Course& other, TwinDice dice, int viewer, int tries,
                              Rng& rng) {
  std::vector<std::string> looks;
  Fold original(course.row, course.chains);
  looks.push_back(look(original.game(), viewer, viewer >= 0));
  for (const Decision& decision : course.decisions) {
    if (!original.decide(decision)) return std::nullopt;
    looks.push_back(look(original.game(), viewer, viewer >= 0));
  }
  std::optional<Twin> best;
  std::size_t best_score = 0;
  for (int i = 0; i < tries; ++i) {
    persistence::MatchRow row = other.row;
    row.server_seed = course.row.server_seed;
    if (dice == TwinDice::kOther) {
      for (std::uint8_t& byte : row.server_seed) byte = static_cast<std::uint8_t>(rng.below(256));
    }
    // With the same dice what differs may begin anywhere; with others the first decisions are the likeliest to be
    // reached.
    const std::uint64_t from = dice == TwinDice::kSame ? rng.below(course.decisions.size()) : 0;
    Fold fold(row, other.chains);
    if (!fold.good() || look(fold.game(), viewer, viewer >= 0) != looks[0]) continue;
    Twin twin{.server_seed = row.server_seed, .decisions = {}};
    for (std::size_t at = 0; at < course.decisions.size(); ++at) {
      Decision decision = course.decisions[at];
      if (decision.seat != viewer && at >= from && rng.chance(0.5)) {
        const pb::Choices choices = server::choices_of(fold.game(), decision.seat);
        if (!clients::offers_anything(choices)) break;
        decision.action = clients::action_at(choices, rng.below(clients::count_actions(choices)));
      }
      const bool otherwise = canonical(decision.action) != canonical(course.decisions[at].action);
      if (!fold.decide(decision) || look(fold.game(), viewer, viewer >= 0) != looks[at + 1]) break;
      twin.decisions.push_back(std::move(decision));
      twin.decided_otherwise = twin.decided_otherwise || otherwise;
    }
    const std::size_t score = 1 + twin.decisions.size() + (twin.decided_otherwise ? course.decisions.size() : 0);
    if (score <= best_score) continue;
    best_score = score;
    best = std::move(twin);
  }
  return best;
}

bool keeps_secrets(const Course& course) {
  Fold fold(course.row, course.chains);
  for (const Decision& decision : course.decisions) {
    if (!fold.game().tells_all_alike()) return true;
    if (!fold.decide(decision)) return false;
  }
  return !fold.game().tells_all_alike();
}

}  // namespace wyrmhall::sim
