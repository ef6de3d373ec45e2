// A match folded from its moves with the auditable dice, each move held to what a record may contain: links that follow
// on each other, times that do not go back.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/foresight.h"
#include "record/values.h"
#include "rules/dice/recorder.h"

namespace wyrmhall::record {

// What came of one move.
template <rules::Game G>
struct Step {
  std::vector<rules::Roll> rolls;
  std::vector<typename G::Event> events;
};

template <rules::Game G>
class Fold {
 public:
  // Step 0: the dice that are rolled before the first decision. Fails where the seats or options do not fit the game.
  static std::expected<Fold, Flaw> start(const Header& header, const typename G::Options& options) {
    if (auto fault = G::check(options)) {
      return std::unexpected(Flaw{"options", "are refused by rule " + std::string(fault->rule)});
    }
    if (static_cast<int>(header.seats.size()) != G::seats(options)) {
      return std::unexpected(Flaw{"seats", "are not as many as the options need"});
    }
    std::vector<std::optional<rules::Link>> roots;
    roots.reserve(header.seats.size());
    for (const Seat& seat : header.seats) roots.push_back(seat.x0);
    rules::FairStream dice(header.server_seed, header.match_id.bytes(), roots);
    Step<G> first;
    rules::Recorder recorder(dice, first.rolls);
    const auto sink = [&first](const auto& event) { first.events.push_back(event); };
    auto match = rules::Match<G>::start(options, header.rules_version, recorder, sink);
    if (!match) return std::unexpected(Flaw{"options", "are refused"});
    Fold fold(std::move(*match), dice, header, std::move(roots), std::move(first));
    return fold;
  }

  [[nodiscard]] const Step<G>& first() const { return first_; }

  // The next move. On a Flaw, whose `where` is left empty, the fold is of no more use.
  std::expected<Step<G>, Flaw> apply(const Move<G>& move) {
    if (auto trouble = check(move)) return std::unexpected(*trouble);
    if (move.link) {
      chains_[move.seat] = *move.link;
      dice_.reveal(move.seat, *move.link);
      ++links_;
    }
    if (move.chain_lost) chains_[move.seat].reset();
    for (const SeatLink& other : move.links) {
      chains_[other.seat] = other.link;
      dice_.reveal(other.seat, other.link);
      ++links_;
    }
    Step<G> step;
    rules::Recorder recorder(dice_, step.rolls);
    const auto sink = [&step](const auto& event) { step.events.push_back(event); };
    if (auto refusal = match_.apply_move(move.kind, move.seat, move.action, recorder, sink)) {
      return std::unexpected(Flaw{"", refusal_text(*refusal)});
    }
    count_move(
        foresight_,
        {.kind = move.kind, .bot = is_bot(move.seat), .with_secret = move.link.has_value() || !move.links.empty()},
        step.rolls.size());
    ++moves_;
    last_milliseconds_ = move.milliseconds;
    return step;
  }

  [[nodiscard]] const rules::Match<G>& match() const { return match_; }
  [[nodiscard]] std::size_t links() const { return links_; }
  // The last link of a seat; nothing where it has no chain, or there is no such seat.
  [[nodiscard]] std::optional<rules::Link> last_link(rules::Seat seat) const {
    return seat < chains_.size() ? chains_[seat] : std::nullopt;
  }
  [[nodiscard]] const Foresight& foresight() const { return foresight_; }

 private:
  Fold(rules::Match<G> match, const rules::FairStream& dice, const Header& header,
       std::vector<std::optional<rules::Link>> chains, Step<G> first)
      : match_(std::move(match)), dice_(dice), chains_(std::move(chains)), first_(std::move(first)) {
    for (std::size_t seat = 0; seat < header.seats.size(); ++seat) {
      if (!header.seats[seat].account) bots_.insert(static_cast<rules::Seat>(seat));
    }
    count_start(foresight_, bots_.size() < static_cast<int>(header.seats.size()), first_.rolls.size());
  }

  [[nodiscard]] bool is_bot(rules::Seat seat) const { return bots_.contains(seat); }

  // What the rules do not know of: a link with each action of a seat with a chain, and the order of things in time.
  [[nodiscard]] std::optional<Flaw> check(const Move<G>& move) const {
    const auto wrong = [](std::string what) { return Flaw{"", std::move(what)}; };
    if (move.milliseconds < last_milliseconds_) return wrong("lies before the move before it");
    if (move.version > moves_) return wrong("answers a version that was not there yet");
    if (auto refusal = match_.refusal_of(move.kind, move.seat, move.action)) return wrong(refusal_text(*refusal));
    if (auto trouble = check_others(move)) return trouble;
    if (move.kind != rules::MoveKind::kAction) {
      if (move.link || move.chain_lost) return wrong("has a link or has lost a chain, but is no action of a seat");
      return std::nullopt;
    }
    const auto& chain = chains_[move.seat];
    if (move.link && move.chain_lost) return wrong("has a link and says that the chain is lost");
    if (move.link && !chain) return wrong("has a link, but the seat has no chain");
    if (move.link && !rules::follows(*chain, *move.link))
      return wrong("has a link that does not follow on the last one");
    if (!move.link && chain && !move.chain_lost) return wrong("has no link, but the seat has a chain");
    return std::nullopt;
  }

  // Links of others follow a decision, seat after seat, each on the last one of its chain.
  [[nodiscard]] std::optional<Flaw> check_others(const Move<G>& move) const {
    const auto wrong = [](std::string what) { return Flaw{"", std::move(what)}; };
    const bool decides = move.kind == rules::MoveKind::kAction || move.kind == rules::MoveKind::kStandIn;
    if (!decides && !move.links.empty()) return wrong("has links of others, but nobody decided");
    int before = -1;
    for (const SeatLink& other : move.links) {
      if (other.seat == move.seat || other.seat <= before) return wrong("has links of others in no order, or its own");
      if (other.seat >= chains_.size() || !chains_[other.seat]) {
        return wrong("has a link of another seat that has no chain");
      }
      if (!rules::follows(*chains_[other.seat], other.link)) {
        return wrong("has a link of another seat that does not follow on its last one");
      }
      before = other.seat;
    }
    return std::nullopt;
  }

  static std::string refusal_text(const rules::MoveRefusal& refusal) {
    using enum rules::MoveRefusal::Why;
    switch (refusal.why) {
      case kOver:
        return "comes after the end of the match";
      case kNoSuchSeat:
        return "names a seat that does not exist";
      case kSeatIsOut:
        return "is of a seat that is out";
      case kSeatIsIn:
        return "stands in for a seat that is not out";
      case kNotWaitedOn:
        return "is a time-out of a seat that has nothing to decide";
      case kActionNeeded:
        return "has no action";
      case kNotTheDefault:
        return "is not what is decided for a seat that ran out of time";
      case kRule:
        return "is refused by rule " + (refusal.fault ? std::string(refusal.fault->rule) : std::string("?"));
    }
    return {};
  }

  rules::Match<G> match_;
  rules::FairStream dice_;
  std::vector<std::optional<rules::Link>> chains_;  // the last link of each seat that has a chain
  Step<G> first_;
  rules::SeatSet bots_;
  Foresight foresight_;
  std::size_t links_ = 0;
  std::uint64_t moves_ = 0;
  std::int64_t last_milliseconds_ = 0;
};

}  // namespace wyrmhall::record
