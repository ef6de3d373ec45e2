// The vectors of Dragon Dice (tests/vectors/README.md) that need no more than its dragon attacks; those of armies that
// march and fight are left aside.
#include "tests/rules/vectors.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/dice/dice.h"
#include "rules/dragondice/rules.h"
#include "tests/rules/dragondice/states.h"

using namespace wyrmhall::rules;
using DragonDice = dragondice::Game;
using dragondice::Action;
using dragondice::ActionList;
using dragondice::State;
using dragondice::Step;
using nlohmann::json;

namespace {

// The faces in the order in which they come up; the vectors do not say of which die each is.
class FaceTape {
 public:
  explicit FaceTape(const json& faces) : faces_(faces.get<std::vector<int>>()) {}
  int roll(int sides) {
    if (next_ == faces_.size() || faces_[next_] > sides) {
      failed_ = true;
      return 1;
    }
    return faces_[next_++];
  }
  [[nodiscard]] bool used_up() const { return !failed_ && next_ == faces_.size(); }

 private:
  std::vector<int> faces_;
  std::size_t next_ = 0;
  bool failed_ = false;
};
static_assert(Dice<FaceTape>);

dragondice::DragonType dragon_type(const json& name) {
  const auto found = std::ranges::find(dragondice::kDragonTypeNames, name.get<std::string>());
  REQUIRE(found != dragondice::kDragonTypeNames.end());
  return static_cast<dragondice::DragonType>(found - dragondice::kDragonTypeNames.begin());
}

void add_unit(State& state, const std::string& type, const json& at) {
  state.units.push_back({.type = dragondice::unit_named(type).value(), .at = at.get<dragondice::Place>()});
}

// The state in which an attack is about to begin, as the rulebook's vectors have it.
State before_attack(const json& vector) {
  State state = dragondice::make_state(vector["options"].get<dragondice::Options>());
  state.units.clear();
  state.dragons.clear();
  state.round = 1;
  state.seat = 0;
  state.step = Step::attack_terrain;
  const std::string terrain = vector["terrain"];
  const std::string home = terrain == "highland_city" ? "flatland_tower" : "highland_city";
  state.terrains.fill(dragondice::terrain_named(home).value());
  state.terrains[2] = dragondice::terrain_named(terrain).value();
  for (const int owner : {0, 1}) {
    for (const json& unit : vector["units"]) {
      if (unit["o"] == owner) add_unit(state, unit["t"], unit["at"]);
    }
    if (owner == 0) state.first_of_seat1 = static_cast<std::uint8_t>(state.units.size());
  }
  add_unit(state, "dwarf_footman", "R");
  for (const json& dragon : vector["dragons"]) {
    state.dragons.push_back(
        {.type = dragon_type(dragon["t"]),
         .form = dragon["form"] == "wyrm" ? dragondice::DragonForm::wyrm : dragondice::DragonForm::drake,
         .owner = dragon["o"],
         .at = dragon["at"].get<dragondice::Place>()});
  }
  for (const json& effect : vector["effects"]) {
    REQUIRE(effect["until"] == effect["seat"]);
    auto& effects = state.effects[effect["seat"].get<std::size_t>()][effect["at"].get<std::size_t>()];
    const std::string kind = effect["k"];
    (kind == "halve_melee" ? effects.halve_melee : effects.halve_maneuver) = true;
    REQUIRE((kind == "halve_melee" || kind == "halve_maneuver"));
  }
  for (const json& place : vector.value("attack_at", json::array({2}))) {
    state.todo = static_cast<std::uint8_t>(state.todo | (1U << place.get<unsigned>()));
  }
  return state;
}

json effects_of(const State& state) {
  std::set<json> all;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (std::size_t place = 0; place < 3; ++place) {
      const dragondice::Effects& effects = state.effects[seat][place];
      const auto add = [&](bool there, const char* kind) {
        if (there) all.insert(json::array({kind, seat, place}));
      };
      add(effects.halve_melee, "halve_melee");
      add(effects.halve_missile, "halve_missile");
      add(effects.halve_maneuver, "halve_maneuver");
      add(effects.ignore_id, "ignore_id");
      add(effects.add_save > 0, "add_save");
    }
  }
  return json(std::vector<json>(all.begin(), all.end()));
}

// An icon as the vectors have it.
std::string word_of(dragondice::Icon icon) {
  std::string word(dragondice::kIconNames[dragondice::index(icon)]);
  if (icon > dragondice::Icon::save) return "SAI:" + word;
  for (char& letter : word) letter = static_cast<char>(letter - 'a' + 'A');
  return word;
}

class Run {
  // First, since its type follows from what it holds.
  auto listener() {
    return [this](const dragondice::Event& event) {
      if (const auto* rolled = std::get_if<dragondice::DragonRolled>(&event)) {
        rolled_[std::to_string(rolled->dragon)].push_back(
            dragondice::kDragonIconNames[dragondice::index(rolled->icon)]);
      }
      if (const auto* unit = std::get_if<dragondice::UnitRolled>(&event)) {
        if (unit->purpose == dragondice::RolledFor::response) {
          unit_rolls_[std::to_string(unit->unit)].push_back(word_of(unit->icon));
        }
      }
    };
  }

 public:
  Run(const json& vector, State state) : vector_(vector), tape_(vector["rolls"]), state_(state) {}

  // `over` says where to stop.
  void play(const auto& over) {
    const json& decisions = vector_["decisions"];
    for (std::size_t taken = 0;; ++taken) {
      while (DragonDice::chance_pending(state_) && !over(state_)) DragonDice::chance(state_, tape_, listener());
      CHECK(json(state_).get<State>() == state_);
      for (const json& illegal : vector_.value("illegal", json::array())) {
        if (illegal[0] == taken) check_refused(illegal[1]);
      }
      if (over(state_)) {
        CHECK_MESSAGE(taken == decisions.size(), "decisions are left over");
        break;
      }
      REQUIRE_MESSAGE(taken < decisions.size(), "a question too many: " << json(state_).dump());
      take(decisions[taken]);
    }
    CHECK_MESSAGE(tape_.used_up(), "other dice than on the tape");
  }

  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const json& rolled() const { return rolled_; }
  [[nodiscard]] const json& unit_rolls() const { return unit_rolls_; }

 private:
  Seat asked() const { return DragonDice::waiting_on(state_).contains(0) ? 0 : 1; }

  void take(const json& decision) {
    INFO("decision " << decision.dump() << " in " << json(state_).dump());
    const auto action = decision.get<Action>();
    // If two choose at once, the decision in the vector is that of the dragon's owner.
    const Seat seat = action.kind == dragondice::ActionKind::designate ? state_.dragons[action.dragon].owner : asked();
    ActionList list;
    DragonDice::choices(state_, seat, list);
    CHECK(list.size() >= 2);
    CHECK(list.contains(action));
    const auto fault = DragonDice::fault_of(state_, seat, action);
    REQUIRE_MESSAGE(!fault, "refused by " << fault.value_or(Fault{}).rule);
    DragonDice::act(state_, seat, action, tape_, listener());
  }

  void check_refused(const json& decision) {
    const auto action = decision.get<Action>();
    ActionList list;
    DragonDice::choices(state_, asked(), list);
    CHECK(!list.contains(action));
    const State before = state_;
    const auto fault = DragonDice::fault_of(state_, asked(), action);
    REQUIRE(fault);
    CHECK(!fault->rule.empty());
    CHECK(apply<DragonDice>(state_, asked(), action, tape_, NoSink{}) == fault);
    CHECK(state_ == before);
  }

  const json& vector_;
  FaceTape tape_;
  State state_;
  json rolled_ = json::object();
  json unit_rolls_ = json::object();
};

void check_attack(const json& vector) {
  Run run(vector, before_attack(vector));
  run.play([](const State& state) { return state.step == Step::regroup || state.step == Step::over; });
  const State& state = run.state();
  const dragondice::Attack& attack = state.attack;
  for (const auto& [key, value] : vector["expect"].items()) {
    INFO(key << " must be " << value.dump());
    if (key == "totals") {
      CHECK(json(attack.totals) == value);
    } else if (key == "net") {
      CHECK(attack.net == value);
    } else if (key == "dead" || key == "by_army" || key == "belly") {
      const dragondice::Dragons set = key == "dead" ? attack.dead : key == "belly" ? attack.belly : attack.by_army;
      CHECK(json(set) == value);
    } else if (key == "effects") {
      CHECK(effects_of(state) == value);
    } else if (key == "slain") {
      CHECK(json(state.slain) == value);
    } else if (key == "army_roll") {
      CHECK(run.unit_rolls() == value);
    } else if (key == "units" || key == "dragons" || key == "targets" || key == "dmg" || key == "dragon_rolls") {
      for (const auto& [id, wanted] : value.items()) {
        const auto i = static_cast<std::size_t>(std::stoi(id));
        INFO("of " << id);
        if (key == "units") CHECK(json(state.units[i].at) == wanted);
        if (key == "dragons") CHECK(json(state.dragons[i].at) == wanted);
        if (key == "targets") CHECK(json(attack.targets[i]) == wanted);
        if (key == "dmg") CHECK(attack.damage[i] == wanted);
        if (key == "dragon_rolls") CHECK(run.rolled()[id] == wanted);
      }
    } else {
      FAIL("nothing checks " << key);
    }
  }
}

void check_game(const json& vector) {
  const auto options = vector["options"].get<dragondice::Options>();
  REQUIRE_FALSE(DragonDice::check(options));
  Run run(vector, dragondice::make_state(options));
  run.play([](const State& state) { return state.step == Step::over; });
  const State& state = run.state();
  const json& expected = vector["expect"];
  json result = *state.result;
  result["round"] = state.round;
  CHECK(result == expected["result"]);
  json units = json::array();
  for (const dragondice::Unit& unit : state.units) units.push_back(unit.at);
  CHECK(units == expected["units_at"]);
  json dragons = json::array();
  for (const dragondice::Dragon& dragon : state.dragons) dragons.push_back(dragon.at);
  CHECK(dragons == expected["dragons_at"]);
  CHECK(json(state.slain) == expected["slain"]);
}

void check_rows(const json& vector) {
  const std::map<std::string, dragondice::Elements> elements = {{"air", dragondice::kAir},
                                                                {"death", dragondice::kDeath},
                                                                {"earth", dragondice::kEarth},
                                                                {"fire", dragondice::kFire},
                                                                {"water", dragondice::kWater}};
  for (const json& row : vector["rows"]) {
    INFO("row " << row.dump());
    if (vector["kind"] == "target_table") {
      CHECK(dragondice::will_attack(dragon_type(row["attacker"]), dragon_type(row["other"])) == row["attacks"]);
    } else if (vector["kind"] == "summon") {
      dragondice::Elements available = 0;
      for (const json& each : row["elements"]) {
        available = static_cast<dragondice::Elements>(available | elements.at(each));
      }
      const auto from = row["frm"].get<dragondice::Place>();
      CHECK(dragondice::may_be_summoned(dragon_type(row["type"]), from, available) == row["allowed"]);
    } else {
      std::vector<dragondice::DragonOption> dragons;
      for (const json& each : row["dragons"]) dragons.push_back({.type = dragon_type(each)});
      CHECK(dragondice::is_full(dragons, row["health"]) == row["allowed"]);
    }
  }
}

}  // namespace

TEST_CASE("every vector of dragon attacks and of whole games comes out as written") {
  const json file = testing::read_json("tests/vectors/dragondice.vectors.json");
  std::map<std::string, int> seen;
  for (const json& vector : file["vectors"]) {
    INFO("vector " << vector["id"].get<std::string>() << ": " << vector["name"].get<std::string>());
    const std::string kind = vector["kind"];
    ++seen[kind];
    if (kind == "attack") {
      check_attack(vector);
    } else if (kind == "game") {
      check_game(vector);
    } else if (!kind.starts_with("b_")) {
      check_rows(vector);
    }
  }
  CHECK(seen["attack"] == 49);
  CHECK(seen["game"] == 4);
  CHECK(seen["target_table"] + seen["summon"] + seen["force"] == 3);
}
