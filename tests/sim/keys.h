// The tokens of one account, as all of its devices know them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace wyrmhall::sim {

struct Keys {
  std::vector<std::string> good;
  std::vector<std::string> given_up;  // somebody has asked to revoke them, answered or not
  std::string wanted_password;        // that it has asked for, answered or not
  std::string password;               // that it has
  std::vector<std::string> codes;
  int comes_as_member = 0;       // how often it has come by them: each time makes a token
  bool others_in_doubt = false;  // all but one were to be revoked, and that was never answered: it may come late

  [[nodiscard]] bool has(const std::string& token) const { return std::ranges::find(good, token) != good.end(); }
  void give_up(const std::string& token) {
    if (std::erase(good, token) > 0) given_up.push_back(token);
  }
};

}  // namespace wyrmhall::sim
