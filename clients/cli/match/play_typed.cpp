// The lines that a player types in a match: choices, questions, claims, and that they resign or leave.
#include <string_view>
#include <utility>

#include "clients/cli/match/listing.h"
#include "clients/cli/match/play.h"
#include "clients/cli/messages.h"

namespace wyrmhall::cli {

void MatchPlay::line(std::string_view text) {
  if (ended()) return;
  context_.terminal.answered();
  if (is<ChainAsked>()) return answered_about_chain(text);
  const bool sure = std::exchange(resign_asked_, false);
  const bool read = rules_.asked(text);
  const bool is_number = typed_number(text).has_value();
  GameText::Typed typed = has_prompt() && !read ? meant(text) : GameText::Typed();
  if (typed.action) return act(*std::move(typed.action));
  if (!typed.complaint.empty()) {
    rules_.complain(typed.complaint);
  } else if (is_number) {
    if (!has_prompt()) return context_.terminal.say(t(v1::RefusalCode_Name(v1::REFUSAL_CODE_NOT_YOUR_TURN)));
    context_.terminal.say(t("choice.range", {{"n", count_numbers(printer_.listed_choices())}}));
  } else if (text.starts_with("odds")) {
    return ask_odds(text.substr(4));
  } else if (text == "story") {
    return story_.ask();
  } else if (text == "resign") {
    return resign(sure);
  } else if (text == "claim") {
    return claim();
  } else if (text == "quit") {
    return owner_.match_left();
  } else if (text == "board") {
    printer_.board_asked_for();
    if (has_prompt()) printer_.choices();
  } else if (text == "help" || text == "?") {
    printer_.help();
  } else if (!text.empty() && !read) {
    context_.terminal.say(t("help.unknown", {{"typed", strip_control_chars(text)}}));
  }
  if (has_prompt()) ask_person();
}

void MatchPlay::end_of_input() {
  input_ended_ = true;
  if (has_prompt()) owner_.match_left();
}

void MatchPlay::resign(bool sure) {
  if (model_.seat() < 0) return context_.terminal.say(t(v1::RefusalCode_Name(v1::REFUSAL_CODE_NOT_YOUR_MATCH)));
  if (!sure) {
    resign_asked_ = true;
    return context_.terminal.ask(t("resign.ask"));
  }
  v1::ClientMessage message;
  message.mutable_resign()->set_channel(model_.channel());
  session_.send(message);
}

// The server has to say whether there is anybody to claim against.
void MatchPlay::claim() {
  if (model_.seat() < 0) return context_.terminal.say(t(v1::RefusalCode_Name(v1::REFUSAL_CODE_NOT_YOUR_MATCH)));
  v1::ClientMessage message;
  message.mutable_claim_absence()->set_channel(model_.channel());
  session_.send(message);
}

GameText::Typed MatchPlay::meant(std::string_view text) const {
  if (const auto number = typed_number(text)) {
    if (auto action = action_of_number(printer_.listed_choices(), *number)) return {.action = std::move(action)};
  }
  return printer_.text().typed(printer_.scene(), model_.choices(), text);
}

void MatchPlay::ask_odds(std::string_view choice) {
  while (choice.starts_with(' ')) choice.remove_prefix(1);
  if (!model_.my_turn()) return context_.terminal.say(t(v1::RefusalCode_Name(v1::REFUSAL_CODE_NOT_YOUR_TURN)));
  GameText::Typed typed = meant(choice);
  if (!typed.action) {
    typed.complaint.empty() ? printer_.no_odds_of(choice) : rules_.complain(typed.complaint);
    if (has_prompt()) ask_person();
    return;
  }
  v1::ClientMessage message;
  message.mutable_ask_odds()->set_channel(model_.channel());
  message.mutable_ask_odds()->set_version(model_.version());
  *message.mutable_ask_odds()->mutable_action() = *std::move(typed.action);
  session_.send(message);
}

}  // namespace wyrmhall::cli
