#include "clients/cli/play_errand.h"

#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/bytes_text.h"
#include "clients/cli/game_options.h"
#include "clients/cli/refusal_text.h"

namespace wyrmhall::cli {
namespace {

// The match comes by itself when it starts; if it does not, we ask.
constexpr Outside::Milliseconds kStartTime{3'000};

std::string called_off_text(v1::CalledOffReason reason) {
  switch (reason) {
    case v1::CALLED_OFF_REASON_WRONG_REVEAL:
      return "The start was called off: somebody's secret did not fit. Getting ready anew.";
    case v1::CALLED_OFF_REASON_NO_REVEAL:
      return "The start was called off: somebody did not answer in time. Getting ready anew.";
    case v1::CALLED_OFF_REASON_LEFT:
      return "The start was called off: somebody left.";
    case v1::CALLED_OFF_REASON_RESTART:
      return "The server was started again: getting ready anew.";
    default:
      return {};
  }
}

const v1::Table* table_in(const v1::SignedIn& who, const std::string& id) {
  const auto found = std::find_if(who.tables().begin(), who.tables().end(),
                                  [&](const v1::Table& table) { return table.table_id() == id; });
  return found == who.tables().end() ? nullptr : &*found;
}

bool has_match(const v1::SignedIn& who, const std::string& id) {
  return std::any_of(who.matches().begin(), who.matches().end(),
                     [&](const v1::MatchSummary& match) { return match.match_id() == id; });
}

// With words in which nobody has a seat yet.
std::string refusal_without_match(const v1::Refusal& refusal) {
  const v1::GameView view;
  const v1::MatchInfo info;
  const Paint paint(false);
  const Scene scene{view, info, -1, 0, paint};
  return refusal_text(refusal, &scene);
}

}  // namespace

PlayErrand::PlayErrand(Surroundings surroundings, v1::GameOptions options)
    : Errand(std::move(surroundings)),
      options_(std::move(options)),
      chooser_(world_.settings.decider, world_.settings.seed.value_or(world_.outside.random())),
      handshake_(world_.keep),
      matches_left_(world_.settings.matches) {}

// --- Finding a seat ---

void PlayErrand::signed_in(const v1::SignedIn& who, bool again) {
  handshake_.answered();
  // What was asked on the connection before is not answered any more.
  seat_request_ = 0;
  shake_request_ = 0;
  if (again) return come_back(who);
  world_.terminal.say(fmt::format("You are {} on {}.", tame(who.player().name()), world_.settings.server.text()));
  for (const auto& match : who.matches()) known_.insert(match.match_id());
  for (const auto& table : who.tables()) known_.insert(table.table_id());
  if (world_.settings.command == Command::kPlay) {
    if (!who.matches().empty() && !world_.settings.by_itself()) {
      world_.terminal.say(fmt::format("A match of yours is still running: `wyrmhall join {}` comes back to it.",
                                      uuid_text(who.matches(0).match_id())));
    }
    return ask_for_seat();
  }
  const std::string& id = world_.settings.id;
  if (has_match(who, id)) return begin_match(id).open();
  if (const v1::Table* table = table_in(who, id)) {
    table_id_ = id;
    return at_table(*table);
  }
  ask_for_seat();
}

void PlayErrand::ask_for_seat() {
  v1::ClientMessage message;
  if (!played_.empty()) {
    message.mutable_rematch()->set_match_id(played_);
  } else if (world_.settings.command == Command::kJoin) {
    message.mutable_take_seat()->set_table_id(world_.settings.id);
  } else if (world_.settings.bot || world_.settings.turn_seconds > 0) {
    *message.mutable_open_table()->mutable_options() = options_;
    // Bots are seated once the table says how many seats it has; nobody else shall sit down meanwhile.
    message.mutable_open_table()->set_hidden(world_.settings.bot.has_value());
    message.mutable_open_table()->set_turn_seconds(world_.settings.turn_seconds);
  } else {
    *message.mutable_find_table()->mutable_options() = options_;
  }
  seat_request_ = session().send(message);
}

void PlayErrand::come_back(const v1::SignedIn& who) {
  if (match_) return match_->open();
  if (asking_rematch_) return;
  if (table_id_.empty()) return look_for_lost_answer(who);
  if (const v1::Table* table = table_in(who, table_id_)) return at_table(*table);
  // It has started, and may even be over.
  begin_match(table_id_).open();
}

// The seat may have been taken though its answer was lost.
void PlayErrand::look_for_lost_answer(const v1::SignedIn& who) {
  for (const v1::Table& table : who.tables()) {
    if (known_.contains(table.table_id())) continue;
    table_id_ = table.table_id();
    return at_table(table);
  }
  for (const v1::MatchSummary& match : who.matches()) {
    if (!known_.contains(match.match_id())) return begin_match(match.match_id()).open();
  }
  ask_for_seat();
}

void PlayErrand::failed(ExitCode code, const std::string& sentence) {
  const bool running = match_ && match_->model().is_open() && !match_->model().over();
  if (!running || code != ExitCode::kCannotConnect) return end(code, sentence);
  end(code, fmt::format("{} The match is kept: `wyrmhall join {}` comes back to it.", sentence, uuid_text(table_id_)));
}

// --- At the table ---

void PlayErrand::received(const v1::ServerMessage& message) {
  if (match_ && match_->received(message)) return;
  const std::uint64_t answer_to = message.answer_to();
  if (answer_to != 0 && answer_to == shake_request_) {
    shake_request_ = 0;
    handshake_.answered();
  }
  switch (message.message_case()) {
    case v1::ServerMessage::kTableState: {
      const v1::Table& table = message.table_state();
      const bool is_answer = answer_to != 0 && answer_to == seat_request_;
      if (is_answer) {
        seat_request_ = 0;
        table_id_ = table.table_id();
      }
      if (!match_ && table.table_id() == table_id_ && !table_id_.empty()) at_table(table);
      return;
    }
    case v1::ServerMessage::kMatchOpened:
      if (!match_ && message.match_opened().info().match_id() == table_id_) begin_match(table_id_).received(message);
      return;
    case v1::ServerMessage::kRefusal:
      return refused(message.refusal(), answer_to);
    default:
      return;
  }
}

void PlayErrand::at_table(const v1::Table& table) {
  if (table.phase() == v1::TABLE_PHASE_CLOSED) return end(ExitCode::kRefused, "The table was closed.");
  if (table.phase() == v1::TABLE_PHASE_STARTED) {
    world_.outside.after(kStartTime, [this, id = table.table_id()] {
      if (!match_ && table_id_ == id && session().is_signed_in()) begin_match(id).open();
    });
    return;
  }
  if (seat_at(table, session().account()) < 0) return end(ExitCode::kRefused, "You no longer sit at this table.");
  announce(table);
  if (!seat_bots(table)) shake_hands(table);
}

void PlayErrand::announce(const v1::Table& table) {
  if (const std::string why = called_off_text(table.called_off()); !why.empty()) {
    if (announced_ != why) world_.terminal.say(why);
    announced_ = why;
    return;
  }
  std::vector<std::string> names = seat_names(table.seats());
  const auto mine = static_cast<std::size_t>(seat_at(table, session().account()));
  names.erase(names.begin() + static_cast<std::ptrdiff_t>(mine));
  const auto free = std::erase(names, "");
  if (world_.settings.bot && played_.empty() && free > 0) return;
  std::string text = names.empty() ? "" : fmt::format("With you at the table: {}. ", joined(names));
  if (free > 0) {
    text += fmt::format("Waiting for {}: `wyrmhall join {}` takes {} seat.",
                        free == 1 ? "one more" : fmt::format("{} more", free), uuid_text(table.table_id()),
                        free == 1 ? "the" : "a");
  } else if (!names.empty()) {
    text.pop_back();
  }
  if (text.empty() || text == announced_) return;
  world_.terminal.say(text);
  announced_ = text;
}

// Whether bots are still to be seated.
bool PlayErrand::seat_bots(const v1::Table& table) {
  if (!world_.settings.bot || !played_.empty() || is_full(table)) return false;
  if (seat_request_ != 0) return true;
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (table.seats(seat).occupant_case() != v1::TableSeat::OCCUPANT_NOT_SET) continue;
    v1::ClientMessage message;
    message.mutable_seat_bot()->set_table_id(table.table_id());
    message.mutable_seat_bot()->set_seat(static_cast<std::uint32_t>(seat));
    message.mutable_seat_bot()->set_level(*world_.settings.bot);
    seat_request_ = session().send(message);
    return true;
  }
  return false;
}

void PlayErrand::shake_hands(const v1::Table& table) {
  auto step = handshake_.next(table, session().account());
  if (!step) {
    return end(ExitCode::kUsage,
               "The secret of this match cannot be kept: " + step.error() + ". Another --data may help.");
  }
  if (*step) shake_request_ = session().send(**step);
}

void PlayErrand::refused(const v1::Refusal& refusal, std::uint64_t answer_to) {
  if (answer_to != 0 && answer_to == seat_request_) {
    const bool gone = refusal.code() == v1::REFUSAL_CODE_TABLE_UNKNOWN;
    // What was a table is a match by now.
    if (gone && world_.settings.command == Command::kJoin && played_.empty()) {
      return begin_match(world_.settings.id).open();
    }
    return end(ExitCode::kRefused, refusal_without_match(refusal));
  }
  switch (refusal.code()) {
    // The table has gone on meanwhile; how it stands now is on its way.
    case v1::REFUSAL_CODE_WRONG_PHASE:
    case v1::REFUSAL_CODE_COMMITMENT_MISMATCH:
    case v1::REFUSAL_CODE_REVEAL_MISMATCH:
      return;
    case v1::REFUSAL_CODE_DRAINING:
      return world_.terminal.warn(refusal_text(refusal, nullptr));
    default:
      return end(ExitCode::kRefused, refusal_without_match(refusal));
  }
}

// --- The match ---

MatchPlay& PlayErrand::begin_match(const std::string& match_id) {
  table_id_ = match_id;
  match_ = std::make_unique<MatchPlay>(world_, session(), chooser_, match_id, *this);
  if (input_ended_ && lines_.empty()) match_->end_of_input();
  return *match_;
}

void PlayErrand::match_over(const v1::MatchInfo& info) {
  const std::string& id = info.match_id();
  const bool played = match_->model().seat() >= 0;
  world_.terminal.say(world_.terminal.paint()(
      Tint::kFaint, fmt::format("wyrmhall export {} -o FILE keeps the record.", uuid_text(id))));
  if (world_.settings.by_itself()) {
    if (--matches_left_ <= 0 || world_.settings.command != Command::kPlay) return end();
    // Not from within the match itself, which is gone after this.
    world_.outside.after(Outside::Milliseconds(0), [this] { seat_again(); });
    return;
  }
  played_ = id;
  const bool nobody_answers = input_ended_ && lines_.empty();
  if (nobody_answers || !played || world_.terminal.json()) return end();
  ask_rematch();
}

void PlayErrand::seat_again() {
  known_.insert(table_id_);
  match_.reset();
  table_id_.clear();
  announced_.clear();
  ask_for_seat();
}

void PlayErrand::match_failed(ExitCode code, const std::string& sentence) {
  end(code, sentence);
}

void PlayErrand::match_left() {
  world_.terminal.answered();
  if (match_ && !match_->model().over()) {
    world_.terminal.say(fmt::format("The match is kept: `wyrmhall join {}` comes back to it.", uuid_text(table_id_)));
  }
  end();
}

void PlayErrand::ask_rematch() {
  asking_rematch_ = true;
  world_.terminal.ask("Again, other side first? (y/n): ");
  match_asks();
}

void PlayErrand::line(std::string_view text) {
  if (world_.settings.person_at_terminal) return take_line(std::string(text));
  lines_.emplace_back(text);
  read_ahead();
}

// A script does not wait until it is asked, so each of its lines waits until something is asked.
void PlayErrand::read_ahead() {
  if (!asking_rematch_ && !(match_ && match_->has_prompt())) return;
  if (lines_.empty()) {
    if (input_ended_) end_of_input();
    return;
  }
  const std::string text = lines_.front();
  lines_.pop_front();
  take_line(text);
  match_asks();
}

void PlayErrand::match_asks() {
  if (lines_.empty() && !input_ended_) return;
  world_.outside.after(Outside::Milliseconds(0), [this] { read_ahead(); });
}

void PlayErrand::take_line(const std::string& text) {
  if (asking_rematch_) {
    world_.terminal.answered();
    if (text == "y" || text == "yes") return rematch();
    if (text == "n" || text == "no" || text == "quit") return end();
    return ask_rematch();
  }
  if (match_) return match_->line(text);
  if (text == "quit") {
    if (!table_id_.empty()) {
      v1::ClientMessage message;
      message.mutable_leave_table()->set_table_id(table_id_);
      session().send(message);
      // Sent before the connection goes.
      world_.outside.after(Outside::Milliseconds(100), [this] { end(); });
      return;
    }
    return end();
  }
  if (!text.empty()) world_.terminal.say("Waiting for the others. `quit` leaves the table.");
}

void PlayErrand::rematch() {
  asking_rematch_ = false;
  seat_again();
}

void PlayErrand::end_of_input() {
  input_ended_ = true;
  if (!lines_.empty()) return;
  if (asking_rematch_) return end();
  if (match_) return match_->end_of_input();
  // At a terminal it means the same as quit; a script that has said all it has to say waits for the match.
  if (world_.settings.person_at_terminal) take_line("quit");
}

}  // namespace wyrmhall::cli
