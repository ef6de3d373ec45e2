// Two players who play one match after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/load/match_player.h"

namespace wyrmhall::load {

class MatchPair final : public Party, private Mates {
 public:
  // `number` numbers the pairs of a run.
  MatchPair(Setting& setting, std::size_t number, Game game);
  void connect() override;
  [[nodiscard]] bool settled() const override { return settled_; }
  [[nodiscard]] std::vector<std::string> tokens() const override { return {opener_.token(), joiner_.token()}; }

 private:
  void signed_in() override;
  void table_opened(const TableId& table) override;
  void match_opened() override;
  void match_closed(const MatchId& match) override;
  void start();

  Setting& setting_;
  Game game_;
  MatchPlayer opener_, joiner_;
  std::uint64_t next_match_;  // its number: each pair begins with another variant of its game
  // How many of the two are there, and how many have come as far as the next step, which needs both.
  int signed_in_ = 0;
  int opened_ = 0;
  int closed_ = 0;
  bool joining_ = false;
  bool settled_ = false;
};

}  // namespace wyrmhall::load
