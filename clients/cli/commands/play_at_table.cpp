// The parts of play and join that happen at a table: waiting, bots, heroes that are brought, and the hand-shake by
// which the match starts.
#include <algorithm>
#include <utility>

#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/play_command.h"
#include "clients/cli/commands/table_words.h"
#include "clients/cli/match/accusation.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/typed_commands.h"
#include "clients/model/code_name.h"
#include "clients/model/ids.h"

namespace wyrmhall::cli {
namespace {

// The match comes by itself when it starts; if it does not, we ask.
constexpr Platform::Milliseconds kStartTime{3'000};

}  // namespace

void PlayCommand::at_table(const v1::Table& shown) {
  // Copied, since what follows may have to wait for an answer. It may be the table that is kept already.
  const v1::Table table(shown);  // NOLINT(performance-unnecessary-copy-initialization)
  table_ = table;
  // First, also for a player who has lost the seat: perhaps by a lie.
  if (!news_.tell_called_off(table, session().account(), handshake_)) return end(ExitCode::kNotVerified, "");
  if (table.phase() == v1::TABLE_PHASE_CLOSED) {
    const bool lost = table.lost_seat() != v1::LOST_SEAT_REASON_UNSPECIFIED;
    return end(ExitCode::kRefused, lost ? lost_seat_text(table.lost_seat()) : t("table.closed"));
  }
  if (table.phase() == v1::TABLE_PHASE_STARTED) {
    context_.platform.after(kStartTime, [this, id = clients::match_id_of(table)] {
      if (!match_ && here_ == id && session().is_signed_in()) begin_match(id).open();
    });
    return;
  }
  if (clients::seat_at(table, session().account()) < 0) {
    return end(ExitCode::kRefused, lost_seat_text(table.lost_seat()));
  }
  const bool own_bots = context_.settings.bot && !played_ && !clients::is_full(table);
  news_.announce(table, clients::seat_at(table, session().account()), own_bots);
  if (waits_alone(table)) {
    news_.offer_bot_later(table, [this] { return table_ && here_ && !match_ && waits_alone(*table_); });
  }
  leave_if_wanted();
  if (leaving_) return;
  if (!seat_bots(table) && !set_part(table) && !bring_heroes(table)) shake_hands(table);
}

// Whether bots are still to be seated.
bool PlayCommand::seat_bots(const v1::Table& table) {
  if (!context_.settings.bot || played_) return false;
  if (clients::is_full(table)) {
    const bool has_one = std::ranges::any_of(table.seats(), [](const auto& seat) { return seat.has_bot(); });
    if (!has_one) news_.tell_no_seat_for_bot();
    return false;
  }
  if (seat_request_ != 0) return true;
  for (int seat = 0; seat < table.seats_size(); ++seat) {
    if (table.seats(seat).occupant_case() != v1::TableSeat::OCCUPANT_NOT_SET) continue;
    v1::ClientMessage message;
    message.mutable_seat_bot()->set_table_id(table.table_id());
    message.mutable_seat_bot()->set_seat(static_cast<std::uint32_t>(seat));
    message.mutable_seat_bot()->set_level(*context_.settings.bot);
    seat_request_ = session().send(message);
    return true;
  }
  return false;
}

// Whether what this seat brings is still on its way.
bool PlayCommand::set_part(const v1::Table& table) {
  if (part_request_ != 0) return true;
  // In a rematch each player has what they had before, or the other side.
  if (context_.settings.bring.empty() || part_set_ || played_ || table.phase() != v1::TABLE_PHASE_OPEN) return false;
  part_set_ = true;
  auto part = make_part(clients::game_of(table.options()), context_.settings.bring);
  if (!part) {
    context_.terminal.warn(part.error());
    leave_table(ExitCode::kUsage);
    return true;
  }
  v1::ClientMessage message;
  message.mutable_set_part()->set_table_id(table.table_id());
  *message.mutable_set_part()->mutable_part() = *std::move(part);
  part_request_ = session().send(message);
  return true;
}

// Whether heroes are still on their way, or somebody is to say whether to go on without them.
bool PlayCommand::bring_heroes(const v1::Table& table) {
  if (table.phase() != v1::TABLE_PHASE_OPEN) return false;
  const int seat = clients::seat_at(table, session().account());
  const HeroBringer::Next next = bringer_.next(table, seat);
  if (next.waits) return true;
  if (next.command) {
    bringer_.sent(session().send(*next.command));
    return true;
  }
  if (next.trouble.empty()) {
    news_.tell_heroes(table, seat);
    return false;
  }
  if (question_ == Question::kHeroes) return true;
  context_.terminal.warn(next.trouble);
  if (!context_.settings.can_ask()) {
    leave_table(ExitCode::kRefused);
    return true;
  }
  question_ = Question::kHeroes;
  context_.terminal.ask(t("bring.ask"));
  return true;
}

void PlayCommand::answered_about_heroes(const std::string& text) {
  context_.terminal.answered();
  if (!is_yes(text) && !is_no(text) && text != "quit") return context_.terminal.ask(t("bring.ask"));
  question_ = Question::kNone;
  if (!is_yes(text)) return leave_table(ExitCode::kDone);
  bringer_.go_on_without();
  if (table_) at_table(*table_);
}

void PlayCommand::shake_hands(const v1::Table& table) {
  auto step = handshake_.next(table, session().account());
  if (step) {
    if (*step) shake_request_ = session().send(**step);
    return;
  }
  if (step.error().accusation) {
    accuse(context_.terminal, context_.profile, context_.settings.server.text(), *step.error().accusation);
    return end(ExitCode::kNotVerified, "");
  }
  end(ExitCode::kUsage, t("chain.secretNotKept", {{"error", step.error().cannot_keep}}));
}

}  // namespace wyrmhall::cli
