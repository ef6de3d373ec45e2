// The tokens of one account, as all of its devices know them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace wyrmhall::sim {

struct Keys {
  std::vector<std::string> good;
  std::vector<std::string> given_up;  // somebody has asked to revoke them, answered or not
  bool others_in_doubt = false;       // all but one were to be revoked, and that was never answered: it may come late

  [[nodiscard]] bool has(const std::string& token) const { return std::ranges::find(good, token) != good.end(); }
  void give_up(const std::string& token) {
    if (std::erase(good, token) > 0) given_up.push_back(token);
  }
};

}  // namespace wyrmhall::sim
