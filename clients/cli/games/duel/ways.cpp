// What the dragons of a Dragon Duel and their attacks are.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "clients/cli/games/duel/names.h"
#include "clients/cli/games/duel/text.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/games/view_parts.h"

namespace wyrmhall::cli {

namespace {

// "d6 + d8": the dice of an attack, by how many sides each has.
std::string dice_of(std::string_view sides) {
  std::vector<std::string> dice;
  dice.reserve(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i) dice.push_back(fmt::format("d{}", byte_at(sides, i)));
  return fmt::format("{}", fmt::join(dice, " + "));
}

}  // namespace

std::vector<std::string> DuelText::about(const Scene& scene, std::string_view name) const {
  const v1::DuelView& view = scene.view.duel();
  const std::string typed = plain_letters(name);
  std::vector<std::string> lines;
  for (const std::uint32_t index : dragon_indices(view)) {
    const std::string called = dragon_name(scene, index);
    if (!is_name_begun(typed, called)) continue;
    const auto& dragon = view.dragons().at(index);
    lines.push_back(scene.paint(Tint::kStrong, called) + " · " + owner_name(scene, index));
    const std::string ability = fmt::format("ability.{}", dragon.dragon());
    if (view.abilities() && has_message("duel", ability)) lines.push_back("  " + duel_t(ability));
    for (const auto& [act, dice] :
         {std::pair{v1::DUEL_ACT_CLAW, dragon.claw_dice()}, std::pair{v1::DUEL_ACT_TAIL_WHIP, dragon.tail_whip_dice()},
          std::pair{v1::DUEL_ACT_BREATH, dragon.breath_dice()}}) {
      if (!dice.empty()) lines.push_back("  " + labelled(duel_t(v1::DuelAct_Name(act)), dice_of(dice)));
    }
  }
  return lines;
}

}  // namespace wyrmhall::cli
