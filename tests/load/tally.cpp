#include "tests/load/tally.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

namespace wyrmhall::load {
namespace {

std::size_t microseconds(std::chrono::nanoseconds time) {
  return static_cast<std::size_t>(time.count() / 1000);
}

}  // namespace

nlohmann::json Samples::summary() const {
  nlohmann::json summary{{"count", figures_.size()}};
  if (figures_.empty()) return summary;
  std::vector<std::uint32_t> sorted = figures_;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](std::size_t percent) { return sorted[(sorted.size() - 1) * percent / 100]; };
  const auto sum = static_cast<double>(std::accumulate(sorted.begin(), sorted.end(), std::uint64_t{0}));
  summary["mean"] = sum / static_cast<double>(sorted.size());
  summary["p50"] = at(50);
  summary["p99"] = at(99);
  summary["max"] = sorted.back();
  return summary;
}

void Figures::turn_at_mover(std::chrono::nanoseconds since_act, bool opener) {
  if (!measuring_) return;
  ++turns_;
  (opener ? opener_us_ : joiner_us_).add(microseconds(since_act));
}

void Figures::turn_at_other(std::chrono::nanoseconds since_act) {
  if (measuring_) other_us_.add(microseconds(since_act));
}

void Figures::act_bytes(std::size_t bytes) {
  if (measuring_) act_.add(bytes);
}

void Figures::update_bytes(const UpdateBytes& bytes, Story story) {
  if (!measuring_) return;
  (bytes.choices > 0 ? update_with_choices_ : update_).add(bytes.message);
  diff_and_events_.add(bytes.diff + bytes.events);
  if (bytes.choices > 0) choices_.add(bytes.choices);
  if (story == Story::other) return;
  if (story == Story::claw_alone) claw_alone_.add(bytes.diff + bytes.events);
  claw_diff_.add(bytes.diff);
  claw_events_.add(bytes.events);
  claw_diff_and_events_.add(bytes.diff + bytes.events);
}

void Figures::match_ended() {
  if (measuring_) ++matches_ended_;
}

void Figures::add(const Figures& others) {
  turns_ += others.turns_;
  matches_ended_ += others.matches_ended_;
  for (Samples Figures::* samples :
       {&Figures::opener_us_, &Figures::joiner_us_, &Figures::other_us_, &Figures::act_, &Figures::update_,
        &Figures::update_with_choices_, &Figures::claw_diff_, &Figures::claw_events_, &Figures::claw_diff_and_events_,
        &Figures::claw_alone_, &Figures::diff_and_events_, &Figures::choices_}) {
    (this->*samples).add(others.*samples);
  }
}

nlohmann::json Figures::report() const {
  Samples mover = opener_us_;
  mover.add(joiner_us_);
  return {
      {"turns", turns_},
      {"matches_ended", matches_ended_},
      {"latency_us",
       {{"mover", mover.summary()},
        {"opener", opener_us_.summary()},
        {"joiner", joiner_us_.summary()},
        {"other", other_us_.summary()}}},
      {"bytes",
       {{"act", act_.summary()},
        {"update", update_.summary()},
        {"update_with_choices", update_with_choices_.summary()},
        {"diff_and_events", diff_and_events_.summary()},
        {"claw_diff", claw_diff_.summary()},
        {"claw_events", claw_events_.summary()},
        {"claw_diff_and_events", claw_diff_and_events_.summary()},
        {"claw_alone_diff_and_events", claw_alone_.summary()},
        {"choices", choices_.summary()}}},
  };
}

std::size_t Tally::turns() const {
  std::size_t turns = 0;
  for (const Figures& of_game : figures_) turns += of_game.turns();
  return turns;
}

void Tally::newcomer_seated(std::chrono::nanoseconds since_connecting) {
  if (measuring_) newcomers_us_.add(microseconds(since_connecting));
}

void Tally::returned(std::chrono::nanoseconds since_connecting) {
  returned_us_.add(microseconds(since_connecting));
}

nlohmann::json Tally::report() const {
  Figures all(measuring_);
  nlohmann::json games = nlohmann::json::object();
  for (std::size_t game = 0; game < figures_.size(); ++game) {
    if (figures_[game].turns() == 0) continue;
    all.add(figures_[game]);
    games[std::string(kGameNames[game])] = figures_[game].report();
  }
  nlohmann::json report = all.report();
  report["games"] = std::move(games);
  report["newcomer_us"] = newcomers_us_.summary();
  report["returned_us"] = returned_us_.summary();
  report["refusals"] = refusals_;
  report["errors"] = errors_;
  return report;
}

}  // namespace wyrmhall::load
