// Two players who play one duel after the other.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "clients/load/duel_player.h"

namespace wyrmhall::load {

class DuelPair final : public Party, private DuelMates {
 public:
  // `number` numbers the pairs of a run.
  DuelPair(Setting& setting, std::size_t number);
  void connect() override;
  [[nodiscard]] bool settled() const override { return settled_; }

 private:
  void signed_in() override;
  void table_opened(const std::string& table_id) override;
  void match_opened() override;
  void match_closed(std::string match_id) override;
  TurnClock& turn_clock() override { return turn_clock_; }
  void start();

  Setting& setting_;
  DuelPlayer opener_, joiner_;
  // Of the two: who is there, and who has come as far as the next step needs both.
  int signed_in_ = 0;
  int opened_ = 0;
  int closed_ = 0;
  bool joining_ = false;
  bool settled_ = false;
  TurnClock turn_clock_;
};

}  // namespace wyrmhall::load
