// A game whose heroes last from one match to the next: what the server needs to know of them, without knowing the game.
//
// All values of a hero but its name are bytes of the game's own for the store, and Hero.values for clients. The server
// fills them into the options of a match, so that its record stands alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include "persistence/heroes.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/game.pb.h"
#include "wyrmhall/v1/hero.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

class HeroGame {
 public:
  HeroGame() = default;
  HeroGame(const HeroGame&) = delete;
  HeroGame& operator=(const HeroGame&) = delete;
  virtual ~HeroGame() = default;

  // The kept values of a new hero, or why there can be no such hero.
  [[nodiscard]] virtual std::expected<std::string, v1::Refusal> newcomer(const v1::MakeHero& message) const = 0;

  // What a hero as it is kept, and a line of its story, show of the game.
  virtual void describe(const persistence::HeroRow& hero, v1::Hero& to) const = 0;
  virtual void describe_line(const std::string& line, v1::HeroHunt& to) const = 0;
  // The same of a hero who is brought to a table.
  virtual void describe(const persistence::HeroRow& hero, v1::BroughtHero& to) const = 0;

  // Which score orders a list of heroes; nothing where none does.
  [[nodiscard]] virtual std::optional<std::size_t> score_of(v1::HeroList list) const = 0;

  // The seat that a place of the options belongs to; nothing if there is no such place.
  [[nodiscard]] virtual std::optional<std::uint32_t> seat_of(const v1::GameOptions& options,
                                                             std::uint32_t place) const = 0;

  // What would be kept of the hero who comes to a place, as the options say.
  [[nodiscard]] virtual std::string body_of(const v1::GameOptions& options, std::uint32_t place) const = 0;

  // Fills a kept hero's values into its place, which must be there, or puts a newcomer there again.
  virtual void bring(v1::GameOptions& options, std::uint32_t place, const std::string& body) const = 0;
  virtual void take_out(v1::GameOptions& options, std::uint32_t place) const = 0;

  // Why a match with these options, `heroes` among them, would change no hero.
  [[nodiscard]] virtual v1::PracticeReason practice(const v1::GameOptions& options) const = 0;
};

}  // namespace wyrmhall::server
