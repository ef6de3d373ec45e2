#include "tests/load/match_pair.h"

namespace wyrmhall::load {

MatchPair::MatchPair(Setting& setting, std::size_t number, Game game)
    : setting_(setting),
      game_(game),
      opener_(setting, 2 * number, game, *this),
      joiner_(setting, 2 * number + 1, game, *this),
      next_match_(number) {
  opener_.face(joiner_);
  joiner_.face(opener_);
}

void MatchPair::connect() {
  opener_.connect();
  joiner_.connect();
}

void MatchPair::signed_in() {
  if (++signed_in_ == 2) start();
}

void MatchPair::start() {
  joining_ = true;
  opener_.open_table(next_match_++);
}

void MatchPair::table_opened(const TableId& table) {
  if (!joining_) return;  // the joiner's own answer, or a rematch, to which both come by themselves
  joining_ = false;
  joiner_.take_seat(table);
}

void MatchPair::match_opened() {
  if (++opened_ < 2) return;
  opened_ = 0;
  settled_ = true;
}

void MatchPair::match_closed(const MatchId& match) {
  if (++closed_ < 2) return;
  closed_ = 0;
  setting_.tally.of(game_).match_ended();
  if (!setting_.options.rematch) return start();
  opener_.rematch(match);
  joiner_.rematch(match);
}

}  // namespace wyrmhall::load
