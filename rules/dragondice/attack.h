// A dragon attack while it goes on (DR-1 to DR-20 of docs/rules/dragondice.md): values only.
#pragma once

#include <array>
#include <cstdint>

#include "rules/described.h"
#include "rules/dragondice/event.h"
#include "rules/dragondice/options.h"
#include "rules/dragondice/places.h"
#include "rules/inline_vector.h"

namespace wyrmhall::rules::dragondice {

// What happens next. The first ones are questions, in the order of ActionKind; the others happen by themselves.
enum class Step : std::uint8_t {
  attack_terrain,
  designate,
  breath_order,
  breath_kills,
  promote,
  bash,
  regenerate,
  allocate,
  hits,
  casualties,
  regroup,
  call,
  begin_turn,
  dragon_roll,
  rise,
  after_breath,
  burial,
  treasure,
  army_roll,
  specials,
  count,
  total,
  damage,
  slain,
  wings,
  gain,
  end_turn,
  over
};
inline constexpr auto kStepNames = kNamesUpTo<Step::over>;
constexpr bool is_question(Step step) {
  return step <= Step::call;
}

// DR-16: what a session is for.
enum class Purpose : std::uint8_t { treasure, wild_growth, slain };
inline constexpr auto kPurposeNames = kNamesUpTo<Purpose::slain>;

struct Promotion {
  Purpose purpose = Purpose::treasure;
  std::uint8_t limit = 0;   // pairs; 0 where there is none
  std::uint8_t budget = 0;  // health that is left (Wild Growth)
  Units dead{};             // the units of the DUA that are not in a pair, of those there at the beginning
  Units down{};             // in pairs: those of the army
  Units up{};               // and those of the DUA
  static constexpr auto kFields =
      fields(field("purpose", &Promotion::purpose, {.names = kPurposeNames}), field("limit", &Promotion::limit),
             field("budget", &Promotion::budget), field("dead", &Promotion::dead), field("down", &Promotion::down),
             field("up", &Promotion::up));
  friend bool operator==(const Promotion&, const Promotion&) = default;
};

// Points that the owner shares out (DR-11, step 5).
struct Share {
  Pool pool = Pool::id;
  std::uint8_t points = 0;
  static constexpr auto kFields =
      fields(field("pool", &Share::pool, {.names = kPoolNames}), field("points", &Share::points));
  friend bool operator==(const Share&, const Share&) = default;
};

// The army's answer (step 6).
struct Response {
  Units to_roll{};
  Units to_chain{};  // show an icon that is rolled again
  Units rolled{};
  Units specials{};                              // show Bash, Regenerate or Wild Growth, and it is not done yet
  std::array<std::uint8_t, kMaxUnits> values{};  // the last roll of each of the seat's units, from 1
  std::uint8_t chain = 0;
  bool trumpet = false;
  Results sai{};
  Results feral_sai{};  // of these, those of Feral units
  Results plain{};      // plain icons, and IDs as they were shared out
  Results feral{};      // of these, those of Feral units
  Results minions{};    // Create Fireminions as they were shared out
  std::uint16_t maneuver = 0;
  std::uint16_t counts_as_save = 0;  // of the maneuver results, those that may count as saves (R-DD-28)
  InlineVector<Share, kMaxUnits + 2> pools{};
  std::uint8_t shared = 0;  // pools that are shared out already
  Units returning{};        // Regenerate
  std::uint8_t left = 0;    // health that may still return
  static constexpr auto kFields = fields(
      field("to_roll", &Response::to_roll), field("to_chain", &Response::to_chain), field("rolled", &Response::rolled),
      field("specials", &Response::specials), field("values", &Response::values), field("chain", &Response::chain),
      field("trumpet", &Response::trumpet), field("sai", &Response::sai), field("feral_sai", &Response::feral_sai),
      field("plain", &Response::plain), field("feral", &Response::feral), field("minions", &Response::minions),
      field("maneuver", &Response::maneuver), field("counts_as_save", &Response::counts_as_save),
      field("pools", &Response::pools), field("shared", &Response::shared), field("returning", &Response::returning),
      field("left", &Response::left));
  friend bool operator==(const Response&, const Response&) = default;
};

struct Attack {
  Place terrain{};
  InlineVector<std::uint8_t, kMaxDragons> dragons{};  // there, by (owner, number): the order in which they roll
  std::array<Target, kMaxDragons> targets{};          // by dragon
  std::array<std::uint16_t, kMaxDragons> damage{};
  std::array<std::uint16_t, kMaxDragons> bash{};
  Dragons on_army{};  // those that attack it
  Dragons belly{};
  Dragons wings{};
  Dragons breath{};         // those whose breath is still to take effect on the army
  Dragons treasure{};       // likewise
  std::uint8_t rolled = 0;  // dragons that have been rolled
  std::uint8_t chain = 0;   // faces of the one that is rolling
  std::uint8_t breather = kNone;
  Units killed{};  // by the last breath, or in step 7
  Units rising{};  // rolled for rising (DR-18)
  Units burying{};
  Step then = Step::over;  // once all have been rolled for rising
  Promotion promotion{};
  Response response{};
  Results totals{};
  Hits hits{};
  std::uint16_t net = 0;
  Dragons dead{};
  Dragons by_army{};
  static constexpr auto kFields =
      fields(field("terrain", &Attack::terrain), field("dragons", &Attack::dragons), field("targets", &Attack::targets),
             field("damage", &Attack::damage), field("bash", &Attack::bash), field("on_army", &Attack::on_army),
             field("belly", &Attack::belly), field("wings", &Attack::wings), field("breath", &Attack::breath),
             field("treasure", &Attack::treasure), field("rolled", &Attack::rolled), field("chain", &Attack::chain),
             field("breather", &Attack::breather, {.none = kNone}), field("killed", &Attack::killed),
             field("rising", &Attack::rising), field("burying", &Attack::burying),
             field("then", &Attack::then, {.names = kStepNames}), field("promotion", &Attack::promotion),
             field("response", &Attack::response), field("totals", &Attack::totals), field("hits", &Attack::hits),
             field("net", &Attack::net), field("dead", &Attack::dead), field("by_army", &Attack::by_army));
  friend bool operator==(const Attack&, const Attack&) = default;
};

}  // namespace wyrmhall::rules::dragondice
