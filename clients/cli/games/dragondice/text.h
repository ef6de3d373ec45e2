// The words of Dragon Dice. Nothing here decides anything: what a die shows is read from the view, what can be done is
// in the choices and forms, and what is typed is looked up among them.
#pragma once

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

class DragondiceText : public GameText {
 public:
  [[nodiscard]] std::vector<std::string> board(const Scene& scene) const override;
  [[nodiscard]] std::string event(const Scene& scene, const v1::GameEvent& event) const override;
  // What the units of an army roll is one line.
  [[nodiscard]] std::vector<std::string> step(const Scene& scene, const Events& events) const override;
  [[nodiscard]] std::string choice(const Scene& scene, const v1::Choice& choice) const override;
  // The places that one unit, or one dragon, can go to make one row.
  [[nodiscard]] std::vector<Row> rows(const Scene& scene, const v1::Choices& choices) const override;
  [[nodiscard]] bool types_forms() const override { return true; }
  [[nodiscard]] std::vector<FormLine> form(const Scene& scene, const v1::Form& form) const override;
  [[nodiscard]] Typed typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const override;
  [[nodiscard]] std::vector<Way> ways_to_type(const Scene& scene, const v1::Choices& choices) const override;
  [[nodiscard]] std::vector<std::string> about(const Scene& scene, std::string_view name) const override;
  [[nodiscard]] std::string reason(const Scene& scene, const v1::Sentence& sentence) const override;
  [[nodiscard]] std::vector<std::string> odds(const Scene& scene, const v1::Odds& odds) const override;
  // Its dice have icons, and what an icon is good for depends on the unit: it tells how many were rolled.
  [[nodiscard]] std::string dice_luck(const v1::DiceLuck& dice) const override;
};

}  // namespace wyrmhall::cli
