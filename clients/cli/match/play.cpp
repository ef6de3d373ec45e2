#include "clients/cli/match/play.h"

#include <fmt/format.h>

#include <utility>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/cli/terminal/typed_commands.h"
#include "clients/model/ids.h"
#include "clients/model/offered_actions.h"
#include "clients/model/start_check.h"

namespace wyrmhall::cli {
namespace {

// A decision that nobody answers within this time is sent again, with the same id: it counts once however often it
// comes.
constexpr Platform::Milliseconds kAnswerTime{10'000};
// The server offers only what it takes: this many refusals in a row mean that the two do not understand each other.
constexpr int kMaxRefusals = 5;
constexpr Platform::Milliseconds kWaitingWorthSaying{700};

}  // namespace

MatchPlay::MatchPlay(const Context& context, Session& session, Chooser& chooser, const MatchId& match, Owner& owner)
    : context_(context),
      session_(session),
      chooser_(chooser),
      match_(match),
      owner_(owner),
      printer_(context.terminal, model_),
      rules_(context.terminal, model_, printer_),
      absences_(context, model_, printer_),
      story_(session, model_, shown_, printer_) {}

// --- What comes from the server ---

void MatchPlay::open() {
  v1::ClientMessage message;
  message.mutable_open_match()->set_match_id(to_bytes(match_));
  if (model_.is_open()) message.mutable_open_match()->set_have_version(model_.version());
  opening_ = session_.send(message);
}

bool MatchPlay::received(const v1::ServerMessage& message) {
  // Once it has ended, a refusal answers something that was asked for before, such as to resign.
  if (auto* end = std::get_if<MatchEnd>(&phase_)) return end->received(message) || message.has_refusal();
  if (is<Failed>()) return false;
  switch (message.message_case()) {
    case v1::ServerMessage::kMatchOpened:
      if (clients::id_of(message.match_opened().info()) != match_) return false;
      opened(message.match_opened());
      return true;
    case v1::ServerMessage::kUpdate:
      // While the match is being opened anew, steps on the old channel are what will come again in order.
      if (!model_.is_open() || opening_ || message.update().channel() != model_.channel()) return false;
      updated(message.update(), message.answer_to());
      return true;
    case v1::ServerMessage::kMatchAbsences:
      if (!model_.is_open() || message.match_absences().channel() != model_.channel()) return false;
      if (!opening_) absences_.received(message.match_absences());
      return true;
    case v1::ServerMessage::kOdds:
      printer_.odds(message.odds());
      if (has_prompt()) ask_person();
      return true;
    case v1::ServerMessage::kStory:
      told_story(message.story());
      return true;
    case v1::ServerMessage::kRefusal:
      if (!model_.is_open() && message.answer_to() != opening_) return false;
      refused(message.refusal(), message.answer_to());
      return true;
    default:
      return false;
  }
}

void MatchPlay::opened(const v1::MatchOpened& opened) {
  opening_.reset();
  // Board and choices are shown again.
  if (is<Asked>()) phase_ = Waiting();
  const auto before = model_.version();
  const bool again = model_.is_open();
  const clients::MatchModel::Fit fit = model_.open(opened);
  absences_.forget();
  if (fit == clients::MatchModel::Fit::kOlder) return shown_older(opened.updates(opened.updates_size() - 1).version());
  if (fit == clients::MatchModel::Fit::kGap) return fail(ExitCode::kRefused, t("match.gap"));
  for (const v1::MatchUpdate& update : opened.updates()) {
    if (!again || update.version() > before) shown_.step(update);
  }
  look_at_chain();
  if (ended() || is<ChainAsked>()) return;
  if (!introduced_) {
    introduced_ = true;
    printer_.introduction();
    // The story so far, or the dice that were rolled before the first decision.
    if (!context_.settings.by_itself() && !model_.over()) story_.ask_for_recap();
  } else if (story_.awaits_recap()) {
    story_.ask_for_recap();  // the answer to the first question may have been lost
  } else if (again) {
    for (const v1::MatchUpdate& update : opened.updates()) {
      if (update.version() > before) tell_step(update);
    }
  }
  if (pending() != nullptr) send_pending();
  after_step();
}

void MatchPlay::updated(const v1::MatchUpdate& update, std::uint64_t answer_to) {
  const bool answered = is_answer_to_pending(answer_to);
  if (answered) acknowledged(update);
  switch (model_.take(update, answer_to != 0)) {
    case clients::MatchModel::Fit::kOlder:
      return shown_older(update.version());
    case clients::MatchModel::Fit::kGap:
      return open();
    case clients::MatchModel::Fit::kRepeated:
      if (answered) after_step();
      return;
    case clients::MatchModel::Fit::kNew:
      // A snapshot stands for several messages that did not fit: the answer to our decision may be among them.
      if (pending() != nullptr && update.has_snapshot()) send_pending();
      shown_.step(update);
      // While the story so far is awaited, what happens meanwhile is a part of it.
      if (!story_.awaits_recap()) tell_step(update);
      return after_step();
  }
}

void MatchPlay::acknowledged(const v1::MatchUpdate& update) {
  if (pending()->link > 0) chain_->taken(pending()->link);
  shown_.acted(pending()->taken(update));
  forget_pending();
  refusals_in_a_row_ = 0;
}

// A step that the story so far has told already is not told again.
void MatchPlay::tell_step(const v1::MatchUpdate& update) {
  if (!story_.has_told(update.version())) printer_.step(update);
}

void MatchPlay::refused(const v1::Refusal& refusal, std::uint64_t answer_to) {
  rules_.refused(refusal);
  if (is_answer_to_pending(answer_to)) return act_refused(refusal);
  if (answer_to == opening_) return fail(ExitCode::kRefused, refusal_text(refusal, nullptr));
  if (refusal.code() == v1::REFUSAL_CODE_CHANNEL_UNKNOWN) return open();
  printer_.refusal(refusal);
  if (story_.awaits_recap()) {
    story_.give_up_recap();
    return after_step();
  }
  if (has_prompt()) ask_person();
}

// Nothing was done, and the link counts as unused: the next try carries the same one.
void MatchPlay::act_refused(const v1::Refusal& refusal) {
  const int link = pending()->link;
  const bool late = pending()->command.act().version() < model_.version();
  forget_pending();
  if (++refusals_in_a_row_ > kMaxRefusals) return fail(ExitCode::kRefused, refusal_text(refusal, nullptr));
  switch (refusal.code()) {
    case v1::REFUSAL_CODE_STALE:
    case v1::REFUSAL_CODE_NOT_YOUR_TURN:
    case v1::REFUSAL_CODE_MATCH_OVER:
    case v1::REFUSAL_CODE_CHANNEL_UNKNOWN:
      // What the match has come to is on its way, or was lost on it.
      return open();
    case v1::REFUSAL_CODE_WRONG_LINK:
      // The server says with the match which link it has, and so whether it was right.
      if (link > 0) chain_->refused(link);
      return open();
    default:
      break;
  }
  // If several decide at once, another may have decided before, in a vote, say: then there is something else to do.
  if (late && context_.settings.by_itself()) return after_step();
  if (context_.settings.by_itself()) {
    const Scene now = printer_.scene();
    return fail(ExitCode::kRefused, refusal_text(refusal, &now));
  }
  printer_.refusal(refusal);
  after_step();
}

void MatchPlay::told_story(const v1::Story& story) {
  const bool recap = story_.awaits_recap();
  if (!story_.received(story)) return;
  if (recap) {
    story_.give_up_recap();
    return after_step();
  }
  if (has_prompt()) ask_person();
}

// Which link is next follows from what the server has, if that can be true, and otherwise from what we have shown.
void MatchPlay::look_at_chain() {
  if (model_.seat() < 0 || context_.settings.command == CommandName::kWatch) return;
  if (!chain_) {
    chain_.emplace(context_.profile, match_);
    const auto& kept = chain_->kept();
    if (kept && !kept->root.empty()) {
      const auto wrong = clients::wrong_with_match(model_.info(), context_.profile.server_key().pinned(), *kept);
      const auto broken = clients::broken_promise_at_start(*kept, model_.info());
      if (wrong) accuse(*wrong);
      if (!ended() && broken) accuse(t(*broken));
      if (ended()) return;
    }
  }
  if (model_.over()) return;
  const auto wrong = chain_->opened(model_.last_link());
  if (!wrong) return;
  accuse(*wrong);
  if (!ended()) ask_about_chain();
}

// --- Going on without the chain ---

void MatchPlay::ask_about_chain() {
  const std::string meaning = t("chain.meaning");
  if (context_.settings.give_up_chain) {
    context_.terminal.warn(t("chain.givenUp") + " " + meaning);
    return give_up_chain();
  }
  const std::string why = t("chain.why", {{"id", uuid_text(match_)}});
  if (!context_.settings.can_ask()) {
    return fail(ExitCode::kNeedsDecision, fmt::format("{} {} {}", why, t("chain.option"), meaning));
  }
  phase_ = ChainAsked{pending() != nullptr ? std::optional(std::move(*pending())) : std::nullopt};
  context_.terminal.say("");
  context_.terminal.say(why);
  context_.terminal.say(t("chain.without") + " " + meaning);
  context_.terminal.ask(t("chain.ask"));
  owner_.match_asks();
}

void MatchPlay::answered_about_chain(std::string_view text) {
  if (!is_yes(text) && !is_no(text) && text != "quit") {
    context_.terminal.ask(t("chain.ask"));
    return owner_.match_asks();
  }
  phase_ = Waiting();
  if (!is_yes(text)) return owner_.match_left();
  give_up_chain();
  after_step();
}

void MatchPlay::give_up_chain() {
  forget_pending();  // it had a link; if it has arrived all the same, what is decided now is refused as late
  if (const auto kept = chain_->give_up(); !kept) {
    context_.terminal.warn(t("chain.notKept", {{"error", kept.error()}}));
  }
}

void MatchPlay::shown_older(std::uint64_t version) {
  accuse(t("match.older", {{"n", version}, {"m", model_.version()}}));
}

// --- Deciding ---

bool MatchPlay::decides() const {
  return model_.my_turn() && context_.settings.command != CommandName::kWatch;
}

bool MatchPlay::has_prompt() const {
  return is<ChainAsked>() || (!context_.settings.by_itself() && decides() && !is<PendingDecision>());
}

PendingDecision* MatchPlay::pending() {
  if (auto* asked = std::get_if<ChainAsked>(&phase_)) return asked->pending ? &*asked->pending : nullptr;
  return std::get_if<PendingDecision>(&phase_);
}

void MatchPlay::forget_pending() {
  if (auto* asked = std::get_if<ChainAsked>(&phase_)) asked->pending.reset();
  if (is<PendingDecision>()) phase_ = Waiting();
}

bool MatchPlay::is_answer_to_pending(std::uint64_t answer_to) {
  return pending() != nullptr && answer_to != 0 && answer_to == pending()->command.command_id();
}

void MatchPlay::after_step() {
  if (ended()) return;
  if (model_.over()) return finish();
  if (opening_ || is<PendingDecision>() || is<ChainAsked>() || story_.awaits_recap()) return;
  if (decides()) {
    if (!chain_->next() && !chain_->given_up()) {
      ask_about_chain();
      if (ended() || is<ChainAsked>()) return;
    }
    if (context_.settings.by_itself()) return choose_by_itself();
    // If several decide at once, what another has decided changes nothing for this one.
    std::string offered = model_.choices().SerializeAsString();
    const auto* asked = std::get_if<Asked>(&phase_);
    if (asked == nullptr || asked->offered != offered) {
      printer_.board();
      printer_.choices();
      phase_ = Asked{std::move(offered)};
    }
    return ask_person();
  }
  if (context_.settings.by_itself()) return;
  phase_ = Waiting();
  if (context_.settings.command == CommandName::kWatch || context_.terminal.keeps_board()) printer_.board();
  printer_.no_choices();
  // A bot has decided before anybody could read that it is deciding.
  after(kWaitingWorthSaying, [this, version = model_.version()] {
    if (!ended() && !decides() && model_.version() == version) printer_.waiting();
  });
}

void MatchPlay::ask_person() {
  if (input_ended_) return owner_.match_left();
  context_.terminal.ask(t("choice.ask", {{"n", count_numbers(printer_.listed_choices())}}));
  owner_.match_asks();
}

void MatchPlay::resized() {
  if (!printer_.board_shown()) return;
  printer_.board();
  if (is<Asked>()) printer_.choices();
}

void MatchPlay::choose_by_itself() {
  if (is<Thinking>()) return;
  phase_ = Thinking();
  const auto decide = [this] {
    // What was to be decided may be settled by now.
    if (!is<Thinking>()) return;
    phase_ = Waiting();
    if (opening_ || !model_.my_turn()) return;
    // A form that this client cannot fill in is nothing to choose from.
    const std::uint64_t count = clients::count_actions(model_.choices());
    if (count > 0) act(clients::action_at(model_.choices(), chooser_.choose(count)));
  };
  if (context_.settings.think.count() == 0) return decide();
  after(context_.settings.think, decide);
}

void MatchPlay::act(v1::GameAction action) {
  const auto& decided = phase_.emplace<PendingDecision>(PendingDecision::make(std::move(action), model_, *chain_));
  if (decided.link > 0) chain_->shown(decided.link);
  send_pending();
}

void MatchPlay::send_pending() {
  PendingDecision& decided = *pending();
  decided.command.mutable_act()->set_channel(model_.channel());
  const std::uint64_t id = session_.send(decided.command);
  decided.command.set_command_id(id);
  after(kAnswerTime, [this, id, sent = ++decided.sent] {
    const bool still_waits = is_answer_to_pending(id) && pending()->sent == sent;
    if (still_waits && session_.is_signed_in() && !opening_) send_pending();
  });
}

// A match can be gone before its timers are.
void MatchPlay::after(Platform::Milliseconds delay, std::function<void()> task) {
  context_.platform.after(delay, [alive = std::weak_ptr<int>(alive_), task = std::move(task)] {
    if (!alive.expired()) task();
  });
}

// --- The end ---

void MatchPlay::finish() {
  context_.terminal.answered();
  if (!context_.settings.by_itself()) {
    printer_.board();
    printer_.no_choices();
  }
  printer_.outcome();
  MatchEnd::Kept kept;
  if (chain_ && chain_->kept()) {
    kept.commitment = chain_->kept()->server_commitment;
    if (!chain_->kept()->starts.empty()) kept.start = chain_->kept()->starts.back();
    kept.closing = chain_->closing(model_.last_link());
  }
  auto& end = phase_.emplace<MatchEnd>(context_, session_, model_, shown_, printer_, [this](bool broken) {
    if (broken && context_.settings.by_itself()) return owner_.match_failed(ExitCode::kNotVerified, "");
    owner_.match_over(model_.info());
  });
  end.begin(std::move(kept));
}

void MatchPlay::accuse(const std::string& sentence) {
  context_.terminal.warn(context_.terminal.paint()(Tint::kBad, sentence));
  if (context_.settings.by_itself()) fail(ExitCode::kNotVerified, "");
}

void MatchPlay::accuse(const clients::Accusation& accusation) {
  cli::accuse(context_.terminal, context_.profile, context_.settings.server.text(), accusation);
  if (!context_.settings.can_ask()) fail(ExitCode::kNotVerified, "");
}

void MatchPlay::fail(ExitCode code, const std::string& sentence) {
  phase_ = Failed();
  owner_.match_failed(code, sentence);
}

}  // namespace wyrmhall::cli
