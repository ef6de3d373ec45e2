// What ties a decision to the chain of its seat: the link that it shows, and the confirmation by the link after that.
#include <fmt/format.h>

#include <string>

#include "common/bytes.h"
#include "rules/dice/chain.h"
#include "server/match/match_log.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

// As rules/decision.h reads it. Whether the choice matches the action is left to those who check the record: if it does
// not, only this seat's own decision goes unconfirmed.
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

std::optional<pb::Refusal> MatchLog::check_link(rules::Seat seat, const pb::Act& act, persistence::Move& move) const {
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

}  // namespace wyrmhall::server
