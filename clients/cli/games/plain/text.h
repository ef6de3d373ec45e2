// A game that this client has no words for: choices and refusals by the game's messages (clients/messages), where it
// has any, and all else in the words of the protocol.
#pragma once

#include "clients/cli/games/game_text.h"

namespace wyrmhall::cli {

class PlainText : public GameText {
 public:
  [[nodiscard]] std::vector<std::string> board(const Scene& scene) const override;
  [[nodiscard]] std::string event(const Scene& scene, const v1::GameEvent& event) const override;
  [[nodiscard]] std::string choice(const Scene& scene, const v1::Choice& choice) const override;
  [[nodiscard]] std::string reason(const Scene& scene, const v1::Sentence& sentence) const override;
  [[nodiscard]] std::vector<std::string> odds(const Scene& scene, const v1::Odds& odds) const override;
};

}  // namespace wyrmhall::cli
