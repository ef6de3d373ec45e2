#include "clients/load/duel_pair.h"

namespace wyrmhall::load {

DuelPair::DuelPair(Setting& setting, std::size_t number)
    : setting_(setting), opener_(setting, 2 * number, *this), joiner_(setting, 2 * number + 1, *this) {}

void DuelPair::connect() {
  opener_.connect();
  joiner_.connect();
}

void DuelPair::signed_in() {
  if (++signed_in_ == 2) start();
}

void DuelPair::start() {
  joining_ = true;
  opener_.open_table();
}

void DuelPair::table_opened(const std::string& table_id) {
  if (!joining_) return;  // the joiner's own answer, or a rematch, to which both come by themselves
  joining_ = false;
  joiner_.take_seat(table_id);
}

void DuelPair::match_opened() {
  if (++opened_ < 2) return;
  opened_ = 0;
  settled_ = true;
}

void DuelPair::match_closed(std::string match_id) {
  if (++closed_ < 2) return;
  closed_ = 0;
  setting_.tally.match_ended();
  if (!setting_.options.rematch) return start();
  opener_.rematch(match_id);
  joiner_.rematch(match_id);
}

}  // namespace wyrmhall::load
