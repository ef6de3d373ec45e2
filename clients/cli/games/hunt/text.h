// The words of Dice & Dragons. Nothing here decides anything: what can be done is in the choices and forms, and what is
// typed is looked up among them.
#pragma once

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

class HuntText : public GameText {
 public:
  [[nodiscard]] std::vector<std::string> board(const Scene& scene) const override;
  [[nodiscard]] std::string event(const Scene& scene, const v1::GameEvent& event) const override;
  // What was decided is told with what came of it.
  [[nodiscard]] std::vector<std::string> step(const Scene& scene, const Events& events) const override;
  [[nodiscard]] std::string choice(const Scene& scene, const v1::Choice& choice) const override;
  // All choices but those that mean nothing.
  [[nodiscard]] std::vector<Row> rows(const Scene& scene, const v1::Choices& choices) const override;
  // The board marks the skills that are within reach and those that are covered.
  [[nodiscard]] bool goes_without_saying(const v1::Sentence& reason) const override;
  [[nodiscard]] bool types_forms() const override { return true; }
  [[nodiscard]] bool comes_last(const v1::Sentence& choice) const override;
  [[nodiscard]] std::vector<FormLine> form(const Scene& scene, const v1::Form& form) const override;
  [[nodiscard]] Typed typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const override;
  [[nodiscard]] std::vector<Way> ways_to_type(const Scene& scene, const v1::Choices& choices) const override;
  [[nodiscard]] std::vector<std::string> about(const Scene& scene, std::string_view name) const override;
  [[nodiscard]] std::string reason(const Scene& scene, const v1::Sentence& sentence) const override;
  [[nodiscard]] std::vector<std::string> house() const override;
  [[nodiscard]] std::vector<std::string> odds(const Scene& scene, const v1::Odds& odds) const override;
  // Its dice have symbols: the Dragons among them.
  [[nodiscard]] std::string dice_luck(const v1::DiceLuck& dice) const override;
};

}  // namespace wyrmhall::cli
