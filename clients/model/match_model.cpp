#include "clients/model/match_model.h"

#include "clients/model/offered_actions.h"
#include "clients/model/spelled_out.h"

namespace wyrmhall::clients {

MatchModel::Fit MatchModel::open(const v1::MatchOpened& opened) {
  if (open_ && opened.updates_size() > 0 && opened.updates(opened.updates_size() - 1).version() < version_) {
    return Fit::kOlder;
  }
  channel_ = opened.channel();
  info_ = opened.info();
  seat_ = opened.seat();
  last_link_.clear();
  Fit fit = Fit::kRepeated;
  for (const v1::MatchUpdate& update : opened.updates()) {
    if (!update.last_link().empty()) last_link_ = update.last_link();
    // What is sent on opening begins at the version that the client named, so an earlier step is only a repetition.
    const Fit of_this = take(update, true);
    if (of_this == Fit::kGap) return of_this;
    if (of_this == Fit::kNew) fit = Fit::kNew;
  }
  open_ = true;
  return fit;
}

MatchModel::Fit MatchModel::take(const v1::MatchUpdate& update, bool is_answer) {
  if (open_ && update.version() < version_) return is_answer ? Fit::kRepeated : Fit::kOlder;
  const bool same = open_ && update.version() == version_;
  if (update.has_snapshot()) {
    view_ = update.snapshot();
  } else if (same) {
    // For example the answer to a command that was repeated: it says no more than that the command was done.
    return Fit::kRepeated;
  } else if (update.version() != version_ + 1 && (open_ || update.version() != 0)) {
    return Fit::kGap;
  } else {
    view_.MergeFrom(update.diff());
  }
  version_ = update.version();
  open_ = true;
  take_rest(update);
  return same ? Fit::kRepeated : Fit::kNew;
}

void MatchModel::take_rest(const v1::MatchUpdate& update) {
  if (update.has_waiting_on()) waiting_on_ = update.waiting_on();
  // Set exactly when this seat is asked something.
  choices_ = spelled_out(update.choices());
  deadline_us_ = update.has_deadline_us() ? update.deadline_us() : 0;
  if (update.has_seat_out() && !update.seat_out().stays()) seats_out_ |= 1U << update.seat_out().seat();
  if (!update.has_outcome()) return;
  over_ = true;
  outcome_ = update.outcome();
  server_seed_ = update.server_seed();
}

bool MatchModel::my_turn() const {
  return !over_ && seat_ >= 0 && ((waiting_on_ >> static_cast<unsigned>(seat_)) & 1U) != 0 && offers_anything(choices_);
}

}  // namespace wyrmhall::clients
