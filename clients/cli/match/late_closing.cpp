#include "clients/cli/match/late_closing.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "clients/cli/match/accusation.h"
#include "clients/model/ids.h"
#include "clients/model/seat_chain.h"
#include "clients/model/signed_statement.h"
#include "clients/model/start_check.h"

namespace wyrmhall::cli {
namespace {

// How many are closed in one run; the others have their turn in the next.
constexpr std::size_t kMaxOfARun = 20;
// A chain that nothing was done with for this long belongs to a table that led to no match, or to a match that is no
// longer known.
constexpr std::chrono::hours kOldest{30 * 24};
constexpr Platform::Milliseconds kBetween{500};

}  // namespace

void LateClosing::signed_in(const v1::SignedIn& who, bool again) {
  // What was under way when the connection was lost waits for the next run.
  waiting_.clear();
  waits_for_ = 0;
  user_.signed_in(who, again);
  // Programs that read every message are told nothing that they have not asked for.
  if (!again && !context_.settings.json) begin(who);
}

void LateClosing::begin(const v1::SignedIn& who) {
  const auto is_at_work = [&](const MatchId& match) {
    return match == context_.settings.match ||
           std::ranges::any_of(who.matches(), [&](const auto& running) { return clients::id_of(running) == match; }) ||
           std::ranges::any_of(who.tables(), [&](const auto& table) { return clients::match_id_of(table) == match; });
  };
  for (const MatchId& match : context_.profile.kept_chains(kOldest)) {
    if (waiting_.size() == kMaxOfARun) break;
    if (!is_at_work(match)) waiting_.push_back(match);
  }
  next();
}

void LateClosing::next() {
  for (; !waiting_.empty(); waiting_.pop_front()) {
    auto kept = context_.profile.chain(waiting_.front());
    // Without a statement of the start there is nothing that the end could be compared with.
    if (!kept || kept->starts.empty()) continue;
    kept_ = *std::move(kept);
    model_ = {};
    v1::ClientMessage message;
    message.mutable_open_match()->set_match_id(to_bytes(waiting_.front()));
    return ask(std::move(message));
  }
}

void LateClosing::ask(v1::ClientMessage message) {
  closing_ = message.has_close_chain();
  waits_for_ = session_->send(std::move(message));
}

void LateClosing::done_with_this() {
  if (model_.is_open()) {
    v1::ClientMessage message;
    message.mutable_close_match()->set_channel(model_.channel());
    session_->send(std::move(message));
  }
  waiting_.pop_front();
  if (waiting_.empty()) return;
  context_.platform.after(kBetween, [this, first = waiting_.front(), alive = std::weak_ptr<int>(alive_)] {
    if (!alive.expired() && !waiting_.empty() && waiting_.front() == first && waits_for_ == 0) next();
  });
}

void LateClosing::received(const v1::ServerMessage& message) {
  if (waits_for_ == 0 || message.answer_to() != waits_for_) return user_.received(message);
  waits_for_ = 0;
  if (closing_) {
    // If it is refused, for coming too late, say, the last decision stays as it is: not confirmed.
    context_.profile.drop_chain(waiting_.front());
    return done_with_this();
  }
  if (message.has_match_opened()) return opened(message.match_opened());
  if (message.has_receipt()) return told_receipt(message.receipt());
  done_with_this();  // refused: of a table that came to nothing, say
}

void LateClosing::opened(const v1::MatchOpened& opened) {
  model_.open(opened);
  if (!model_.over() || model_.seat() < 0) return done_with_this();
  v1::ClientMessage message;
  message.mutable_ask_receipt()->set_match_id(to_bytes(waiting_.front()));
  ask(std::move(message));
}

void LateClosing::told_receipt(const v1::Receipt& receipt) {
  const receipts::Signed& start = kept_.starts.back();
  const auto end = clients::signed_from(receipt.end());
  if (auto wrong = clients::wrong_with_end(start, end, model_.server_seed())) {
    wrong->match = waiting_.front();
    wrong->seat = model_.seat();
    accuse(context_.terminal, context_.profile, context_.settings.server.text(), *wrong);
    return done_with_this();
  }
  context_.profile.save_receipts(waiting_.front(), start, *end);
  const auto link = clients::late_closing(kept_, model_.last_link());
  if (!link) {
    context_.profile.drop_chain(waiting_.front());
    return done_with_this();
  }
  v1::ClientMessage message;
  message.mutable_close_chain()->set_match_id(to_bytes(waiting_.front()));
  message.mutable_close_chain()->set_link(*link);
  ask(std::move(message));
}

}  // namespace wyrmhall::cli
