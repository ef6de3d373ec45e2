// What ties a decision to the chain of its seat: the link that it shows, and the confirmation by the link after that,
// which comes with the next decision or closes the chain after the end.
#include <fmt/format.h>

#include <string>

#include "common/bytes.h"
#include "rules/dice/chain.h"
#include "server/match/actor.h"

namespace wyrmhall::server {
namespace {

// As rules/decision.h reads it. Whether the choice is the action is for whoever checks the record to say: it is only
// this seat's own decision that would not be confirmed.
std::string decision_text(const pb::Act& act) {
  if (!act.action().has_form()) return fmt::format("choice {}", act.choice());
  const pb::FilledForm& form = act.action().form();
  std::string text = fmt::format("form {}:", form.number());
  for (const std::uint32_t value : form.values()) text += fmt::format(" {}", value);
  return text;
}

std::optional<pb::Refusal> take_confirmation(const pb::Act& act, persistence::Move& move) {
  if (act.confirmation().empty()) return std::nullopt;
  const auto code = array_from<persistence::Link>(act.confirmation());
  if (!code) return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a confirmation is 16 bytes", "confirmation");
  if (act.action().has_form() == (act.choice() > 0)) {
    return refusal(pb::REFUSAL_CODE_FIELD_INVALID,
                   "a confirmed decision is a filled form, or says its place among the choices, from 1", "choice");
  }
  move.confirmation = persistence::Confirmation{.decision = decision_text(act), .code = *code};
  return std::nullopt;
}

}  // namespace

std::optional<pb::Refusal> MatchActor::check_link(rules::Seat seat, const pb::Act& act, persistence::Move& move) const {
  if (!notes_.last_link[seat]) return std::nullopt;  // the seat goes on without a chain; the record says since when
  if (act.chain_lost()) {
    move.chain_lost = true;
    return std::nullopt;
  }
  const auto link = array_from<persistence::Link>(act.link());
  if (link && rules::follows(*notes_.last_link[seat], *link)) {
    move.link = link;
    return take_confirmation(act, move);
  }
  return refusal(pb::REFUSAL_CODE_WRONG_LINK, "the link must be 16 bytes whose hash is the last link of this seat",
                 "link");
}

void MatchActor::close_chain(const Viewing& viewer, const pb::ClientMessage& message, Outbox& out) const {
  const auto refuse_closing = [&](pb::RefusalCode code, std::string_view detail) {
    refuse(viewer, message.command_id(), refusal(code, std::string(detail), "link"), out);
  };
  const rules::Seat seat = viewer.seat;
  if (seat == rules::kNoSeat) {
    return refuse_closing(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "you watch this match; only its seats have chains");
  }
  if (!over()) return refuse_closing(pb::REFUSAL_CODE_MATCH_NOT_OVER, "a chain is closed once the match is over");
  const Timestamp ended_at = moves_.empty() ? row_.started_at : moves_.back().at;
  if (environment_.clock.now() - ended_at > kClosingTime) {
    return refuse_closing(pb::REFUSAL_CODE_MATCH_OVER, "the match has been over for more than a day");
  }
  const auto& last = notes_.last_link[seat];
  if (!last) return refuse_closing(pb::REFUSAL_CODE_WRONG_LINK, "this seat has no chain, or has lost it");
  const auto link = array_from<persistence::Link>(message.close_chain().link());
  if (!link || !rules::follows(*last, *link)) {
    return refuse_closing(pb::REFUSAL_CODE_WRONG_LINK,
                          "the link must be 16 bytes whose hash is the last link of this seat");
  }
  // That it is there already is for the store to say: it costs no more than asking whether it is.
  out.ask(ClosingKept{{viewer.session, message.command_id()}},
          persistence::KeepClosingLink{.match = id_, .closing = {.seat = seat, .link = *link}});
}

}  // namespace wyrmhall::server
