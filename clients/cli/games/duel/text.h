// The words of Dragon Duel. Nothing here decides anything: what a fight came to is in its event, what can be done is in
// the choices.
#pragma once

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

class DuelText : public GameText {
 public:
  [[nodiscard]] std::vector<std::string> board(const Scene& scene) const override;
  [[nodiscard]] std::string event(const Scene& scene, const v1::GameEvent& event) const override;
  [[nodiscard]] std::string choice(const Scene& scene, const v1::Choice& choice) const override;
  [[nodiscard]] std::string reason(const Scene& scene, const v1::Sentence& sentence) const override;
  [[nodiscard]] std::vector<std::string> house() const override;
  [[nodiscard]] std::vector<std::string> about(const Scene& scene, std::string_view name) const override;
  [[nodiscard]] std::vector<std::string> odds(const Scene& scene, const v1::Odds& odds) const override;
  [[nodiscard]] std::vector<std::string> luck(const Scene& scene, const v1::Luck& luck) const override;
};

}  // namespace wyrmhall::cli
