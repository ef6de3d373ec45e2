// How the dice of Dice & Dragons fell.
#include "clients/cli/games/hunt/names.h"
#include "clients/cli/games/hunt/text.h"

namespace wyrmhall::cli {

std::string HuntText::dice_luck(const v1::DiceLuck& dice) const {
  // All faces are equally likely, and the Dragon is the one that nobody wants.
  const int dragon = v1::HUNT_SYMBOL_DRAGON - 1;
  const std::uint32_t dragons = dragon < dice.faces_size() ? dice.faces(dragon) : 0;
  const double expected = dice.sides() > 0 ? static_cast<double>(dice.rolled()) / dice.sides() : 0;
  return hunt_t("luck.symbols", {{"n", dragons}, {"m", dice.rolled()}, {"x", decimal(expected)}});
}

}  // namespace wyrmhall::cli
