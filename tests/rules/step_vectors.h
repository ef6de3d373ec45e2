// Runs test vectors that look at the state between their steps (tests/vectors/README.md) against a game.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/rules/vectors.h"

namespace wyrmhall::rules::testing {

// The value at a path of field names and places in lists, joined by dots.
inline Json at_path(const Json& json, const std::string& path) {
  std::string pointer = "/" + path;
  std::ranges::replace(pointer, '.', '/');
  const Json::json_pointer at(pointer);
  REQUIRE_MESSAGE(json.contains(at), "no " << path << " in " << json.dump());
  return json[at];
}

// Whether a decision of a vector is one that the rules version does not ask for.
template <Game G>
using IsUnasked = std::function<bool(const typename G::State&, const typename G::Action&)>;

template <Game G>
class StepVectorRun {
 public:
  StepVectorRun(const Json& vector, std::uint32_t version, const IsUnasked<G>& is_unasked)
      : vector_(vector), version_(version), is_unasked_(is_unasked), tape_(rolls(vector["tape"])) {}

  void run() {
    const bool fails = vector_.value("newFails", false);
    try {
      const auto options = vector_["options"].get<typename G::Options>();
      auto started = rules::start<G>(options, version_, tape_);
      REQUIRE(started.has_value() != fails);
      if (fails) {
        CHECK(!started.error().rule.empty());
      } else {
        state_ = *started;
      }
    } catch (const NotationError& error) {
      REQUIRE_MESSAGE(fails, error.what());
    }
    for (const Json& step : vector_["steps"]) look_at(step);
    CHECK_MESSAGE(tape_.error().empty(), tape_.error());
    CHECK_MESSAGE(tape_.used_up(), tape_.rest() << " rolls are left on the tape");
  }

 private:
  using Action = typename G::Action;

  static std::vector<Roll> rolls(const Json& faces) {
    std::vector<Roll> rolls;
    for (const Json& face : faces) rolls.push_back({6, face.get<std::uint16_t>()});
    return rolls;
  }

  void look_at(const Json& step) {
    INFO("step " << step.dump() << " in " << Json(state_).dump());
    for (const auto& [key, value] : step.items()) {
      if (key == "do") {
        play(value);
      } else if (key == "illegal") {
        check_refused(value);
      } else if (key == "expect") {
        check_expected(value, step);
      } else if (key == "legalCount") {
        check_count(value);
      } else if (key == "legalTypes") {
        check_types(value);
      } else if (key == "legalSkills") {
        check_skills(value);
      } else {
        REQUIRE_MESSAGE(key == "viewOf", "an unknown kind of step");
      }
    }
    CHECK_MESSAGE(Json(state_).get<typename G::State>() == state_, "the state is read as another one");
  }

  static std::pair<Seat, Action> decision(Json step) {
    const Seat seat = step["seat"].get<Seat>();
    step.erase("seat");
    return {seat, step.get<Action>()};
  }

  // As JSON, each with its seat, those of all seats together.
  std::vector<Json> legal_decisions() const {
    std::vector<Json> all;
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      typename G::ActionList list;
      G::choices(state_, seat, list);
      for (const Action& action : list) {
        all.emplace_back(action);
        all.back()["seat"] = seat;
      }
    }
    return all;
  }

  bool is_legal(const Json& step) const { return std::ranges::count(legal_decisions(), step) == 1; }

  void play(const Json& step) {
    const auto [seat, action] = decision(step);
    if (is_unasked_(state_, action)) return;
    CHECK(is_legal(step));
    const auto fault = rules::apply<G>(state_, seat, action, tape_);
    REQUIRE_MESSAGE(!fault.has_value(), "refused by " << fault.value_or(Fault{}).rule);
  }

  void check_refused(const Json& step) {
    CHECK(!is_legal(step));
    const auto [seat, action] = decision(step);
    const auto fault = G::fault_of(state_, seat, action);
    REQUIRE(fault.has_value());
    CHECK(!fault->rule.empty());
    ScriptedTape none({});
    typename G::State copy = state_;
    CHECK(rules::apply<G>(copy, seat, action, none) == fault);
    CHECK(copy == state_);
  }

  void check_expected(const Json& expected, const Json& step) {
    Json seen = state_;
    if (step.contains("viewOf")) {
      const Json& viewer = step["viewOf"];
      seen = G::conceal(state_, viewer == "spectator" ? kSpectator : Viewer{viewer.get<Seat>()});
    }
    for (const auto& [path, value] : expected.items()) {
      CHECK_MESSAGE(at_path(seen, path) == value, path << " must be " << value.dump());
    }
  }

  void check_count(const Json& counts) {
    for (const auto& [seat, count] : counts.items()) {
      typename G::ActionList list;
      G::choices(state_, static_cast<Seat>(std::stoi(seat)), list);
      CHECK(list.size() == count.template get<std::size_t>());
    }
  }

  void check_types(const Json& wanted) {
    std::map<std::string, std::size_t> found;
    for (const Json& each : legal_decisions()) ++found[each["type"].get<std::string>()];
    for (const auto& [type, count] : wanted.items()) CHECK(found[type] == count.template get<std::size_t>());
  }

  void check_skills(const Json& wanted) {
    std::set<std::string> found;
    for (const Json& each : legal_decisions()) {
      if (each["type"] == "skill" || each["type"] == "general") found.insert(each["skill"].get<std::string>());
    }
    CHECK(found == wanted.get<std::set<std::string>>());
  }

  const Json& vector_;
  std::uint32_t version_;
  const IsUnasked<G>& is_unasked_;
  ScriptedTape tape_;
  typename G::State state_;
};

// Runs all vectors of a file under a rules version, but for those named in `changed`, and says how many there were.
template <Game G>
std::size_t run_step_vectors(
    const std::string& path, std::uint32_t version = newest_version<G>(), const std::set<std::string>& changed = {},
    const IsUnasked<G>& is_unasked = [](const auto& /*state*/, const auto& /*action*/) { return false; }) {
  const Json file = read_json(path);
  std::size_t run = 0;
  for (const Json& vector : file["vectors"]) {
    if (changed.contains(vector["id"].get<std::string>())) continue;
    INFO("vector " << vector["id"].get<std::string>() << ": " << vector["title"].get<std::string>());
    StepVectorRun<G>(vector, version, is_unasked).run();
    ++run;
  }
  return run;
}

}  // namespace wyrmhall::rules::testing
