// Runs the test vectors of a game (tests/vectors/README.md) against it.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dice/tape.h"
#include "rules/game.h"
#include "rules/notation.h"

namespace wyrmhall::rules::testing {

using Json = nlohmann::json;

// Tests run in the project's root.
inline Json read_json(const std::string& path) {
  std::ifstream file(path);
  REQUIRE_MESSAGE(file, "cannot open " << path);
  return Json::parse(file);
}

// Whether `part` is contained in `whole`: objects by named fields, lists of the same length element by element.
inline bool matches(const Json& part, const Json& whole) {
  if (part.is_object()) {
    return whole.is_object() && std::ranges::all_of(part.items(), [&](const auto& item) {
             return whole.contains(item.key()) && matches(item.value(), whole[item.key()]);
           });
  }
  if (part.is_array()) return whole.is_array() && std::ranges::equal(part, whole, matches);
  return part == whole;
}

// How the vectors of a game write down its states, if not in the game's own notation.
struct PlainWords {
  // Overwrites fields of a state.
  static void patch(Json& state, const Json& fields) { state.update(fields); }
  // What the final state must hold.
  static Json expected(const Json& vector) { return vector.value("expect", Json::object()); }
};

// The first of `wanted` that does not occur after those before it, or "".
inline std::string missing_event(const Json& wanted, const Json& story) {
  std::size_t next = 0;
  for (const Json& event : story) {
    if (next < wanted.size() && matches(wanted[next], event)) ++next;
  }
  return next == wanted.size() ? "" : wanted[next].dump();
}

template <Game G, class Words>
class VectorRun {
 public:
  explicit VectorRun(const Json& vector) : vector_(vector), tape_(rolls(vector["tape"])) {}

  void run() {
    std::optional<Fault> fault;
    try {
      const auto options = vector_["options"].get<typename G::Options>();
      if (vector_.value("bad_options", false)) {
        fault = G::check(options);
        REQUIRE(fault.has_value());
        CHECK(!fault->rule.empty());
        return;
      }
      start(options);
    } catch (const NotationError& error) {
      REQUIRE_MESSAGE(vector_.value("bad_options", false), error.what());
      return;
    }
    if (vector_.contains("patch")) patch();
    for (const Json& step : vector_["steps"]) apply_step(step);
    CHECK_MESSAGE(tape_.error().empty(), tape_.error());
    CHECK_MESSAGE(tape_.used_up(), tape_.rest() << " rolls are left on the tape");
    check_end();
  }

 private:
  static std::vector<Roll> rolls(const Json& tape) {
    std::vector<Roll> rolls;
    for (const Json& roll : tape) rolls.push_back({roll[0].get<std::uint16_t>(), roll[1].get<std::uint16_t>()});
    return rolls;
  }

  auto listener() {
    return [this](const typename G::Event& event) { story_.push_back(Json(event)); };
  }

  void start(const typename G::Options& options) {
    auto started = rules::start<G>(options, newest_version<G>(), tape_, listener());
    REQUIRE(started.has_value());
    state_ = *started;
  }

  void patch() {
    Json json = state_;
    Words::patch(json, vector_["patch"]);
    state_ = json.get<typename G::State>();
  }

  static std::pair<Seat, typename G::Action> decision(Json step) {
    const Seat seat = step["seat"].get<Seat>();
    step.erase("seat");
    return {seat, step.get<typename G::Action>()};
  }

  void apply_step(const Json& step) {
    INFO("step " << step.dump());
    const auto [seat, action] = decision(step);
    const auto fault = rules::apply<G>(state_, seat, action, tape_, listener());
    REQUIRE_MESSAGE(!fault.has_value(), "refused by " << fault.value_or(Fault{}).rule);
  }

  void check_end() {
    const Json end = state_;
    INFO("final state " << end.dump());
    const Json expected = Words::expected(vector_);
    for (const auto& [field, value] : expected.items()) {
      CHECK_MESSAGE(matches(value, end[field]), field << " must be " << value.dump());
    }
    for (const Json& view : vector_.value("views", Json::array())) check_view(view);
    if (vector_.contains("legal") || vector_.contains("legal_count")) check_legal();
    for (const Json& step : vector_.value("illegal", Json::array())) {
      INFO("illegal " << step.dump());
      const auto [seat, action] = decision(step);
      const auto fault = G::fault_of(state_, seat, action);
      REQUIRE(fault.has_value());
      CHECK(!fault->rule.empty());
      ScriptedTape none({});
      typename G::State copy = state_;
      CHECK(rules::apply<G>(copy, seat, action, none) == fault);
      CHECK(copy == state_);
    }
    const std::string missing = missing_event(vector_.value("events", Json::array()), story_);
    CHECK_MESSAGE(missing.empty(), "no " << missing << " in " << story_.dump());
  }

  void check_view(const Json& view) {
    const Viewer viewer = view["seat"].is_null() ? kSpectator : Viewer{view["seat"].get<Seat>()};
    const Json seen = G::conceal(state_, viewer);
    CHECK_MESSAGE(matches(view["expect"], seen), "seat " << view["seat"].dump() << " sees " << seen.dump());
  }

  void check_legal() {
    std::vector<std::string> found;
    for (Seat seat = 0; seat < kMaxSeats; ++seat) {
      typename G::ActionList list;
      G::choices(state_, seat, list);
      for (const auto& action : list) {
        Json json = action;
        json["seat"] = seat;
        found.push_back(json.dump());
      }
    }
    if (vector_.contains("legal_count")) CHECK(found.size() == vector_["legal_count"].get<std::size_t>());
    if (!vector_.contains("legal")) return;
    std::vector<std::string> wanted;
    for (const Json& action : vector_["legal"]) wanted.push_back(action.dump());
    std::ranges::sort(found);
    std::ranges::sort(wanted);
    CHECK(found == wanted);
  }

  const Json& vector_;
  ScriptedTape tape_;
  Json story_ = Json::array();
  typename G::State state_;
};

// Runs all vectors of a file and says how many there were.
template <Game G, class Words = PlainWords>
std::size_t run_vectors(const std::string& path) {
  const Json file = read_json(path);
  for (const Json& vector : file["vectors"]) {
    INFO("vector " << vector["id"].get<std::string>() << ": " << vector["title"].get<std::string>());
    VectorRun<G, Words>(vector).run();
  }
  return file["vectors"].size();
}

}  // namespace wyrmhall::rules::testing
