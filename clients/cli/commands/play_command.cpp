#include "clients/cli/commands/play_command.h"

#include <algorithm>

#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/table_words.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/cli/terminal/typed_commands.h"
#include "clients/model/code_name.h"
#include "clients/model/ids.h"

namespace wyrmhall::cli {
namespace {

// For the server to say that one has left.
constexpr Platform::Milliseconds kLeaveTime{2'000};

const v1::Table* table_in(const v1::SignedIn& who, const MatchId& id) {
  const auto found = std::find_if(who.tables().begin(), who.tables().end(),
                                  [&](const v1::Table& table) { return clients::match_id_of(table) == id; });
  return found == who.tables().end() ? nullptr : &*found;
}

bool has_match(const v1::SignedIn& who, const MatchId& id) {
  return std::any_of(who.matches().begin(), who.matches().end(),
                     [&](const v1::MatchSummary& match) { return clients::id_of(match) == id; });
}

// Which of the options that a table was asked for with have no effect there, as a sentence; empty if all have one.
std::string what_table_ignores(const Settings& settings, const v1::GameOptions& asked, const v1::Table& table) {
  // If others' options are welcome, the table may be set up as they want it.
  const bool as_asked = settings.command == CommandName::kPlay && settings.any.empty();
  return as_asked ? what_has_no_effect(asked, table.options()) : std::string();
}

// Says that the match can be gone on with, and how.
std::string kept_text(const std::optional<MatchId>& match) {
  return match ? t("match.kept", {{"id", uuid_text(*match)}}) : "";
}

}  // namespace

PlayCommand::PlayCommand(Context context, v1::GameOptions options)
    : Command(std::move(context)),
      options_(std::move(options)),
      chooser_(context_.settings.decider, context_.settings.seed.value_or(context_.platform.random())),
      handshake_(context_.profile),
      bringer_(context_.settings.heroes, context_.settings.newcomers),
      conversation_(context_),
      news_(context_),
      matches_left_(context_.settings.matches),
      key_(context_) {}

// --- Who the server is ---

bool PlayCommand::welcomed(const v1::Welcome& welcome) {
  if (std::string wrong = why_not_offered(welcome, options_, context_.settings.bot); !wrong.empty()) {
    end(ExitCode::kRefused, wrong);
    return false;
  }
  const KeyQuestion::Outcome outcome = key_.shown(welcome.receipt_key());
  key_agreed_ = outcome.agreed;
  if (outcome.ends) end(*outcome.ends, outcome.sentence);
  return !outcome.ends;
}

void PlayCommand::signed_in(const v1::SignedIn& who, bool again) {
  if (key_agreed_) return begin(who, again);
  signed_in_.emplace(who, again);
  if (question_ != Question::kKey) interrupted_question_ = std::exchange(question_, Question::kKey);
  settle_key(key_.ask());
}

void PlayCommand::settle_key(const KeyQuestion::Outcome& outcome) {
  if (outcome.ends) return end(*outcome.ends, outcome.sentence);
  if (!outcome.agreed) return;
  key_agreed_ = true;
  question_ = interrupted_question_;
  const auto who = *std::exchange(signed_in_, std::nullopt);
  begin(who.first, who.second);
}

// --- Finding a seat ---

void PlayCommand::begin(const v1::SignedIn& who, bool again) {
  handshake_.answered();
  // What was asked on the connection before is no longer answered.
  seat_request_ = 0;
  shake_request_ = 0;
  bringer_.start_over();
  part_request_ = 0;
  part_set_ = false;
  if (again) return come_back(who);
  context_.terminal.say(
      t("you.are", {{"name", strip_control_chars(who.player().name())}, {"server", context_.settings.server.text()}}));
  for (const v1::RematchOffer& offer : who.rematch_offers()) {
    if (context_.settings.match != id_from_bytes<MatchId>(offer.table_id())) news_.tell_offer(offer, here_);
  }
  for (const v1::ChallengeOffer& offer : who.challenges()) news_.tell_offer(offer);
  for (const auto& match : who.matches()) known_.insert(clients::id_of(match));
  for (const auto& table : who.tables()) known_.insert(clients::match_id_of(table));
  if (context_.settings.command == CommandName::kPlay) {
    if (!who.matches().empty() && !context_.settings.by_itself()) {
      context_.terminal.say(t("match.running", {{"id", uuid_text(who.matches(0).match_id())}}));
    }
    return ask_for_seat();
  }
  const MatchId& id = context_.settings.match;
  if (has_match(who, id)) return begin_match(id).open();
  if (const v1::Table* table = table_in(who, id)) {
    here_ = id;
    return at_table(*table);
  }
  ask_for_seat();
}

void PlayCommand::ask_for_seat() {
  v1::ClientMessage message;
  const bool plays = !played_ && context_.settings.command == CommandName::kPlay;
  const auto part = plays && !context_.settings.bring.empty()
                        ? std::optional(make_part(clients::game_of(options_), context_.settings.bring).value())
                        : std::nullopt;
  if (played_) {
    message.mutable_rematch()->set_match_id(to_bytes(*played_));
  } else if (context_.settings.command == CommandName::kJoin) {
    message.mutable_take_seat()->set_table_id(to_bytes(table_id_of(context_.settings.match)));
  } else if (context_.settings.opens_own_table()) {
    *message.mutable_open_table()->mutable_options() = options_;
    // Bots are seated once the table says how many seats it has; nobody else may sit down meanwhile. Nor may strangers
    // where somebody is challenged.
    message.mutable_open_table()->set_hidden(true);
    message.mutable_open_table()->set_turn_seconds(context_.settings.turn_seconds.value_or(0));
    if (context_.settings.absence_seconds) {
      message.mutable_open_table()->set_absence_seconds(*context_.settings.absence_seconds);
    }
    if (part) *message.mutable_open_table()->mutable_part() = *part;
    message.mutable_open_table()->mutable_challenged()->Assign(context_.settings.challenged.begin(),
                                                               context_.settings.challenged.end());
  } else {
    *message.mutable_find_table()->mutable_options() = options_;
    if (context_.settings.turn_seconds) message.mutable_find_table()->set_turn_seconds(*context_.settings.turn_seconds);
    if (context_.settings.absence_seconds) {
      message.mutable_find_table()->set_absence_seconds(*context_.settings.absence_seconds);
    }
    if (part) *message.mutable_find_table()->mutable_part() = *part;
    const auto any = any_of(clients::game_of(options_), context_.settings.any).value();
    message.mutable_find_table()->mutable_any()->Assign(any.begin(), any.end());
  }
  part_set_ = part.has_value();
  seat_request_ = session().send(message);
}

void PlayCommand::come_back(const v1::SignedIn& who) {
  if (leaving_) return leave_table(*leaving_);
  if (match_) return match_->open();
  if (question_ == Question::kRematch) return;
  if (!here_) return look_for_lost_answer(who);
  if (const v1::Table* table = table_in(who, *here_)) {
    if (!waits_alone(*table)) return at_table(*table);
    // Others who wait may have come back later than we asked, and sit at another table.
    here_.reset();
    return ask_for_seat();
  }
  // It has started, and may even be over.
  begin_match(*here_).open();
}

// For anybody, at a table that was found or opened to be found.
bool PlayCommand::waits_alone(const v1::Table& table) const {
  const bool finds =
      !played_ && context_.settings.command == CommandName::kPlay && !context_.settings.opens_own_table();
  return finds && table.phase() == v1::TABLE_PHASE_OPEN &&
         std::ranges::count_if(table.seats(), [](const v1::TableSeat& seat) {
           return seat.occupant_case() != v1::TableSeat::OCCUPANT_NOT_SET;
         }) == 1;
}

// The seat may have been taken though its answer was lost.
void PlayCommand::look_for_lost_answer(const v1::SignedIn& who) {
  for (const v1::Table& table : who.tables()) {
    if (known_.contains(clients::match_id_of(table))) continue;
    if (waits_alone(table)) return ask_for_seat();
    here_ = clients::match_id_of(table);
    return at_table(table);
  }
  for (const v1::MatchSummary& match : who.matches()) {
    if (!known_.contains(clients::id_of(match))) return begin_match(clients::id_of(match)).open();
  }
  ask_for_seat();
}

// The table may have closed, or its match have started and be over, and nobody has told us.
void PlayCommand::lobby_moved(const v1::LobbyMoved& moved) {
  if (!here_ || match_ || leaving_ || seat_request_ != 0) return;
  const auto has = [&](const auto& ids) { return std::ranges::find(ids, to_bytes(*here_)) != ids.end(); };
  if (!has(moved.table_ids()) && !has(moved.match_ids())) begin_match(*here_).open();
}

void PlayCommand::failed(ExitCode code, const std::string& sentence) {
  const bool running = match_ && match_->model().is_open() && !match_->model().over();
  if (!running || code != ExitCode::kCannotConnect) return end(code, sentence);
  end(code, sentence + " " + kept_text(here_));
}

// --- At the table ---

void PlayCommand::received(const v1::ServerMessage& message) {
  if (conversation_.received(message, here_)) return;
  if (match_ && match_->received(message)) return;
  if (bringer_.answered(message) && !message.has_table_state()) return table_ ? at_table(*table_) : void();
  const std::uint64_t answer_to = message.answer_to();
  if (answer_to != 0 && answer_to == shake_request_) {
    shake_request_ = 0;
    handshake_.answered();
  }
  if (answer_to != 0 && answer_to == part_request_) part_request_ = 0;
  switch (message.message_case()) {
    case v1::ServerMessage::kTableState: {
      const v1::Table& table = message.table_state();
      const bool is_answer = answer_to != 0 && answer_to == seat_request_;
      if (is_answer) {
        seat_request_ = 0;
        here_ = clients::match_id_of(table);
      }
      if (leaving_ && is_answer) return leave_table(*leaving_);
      if (leaving_) return answer_to != 0 && answer_to == leave_request_ ? end(*leaving_, "") : void();
      if (is_answer && !played_) {
        const std::string wrong = what_table_ignores(context_.settings, options_, table);
        if (!wrong.empty()) return give_up(wrong);
      }
      if (!match_ && here_ == clients::match_id_of(table)) at_table(table);
      return;
    }
    case v1::ServerMessage::kMatchOpened:
      if (here_ != clients::id_of(message.match_opened().info())) return;
      if (leaving_) return end_in_match(*leaving_);
      if (!match_) begin_match(*here_).received(message);
      return;
    case v1::ServerMessage::kLobbyMoved:
      return lobby_moved(message.lobby_moved());
    case v1::ServerMessage::kRefusal:
      return refused(message.refusal(), answer_to);
    case v1::ServerMessage::kRematchOffer:
      return news_.tell_offer(message.rematch_offer(), here_);
    case v1::ServerMessage::kChallengeOffer:
      return news_.tell_offer(message.challenge_offer());
    default:
      return;
  }
}

// --- Leaving ---

void PlayCommand::interrupted() {
  context_.terminal.answered();
  if (match_) return end_in_match(ExitCode::kInterrupted);
  leave_table(ExitCode::kInterrupted);
}

void PlayCommand::end_in_match(ExitCode code) {
  const bool over = match_ && match_->model().over();
  end(code, over ? "" : kept_text(here_));
}

// Nobody should wait at a table for somebody who has gone, so the table is left before the connection is closed. If the
// seat has been asked for and not yet been given, that answer is waited for first.
void PlayCommand::leave_table(ExitCode code) {
  const bool waits = leaving_.has_value();
  leaving_ = code;
  if (!session().is_signed_in() || (!here_ && seat_request_ == 0)) return end(code, "");
  if (here_) {
    v1::ClientMessage message;
    message.mutable_leave_table()->set_table_id(to_bytes(table_id_of(*here_)));
    leave_request_ = session().send(message);
  }
  if (!waits) context_.platform.after(kLeaveTime, [this] { end(*leaving_, ""); });
}

// --- What was refused ---

void PlayCommand::refused(const v1::Refusal& refusal, std::uint64_t answer_to) {
  // No seat, or none any more: there is nothing to leave.
  if (leaving_ && answer_to != 0 && (answer_to == seat_request_ || answer_to == leave_request_)) {
    return end(*leaving_, "");
  }
  if (leaving_) return;
  if (answer_to != 0 && answer_to == seat_request_) {
    const bool gone = refusal.code() == v1::REFUSAL_CODE_TABLE_UNKNOWN;
    // The table has become a match by now.
    if (gone && context_.settings.command == CommandName::kJoin && !played_) {
      return begin_match(context_.settings.match).open();
    }
    return give_up(refusal_text(refusal, nullptr));
  }
  switch (refusal.code()) {
    // The table has gone on meanwhile; how it stands now is on its way.
    case v1::REFUSAL_CODE_WRONG_PHASE:
    case v1::REFUSAL_CODE_COMMITMENT_MISMATCH:
    case v1::REFUSAL_CODE_REVEAL_MISMATCH:
      return;
    case v1::REFUSAL_CODE_DRAINING:
      return context_.terminal.warn(refusal_text(refusal, nullptr));
    default:
      return give_up(refusal_text(refusal, nullptr));
  }
}

// A table that was opened for this is left: nobody else may see it, and so nobody would.
void PlayCommand::give_up(const std::string& sentence) {
  if (!here_ || match_) return end(ExitCode::kRefused, sentence);
  context_.terminal.warn(sentence);
  leave_table(ExitCode::kRefused);
}

// --- The match ---

MatchPlay& PlayCommand::begin_match(const MatchId& match) {
  here_ = match;
  match_ = std::make_unique<MatchPlay>(context_, session(), chooser_, match, *this);
  if (input_ended_ && lines_.empty()) match_->end_of_input();
  return *match_;
}

void PlayCommand::match_over(const v1::MatchInfo& info) {
  const MatchId id = clients::id_of(info);
  const bool played = match_->model().seat() >= 0;
  context_.terminal.say(context_.terminal.paint()(Tint::kFaint, t("match.export", {{"id", uuid_text(id)}})));
  if (context_.settings.by_itself()) {
    if (--matches_left_ <= 0 || context_.settings.command != CommandName::kPlay) return end();
    // Not from within the match itself, which is gone after this.
    context_.platform.after(Platform::Milliseconds(0), [this] { seat_again(); });
    return;
  }
  played_ = id;
  const bool nobody_answers = input_ended_ && lines_.empty();
  if (nobody_answers || !played || context_.terminal.json()) return end();
  ask_rematch();
}

void PlayCommand::seat_again() {
  if (here_) known_.insert(*here_);
  match_.reset();
  here_.reset();
  part_set_ = false;
  news_.start_over();
  bringer_.start_over();
  ask_for_seat();
}

void PlayCommand::match_failed(ExitCode code, const std::string& sentence) {
  end(code, sentence);
}

void PlayCommand::match_left() {
  context_.terminal.answered();
  if (match_ && !match_->model().over()) {
    context_.terminal.say(kept_text(here_));
  }
  end();
}

void PlayCommand::ask_rematch() {
  question_ = Question::kRematch;
  context_.terminal.ask(t("rematch.ask"));
  match_asks();
}

void PlayCommand::line(std::string_view typed) {
  const std::string text = in_english(typed);
  // A claim is for when nothing is asked: others have to decide, and are gone.
  const bool at_once = context_.settings.person_at_terminal || (match_ && text == "claim");
  if (at_once) return take_line(text);
  lines_.push_back(text);
  read_ahead();
  leave_if_wanted();
}

// This client cannot know who will sit down, and when.
bool PlayCommand::waits_for_people() const {
  return here_ && !match_ && table_ && !context_.settings.bot && !clients::is_full(*table_);
}

// A script that wants to leave meanwhile says so, or has nothing more to say.
void PlayCommand::leave_if_wanted() {
  if (context_.settings.by_itself() || leaving_ || !waits_for_people()) return;
  if (lines_.empty() ? input_ended_ : lines_.front() == "quit") leave_table(ExitCode::kDone);
}

// A script does not wait until it is asked, so each of its lines waits until something is asked.
void PlayCommand::read_ahead() {
  if (question_ != Question::kRematch && !(match_ && match_->has_prompt())) return;
  if (lines_.empty()) {
    if (input_ended_) end_of_input();
    return;
  }
  const std::string text = lines_.front();
  lines_.pop_front();
  take_line(text);
  match_asks();
}

void PlayCommand::match_asks() {
  if (lines_.empty() && !input_ended_) return;
  context_.platform.after(Platform::Milliseconds(0), [this] { read_ahead(); });
}

void PlayCommand::take_line(const std::string& text) {
  if (question_ == Question::kKey) {
    context_.terminal.answered();
    return settle_key(key_.answered(text));
  }
  if (conversation_.typed(text, here_, session())) return;
  if (question_ == Question::kRematch) {
    context_.terminal.answered();
    if (is_yes(text, true)) return rematch();
    if (is_no(text, true) || text == "quit") return end();
    return ask_rematch();
  }
  if (match_) return match_->line(text);
  if (question_ == Question::kHeroes) return answered_about_heroes(text);
  if (text == "quit") {
    return leave_table(ExitCode::kDone);
  }
  if (!text.empty()) context_.terminal.say(t("table.wait"));
}

void PlayCommand::rematch() {
  question_ = Question::kNone;
  seat_again();
}

void PlayCommand::end_of_input() {
  input_ended_ = true;
  if (!lines_.empty()) return;
  if (question_ == Question::kRematch) return end();
  if (match_) return match_->end_of_input();
  // At a terminal it means the same as quit; a script that has said all it has to say waits for the match.
  if (context_.settings.person_at_terminal) return take_line("quit");
  leave_if_wanted();
}

}  // namespace wyrmhall::cli
