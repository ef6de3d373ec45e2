// The part of verify() that needs the rules of a game: it folds the moves, and compares the result with what the record
// says.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "record/closing.h"
#include "record/confirmations.h"
#include "record/document.h"
#include "record/verify.h"
#include "record/write.h"
#include "rules/decision.h"

namespace wyrmhall::record {

// Throws Wrong at the first thing that differs. `key` is compared in both.
inline void must_be_equal(const Json& recorded, const Json& derived, const std::string& where) {
  if (recorded == derived) return;
  std::string what = "is not what the seeds, the links and the rules come to: it should be " + compact(derived);
  constexpr std::size_t kMax = 300;
  if (what.size() > kMax) what = what.substr(0, kMax) + "…";
  throw Wrong(where, what);
}

template <rules::Game G>
void compare_step(const Json& recorded, const Step<G>& step, const std::string& where, VerifyReport& report) {
  must_be_equal(recorded.contains("rolls") ? recorded.at("rolls") : Json(), rolls_json(step.rolls), where + ".rolls");
  must_be_equal(recorded.contains("events") ? recorded.at("events") : Json(), events_json<G>(step.events),
                where + ".events");
  report.rolls += step.rolls.size();
  report.events += step.events.size();
}

// Notes the decision of a move; `state` is the one before it.
template <rules::Game G>
void check_decision(const Move<G>& move, const typename G::State& state, ConfirmationCheck& confirmations) {
  if (move.link) {
    const bool as_played = move.confirmation && rules::decided<G>(G::conceal(state, {move.seat}), move.seat,
                                                                  move.confirmation->decision) == move.action;
    confirmations.decided(move.seat, *move.link, move.version, move.confirmation, as_played);
  }
  for (const SeatLink& other : move.links) confirmations.shown(other.seat, other.link);
}

// To be called after the last move, when the fold knows the last link of each seat.
template <rules::Game G>
void check_closing_links(const Document& document, const Fold<G>& fold, ConfirmationCheck& confirmations) {
  int before = -1;
  for (std::size_t i = 0; i < document.closing_links.size(); ++i) {
    const auto& [seat, link] = document.closing_links[i];
    const std::string where = "closingLinks[" + std::to_string(i) + "]";
    const auto last = fold.last_link(seat);
    if (!last) throw Wrong(where, "is of a seat that has no chain");
    if (seat <= before) throw Wrong(where, "is in no order");
    if (!rules::follows(*last, link)) throw Wrong(where, "does not follow on the last link of its seat");
    confirmations.shown(seat, link);
    before = seat;
  }
}

template <rules::Game G>
bool is_as_sent(const Move<G>& move, const typename G::State& state, const SentDecisions& sent) {
  if (move.kind != rules::MoveKind::kAction || move.seat != sent.seat) return true;
  const auto found = sent.by_action_id.find(move.action_id);
  if (found == sent.by_action_id.end()) return true;
  return rules::decided<G>(G::conceal(state, {move.seat}), move.seat, found->second) == move.action;
}

// The text that the record should have.
template <rules::Game G>
std::string check_game(const Document& document, const SentDecisions& sent, VerifyReport& report) {
  const auto& versions = G::versions;
  if (std::find(versions.begin(), versions.end(), document.header.rules_version) == versions.end()) {
    throw Wrong("rulesVersion", "is one that this program does not know");
  }
  typename G::Options options;
  try {
    from_json(document.json.at("options"), options);
  } catch (const rules::NotationError& error) {
    throw Wrong("options", error.what());
  }
  auto fold = Fold<G>::start(document.header, options);
  if (!fold) throw Wrong(fold.error());
  compare_step<G>(document.json.at("start"), fold->first(), "start", report);
  std::vector<Move<G>> moves;
  const Json& recorded = document.json.at("moves");
  ConfirmationCheck confirmations(document.header.match_id);
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    const std::string where = "moves[" + std::to_string(i) + "]";
    moves.push_back(read_move<G>(recorded[i], where));
    const auto& state = fold->match().state();
    check_decision<G>(moves.back(), state, confirmations);
    if (!report.other_than_sent && !is_as_sent<G>(moves.back(), state, sent)) report.other_than_sent = i;
    const auto step = fold->apply(moves.back());
    if (!step) throw Wrong(where, step.error().what);
    compare_step<G>(recorded[i], *step, where, report);
  }
  const auto ending = fold->match().ending();
  if (!ending) throw Wrong("moves", "stop before the match is over");
  must_be_equal(document.json.at("outcome"), outcome_json(*ending, fold->match().seats()), "outcome");
  check_closing_links<G>(document, *fold, confirmations);
  report.moves = moves.size();
  report.links = fold->links();
  report.foresight = fold->foresight();
  report.confirmations = confirmations.all();
  const auto vouch = [&](const receipts::EndStatement& end) {
    if (document.end_receipt) check_end(end, *document.end_receipt);
    return document.end_receipt;
  };
  auto written = write<G>(document.header, options, moves, vouch);
  if (!written) throw Wrong(written.error());
  return with_closing_links(std::move(written->text), document.closing_links);
}

}  // namespace wyrmhall::record
