#include <array>
#include <string>
#include <vector>

#include "rules/dance/rules.h"
#include "tests/rules/dance/states.h"
#include "tests/rules/step_vectors.h"

using namespace wyrmhall::rules;
using testing::Json;

TEST_CASE("every vector of the rulebook comes out as written") {
  CHECK(testing::run_step_vectors<dance::Game>("tests/vectors/dance.vectors.json") == 32);
}

TEST_CASE("the cards, roles and options are those of the rulebook's data") {
  const Json data = testing::read_json("tests/vectors/dance.data.json");
  REQUIRE(data["cards"].size() == dance::kCards.size());
  for (std::size_t i = 0; i < dance::kCards.size(); ++i) {
    const Json& written = data["cards"][i];
    INFO(written.dump());
    const dance::CardRules& card = dance::kCards[i];
    const bool attacks = card.kind == dance::CardKind::attack;
    const bool dodges = card.protect == dance::kDodge;
    const bool protects = card.kind == dance::CardKind::defence && !dodges;
    std::vector<std::string> ranges;
    if (card.far) ranges.emplace_back("long");
    if (card.close) ranges.emplace_back("short");
    CHECK(written["id"] == std::string(dance::kCardNames[i]));
    CHECK(written["owner"] == (i < dance::kDeckSize ? "knight" : "dragon"));
    CHECK(written["deckIndex"] == i % dance::kDeckSize);
    CHECK(written["kind"] == std::array{"attack", "defence", "move", "recover"}[static_cast<std::size_t>(card.kind)]);
    CHECK(written["ranges"] == ranges);
    CHECK(written["damage"] == (attacks ? Json(card.damage) : Json(nullptr)));
    CHECK(written["protect"] == (protects ? Json(card.protect) : Json(nullptr)));
    CHECK(written["dodge"] == dodges);
    CHECK((attacks || card.damage == dance::Columns{}));
    CHECK((protects || dodges || card.protect == dance::Columns{}));
    CHECK(written["combo"] == (dance::partner_of(static_cast<dance::Card>(i)) != dance::Card::none));
    const Json movement = card.movement == dance::Movement::none     ? Json(nullptr)
                          : card.movement == dance::Movement::reduce ? Json("reduce")
                                                                     : Json("increase");
    CHECK(written["move"] == movement);
  }
  const dance::Options options;
  for (const Seat seat : {dance::kKnight, dance::kDragon}) {
    CHECK(data["roles"][seat]["life"] == dance::full_life(options, seat));
    CHECK(data["roles"][seat]["dice"] == dance::dice_of(static_cast<dance::Role>(seat)));
  }
  std::size_t options_found = 0;
  wyrmhall::visit_fields(options, [&](const auto& field, const auto& value) {
    const Json& option = data["options"][options_found++];
    CHECK(option["key"] == field.name);
    CHECK(option["default"] == value);
    if (option["type"] == "bool") return;
    CHECK(option["min"] == field.notes.range.least);
    CHECK(option["max"] == field.notes.range.most);
  });
  CHECK(data["options"].size() == options_found);
}
