// Structs of the rules on the wire by the names of their fields.
#include "server/games/described.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "rules/duel/event.h"
#include "rules/duel/fault.h"
#include "rules/inline_vector.h"
#include "wyrmhall/v1/arena.pb.h"
#include "wyrmhall/v1/duel.pb.h"
#include "wyrmhall/v1/duel_sentence.pb.h"

namespace wyrmhall::test {
namespace {

using rules::field;

enum class Colour : std::uint8_t { red, blue, none };

// Has fields of DuelView: a number, one that may be none, an enumerator, bytes and a map.
struct Table {
  std::uint16_t round = 0;
  Colour winner = Colour::none;
  Colour phase = Colour::red;
  rules::InlineVector<std::uint8_t, 4> order;
  std::array<std::uint8_t, 2> wins{};
  bool unheard_of = false;
  static constexpr auto kFields =
      fields(field("round", &Table::round), field("winner", &Table::winner, {.none = rules::number_of(Colour::none)}),
             field("phase", &Table::phase), field("order", &Table::order), field("wins", &Table::wins),
             field("unheard_of", &Table::unheard_of));
};

v1::DuelView changed(const Table* before, const Table& now) {
  return server::message_of<v1::DuelView>(
      [&](server::MessageWriter& to) { server::write_changed_fields<v1::DuelView>(before, now, to); });
}

}  // namespace

TEST_CASE("what of a struct has a field of its name travels, and after that what changed") {
  Table table{.round = 0, .order = {2, 0, 1}, .wins = {0, 3}};
  const v1::DuelView all = changed(nullptr, table);
  CHECK(all.has_round());
  CHECK(all.round() == 0);
  CHECK(all.winner() == -1);
  CHECK(all.phase() == v1::DUEL_PHASE_CHOOSE);  // the first enumerator is 1 on the wire
  CHECK(all.order() == std::string("\2\0\1", 3));
  CHECK(all.wins().at(0) == 0);
  CHECK(all.wins().at(1) == 3);

  const Table before = table;
  table.winner = Colour::blue;
  table.wins[0] = 1;
  const v1::DuelView later = changed(&before, table);
  CHECK_FALSE(later.has_round());
  CHECK_FALSE(later.has_order());
  CHECK(later.winner() == 1);
  CHECK(later.wins().size() == 1);
  CHECK(later.wins().at(0) == 1);
  CHECK(changed(&table, table).ByteSizeLong() == 0);
}

TEST_CASE("names that the .proto does not have are found when they are looked for, those in camel case are known") {
  CHECK_THROWS_AS(server::WireOf<Table>{*v1::DuelView::descriptor()}, std::logic_error);
  CHECK_NOTHROW(server::WireOf<rules::duel::Waited>{*v1::DuelWaited::descriptor()});
  CHECK_THROWS_AS(server::WireOf<rules::duel::Waited>{*v1::DuelDeath::descriptor()}, std::logic_error);
  CHECK_THROWS_AS(server::field_named(*v1::DuelEvent::descriptor(), "storm"), std::logic_error);
  CHECK(server::field_named(*v1::DuelOptions::descriptor(), "match_games").name() == "match_games");
  CHECK(server::field_named(*v1::DuelOptions::descriptor(), "matchGames").name() == "match_games");
  CHECK(server::phrase_named(*v1::DuelPhrase_descriptor(), "DUEL_PHRASE_", "full_energy") ==
        v1::DUEL_PHRASE_FULL_ENERGY);
  CHECK_THROWS_AS(server::phrase_named(*v1::DuelPhrase_descriptor(), "DUEL_PHRASE_", "asleep"), std::logic_error);
}

TEST_CASE("the names of enumerators are those of the code") {
  using rules::duel::kReasonNames;
  using rules::duel::Reason;
  CHECK(kReasonNames.front() == "option_range");
  CHECK(kReasonNames[static_cast<std::size_t>(Reason::target_too_far)] == "target_too_far");
  CHECK(kReasonNames.back() == "full_energy");
}

}  // namespace wyrmhall::test
