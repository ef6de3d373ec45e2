// The words of Dragons Arena. Nothing here decides anything: what can be done is in the choices, and what is typed is
// looked up among them.
#pragma once

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

class ArenaText : public GameText {
 public:
  [[nodiscard]] std::string side(const v1::GameOptions& options, int seat) const override;
  [[nodiscard]] std::vector<std::string> board(const Scene& scene) const override;
  [[nodiscard]] std::string event(const Scene& scene, const v1::GameEvent& event) const override;
  [[nodiscard]] std::string choice(const Scene& scene, const v1::Choice& choice) const override;
  [[nodiscard]] std::vector<Row> rows(const Scene& scene, const v1::Choices& choices) const override;
  [[nodiscard]] std::vector<FormLine> form(const Scene& scene, const v1::Form& form) const override;
  // A board can have many neighbours that are too strong.
  [[nodiscard]] bool goes_without_saying(const v1::Sentence& reason) const override {
    return reason.arena() == v1::ARENA_PHRASE_TOO_STRONG;
  }
  [[nodiscard]] Typed typed(const Scene& scene, const v1::Choices& choices, std::string_view line) const override;
  [[nodiscard]] std::vector<Way> ways_to_type(const Scene& scene, const v1::Choices& choices) const override;
  [[nodiscard]] std::string reason(const Scene& scene, const v1::Sentence& sentence) const override;
  [[nodiscard]] std::vector<std::string> odds(const Scene& scene, const v1::Odds& odds) const override;
};

}  // namespace wyrmhall::cli
