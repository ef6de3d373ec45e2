// A new hero of Dice & Dragons as it is typed: its class, and for a custom one its symbol and its starting skills,
// which are checked against rule N1 before the server hears of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wyrmhall/v1/client.pb.h"

namespace wyrmhall::cli {

class NewHero {
 public:
  explicit NewHero(const std::string& name) { hero_.set_name(name); }

  // Reads words such as "custom sword cleave mighty strike", in the language of the player or in English, each as long
  // as it needs to be; a skill behind a "-" is dropped again. Empty when all were understood, otherwise what is wrong.
  std::string type(std::string_view words);
  // What is missing or too much, a sentence each; none when the hero can be made.
  [[nodiscard]] std::vector<std::string> faults() const;
  // The symbol and the skills so far, by name; empty while there are none.
  [[nodiscard]] std::string chosen() const;
  [[nodiscard]] bool is_custom() const { return hero_.hero_class() == v1::HUNT_CLASS_CUSTOM; }
  [[nodiscard]] const v1::MakeHero& message() const { return hero_; }

 private:
  std::string drop_skill(const std::string& word);

  v1::MakeHero hero_;
};

// Whether a hero can begin with it: not those of levels 3 and 5, nor those that everybody has.
bool is_starting_skill(v1::HuntSkill skill);
bool is_strike(v1::HuntSkill skill);
// All of them by name, with the Strikes marked.
std::string starting_skills_text();

}  // namespace wyrmhall::cli
