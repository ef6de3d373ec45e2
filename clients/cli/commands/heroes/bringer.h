// Brings heroes of the player's stable, and newcomers that join it, to the player's own places at a table, before the
// seat gets ready for the match.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

class HeroBringer {
 public:
  // Heroes by name or id; newcomers by the name that they are to have.
  HeroBringer(const std::vector<std::string>& heroes, const std::vector<std::string>& newcomers);

  // What is to be done next at a table: nothing if everybody is there.
  struct Next {
    bool waits = false;                             // for an answer
    std::optional<v1::ClientMessage> command = {};  // to be sent; then sent() is told its id
    std::string trouble = {};                       // who cannot come, and why: go_on_without() them, or leave
  };
  Next next(const v1::Table& table, int seat);
  void sent(std::uint64_t command) { request_ = command; }
  // Whether this is the answer to it.
  bool answered(const v1::ServerMessage& message);
  void go_on_without();
  // On another connection, or at another table.
  void start_over();

 private:
  struct Wish {
    std::string name;
    bool newcomer = false;
    bool asked = false;   // a newcomer: for it to be made
    std::string id = {};  // none until it is known, or made
    v1::HuntClass of = v1::HUNT_CLASS_UNSPECIFIED;
    std::optional<std::uint32_t> place = {};
    bool cannot = false;
  };
  void look_up_all();
  void look_up(Wish& wish);
  // The newcomer if it is there by now, perhaps although the answer to its making was lost; null if it is not.
  [[nodiscard]] const v1::Hero* made_for(const Wish& wish) const;
  void find_places(const v1::Table& table, int seat);
  void cannot(Wish& wish, const std::string& why);
  [[nodiscard]] bool are_there(const v1::Table& table) const;
  [[nodiscard]] v1::ClientMessage bring(const v1::Table& table) const;

  std::vector<Wish> wishes_;
  std::uint64_t request_ = 0;  // that is not answered yet
  std::vector<v1::Hero> stable_;
  bool listed_ = false;           // the whole stable
  std::string after_;             // of its next page
  std::set<std::string> before_;  // who was there when the stable was first listed
  bool knows_before_ = false;
  std::string trouble_;
  bool nobody_ = false;  // of those who were to come can
};

// Who brings whom to a table, a sentence for each player, and that the match is practice if it is. Nothing if nobody
// brings a hero.
std::vector<std::string> brought_text(const v1::Table& table, int seat);
// Says that a match changes no hero, and why.
std::string practice_text(v1::PracticeReason reason);

}  // namespace wyrmhall::cli
