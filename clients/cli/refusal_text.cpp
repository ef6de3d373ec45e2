#include "clients/cli/refusal_text.h"

#include <fmt/format.h>

#include "clients/cli/terminal.h"

namespace wyrmhall::cli {
namespace {

// For what a person can meet; the rest has the server's own English sentence.
std::string by_code(const v1::Refusal& refusal) {
  switch (refusal.code()) {
    case v1::REFUSAL_CODE_WRONG_VERSION:
      return "The server speaks another version of the protocol than this client. Please update.";
    case v1::REFUSAL_CODE_NAME_TAKEN:
      return "Somebody has this name, or one that looks like it. Please take another with --name.";
    case v1::REFUSAL_CODE_GAME_UNKNOWN:
      return "This game is not played on this server.";
    case v1::REFUSAL_CODE_TABLE_UNKNOWN:
      return "There is no such table. It may have started or closed; `wyrmhall tables` lists those that are open.";
    case v1::REFUSAL_CODE_SEAT_NOT_FREE:
      return "This table is full. You can watch the match, or open a table of your own.";
    case v1::REFUSAL_CODE_MATCH_UNKNOWN:
      return "There is no such match on this server.";
    case v1::REFUSAL_CODE_NOT_YOUR_MATCH:
      return "You have no seat in this match.";
    case v1::REFUSAL_CODE_MATCH_NOT_OVER:
      return "The match is not over yet. Its record is complete once it is.";
    case v1::REFUSAL_CODE_NOT_YOUR_TURN:
      return "It is not your turn.";
    case v1::REFUSAL_CODE_STALE:
      return "The match has moved on. Nothing was changed.";
    case v1::REFUSAL_CODE_TOO_FAST:
      return "Too many requests. Please wait a moment.";
    case v1::REFUSAL_CODE_BUSY:
      return "The server is too busy. Please try again in a moment.";
    case v1::REFUSAL_CODE_NO_STORE:
      return "The server cannot write to its disk, so it takes no moves. What you saw is safe.";
    case v1::REFUSAL_CODE_DRAINING:
      return "The server is about to stop and starts nothing new. Please try again in a minute.";
    case v1::REFUSAL_CODE_TOO_MANY_OUTCOMES:
      return "There are too many outcomes to list.";
    case v1::REFUSAL_CODE_ODDS_OFF:
      return "This table was opened without odds, for everyone.";
    case v1::REFUSAL_CODE_FIND_PAUSED:
      return "You have kept others waiting at tables, so no opponent is sought for you now. `wyrmhall tables` lists "
             "tables that you can still join.";
    case v1::REFUSAL_CODE_PLAYER_UNKNOWN:
      return "There is no player of this name or id here.";
    case v1::REFUSAL_CODE_NOT_WELCOME:
      return "Somebody at this table would rather not play with you. `wyrmhall tables` lists others.";
    case v1::REFUSAL_CODE_PROOF_NEEDED:
      return "The server asked for some work first, and it was not done in time. Please try again.";
    case v1::REFUSAL_CODE_REGISTRATION_CLOSED:
      return "This server takes no new guests. If you have played here before, sign in with --name.";
    case v1::REFUSAL_CODE_INVITATION_NEEDED:
      return "This server takes new guests by invitation: give the code that you were sent with --invitation.";
    case v1::REFUSAL_CODE_INVITATION_UNKNOWN:
      return "This invitation is not valid: it does not exist, has expired, is used up, or was revoked.";
    case v1::REFUSAL_CODE_NOT_ABSENT:
      return "Nobody who must decide is away.";
    case v1::REFUSAL_CODE_ABSENT_TOO_SHORTLY:
      return "Nobody has been away for long enough yet.";
    case v1::REFUSAL_CODE_RULES_VERSION_UNKNOWN:
      return "This match was played under rules that this server does not know.";
    default:
      return {};
  }
}

std::string in_figures(const v1::Refusal& refusal) {
  if (!refusal.has_lowest() || !refusal.has_highest()) return {};
  const std::string given = refusal.has_given() ? fmt::format(", not {}", refusal.given()) : "";
  return fmt::format("{} must be {} to {}{}.", tame(refusal.field()), refusal.lowest(), refusal.highest(), given);
}

// When to come again, where the server says so and a person has to.
std::string when_again(const v1::Refusal& refusal) {
  const bool asks = refusal.code() == v1::REFUSAL_CODE_FIND_PAUSED ||
                    refusal.code() == v1::REFUSAL_CODE_LIMIT_REACHED ||
                    refusal.code() == v1::REFUSAL_CODE_ABSENT_TOO_SHORTLY;
  if (!asks || refusal.retry_after_ms() == 0) return {};
  const std::uint32_t seconds = (refusal.retry_after_ms() + 999) / 1000;
  constexpr std::uint32_t kHour = 3600;
  if (seconds > 2 * kHour) return fmt::format(" Please try again in {} hours.", seconds / kHour + 1);
  return fmt::format(" Please try again in {} s.", seconds);
}

// Each game's field in Sentence has the game's code name.
std::string_view game_of(const v1::Sentence& reason) {
  return v1::Sentence::descriptor()->FindFieldByNumber(reason.phrase_case())->name();
}

std::string with_stop(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

std::string refusal_text(const v1::Refusal& refusal, const Scene* scene) {
  const std::string rule = refusal.rule().empty() ? "" : " (" + tame(refusal.rule()) + ")";
  if (scene != nullptr && refusal.has_reason() && refusal.reason().phrase_case() != v1::Sentence::PHRASE_NOT_SET) {
    return text_of(game_of(refusal.reason())).reason(*scene, refusal.reason()) + rule;
  }
  if (const std::string figures = in_figures(refusal); !figures.empty()) return with_stop(figures);
  if (const std::string known = by_code(refusal); !known.empty()) return known + when_again(refusal);
  if (!refusal.detail().empty()) return with_stop(tame(refusal.detail())) + when_again(refusal);
  return fmt::format("The server refused this (code {}).", static_cast<int>(refusal.code()));
}

}  // namespace wyrmhall::cli
