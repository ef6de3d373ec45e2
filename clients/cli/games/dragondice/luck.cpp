// How the dice of Dragon Dice fell.
#include "clients/cli/games/dragondice/names.h"
#include "clients/cli/games/dragondice/text.h"

namespace wyrmhall::cli {

std::string DragondiceText::dice_luck(const v1::DiceLuck& dice) const {
  return dragondice_t("luck.symbols", {{"m", dice.rolled()}, {"sides", dice.sides()}});
}

}  // namespace wyrmhall::cli
