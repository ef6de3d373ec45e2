// The words of Dragon Dance. Nothing here decides anything: what a card does is read from the tables in the view, what
// can be done is in the choices, and what is typed is looked up among them.
#pragma once

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

class DanceText : public GameText {
 public:
  [[nodiscard]] std::string side(const v1::GameOptions& options, int seat) const override;
  [[nodiscard]] std::vector<std::string> board(const Scene& scene) const override;
  [[nodiscard]] std::string event(const Scene& scene, const v1::GameEvent& event) const override;
  // The exchange is told before the dice that were rolled after it, and once: if the knight has passed or followed up,
  // it has been told before. A secret decision is told only if it is somebody else's, and only while it is secret.
  [[nodiscard]] std::vector<std::string> step(const Scene& scene, const Events& events) const override;
  [[nodiscard]] std::string choice(const Scene& scene, const v1::Choice& choice) const override;
  // Dice that show the same count as one.
  [[nodiscard]] std::vector<Row> rows(const Scene& scene, const v1::Choices& choices) const override;
  // The board says which dice are spent.
  [[nodiscard]] bool goes_without_saying(const v1::Sentence& reason) const override {
    return reason.dance() == v1::DANCE_PHRASE_DIE_SPENT;
  }
  [[nodiscard]] Typed typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const override;
  [[nodiscard]] std::vector<Way> ways_to_type(const Scene& scene, const v1::Choices& choices) const override;
  [[nodiscard]] std::vector<std::string> about(const Scene& scene, std::string_view name) const override;
  [[nodiscard]] std::string reason(const Scene& scene, const v1::Sentence& sentence) const override;
  [[nodiscard]] std::vector<std::string> house() const override;
  [[nodiscard]] std::vector<std::string> odds(const Scene& scene, const v1::Odds& odds) const override;
};

}  // namespace wyrmhall::cli
