#include "clients/cli/commands/list_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/table_words.h"
#include "clients/cli/games/game_text.h"
#include "clients/cli/messages.h"
#include "clients/cli/profile/private_file.h"
#include "clients/cli/terminal/moment_text.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/cli/terminal/table.h"
#include "clients/model/code_name.h"
#include "clients/model/handshake.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
namespace {

// "01a2…  Dragon Dice  Mira, 1 free  2 minutes a decision  rounds=6": its options as far as they are not the usual
// ones.
std::string table_line(const v1::Table& table, const v1::Welcome& welcome) {
  std::vector<std::string> names = seat_names(table.seats());
  const auto free = std::erase(names, "");
  const std::string seats = t("list.free", {{"names", listed(names)}, {"n", free}});
  const std::string clock =
      table.turn_seconds() > 0 ? t("list.clock", {{"time", clock_text(table.turn_seconds())}}) : t("list.noClock");
  std::string line = fmt::format("{}  {}  {}  {}", uuid_text(table.table_id()),
                                 game_title(clients::game_of(table.options())), seats, clock);
  const std::string options = chosen_options_text(clients::starting_options(table), welcome);
  return options.empty() ? line : line + "  " + options;
}

// What a list of matches says of one: id, when, what, and who, with how it ended.
std::vector<std::string> match_cells(const v1::MatchSummary& match) {
  const std::vector<std::string> names = seat_names(match.seats());
  std::vector<std::string> winners;
  for (const std::uint32_t seat : match.outcome().winners()) {
    if (seat < names.size()) winners.push_back(names[seat]);
  }
  std::string result = t("list.won", {{"names", listed(winners)}});
  if (winners.empty()) result = t(match.has_outcome() ? "list.nobody" : "list.running");
  return {uuid_text(match.match_id()), moment_text(match.started_at_us()),
          game_title(strip_control_chars(match.game())),
          t("list.match", {{"players", listed(names)}, {"result", result}})};
}

}  // namespace

std::string match_line(const v1::MatchSummary& match) {
  return fmt::format("{}", fmt::join(match_cells(match), "  "));
}

// --- games ---

bool GamesCommand::welcomed(const v1::Welcome& welcome) {
  std::vector<std::string> games;
  bool found = false;
  for (const v1::GameOffer& offer : welcome.games()) {
    const std::string game = strip_control_chars(offer.game());
    games.push_back(game);
    if (!context_.settings.game.empty() && context_.settings.game != offer.game()) continue;
    found = true;
    context_.terminal.say(context_.terminal.paint()(Tint::kStrong, game) + "  " + game_title(game));
    context_.terminal.say(offer_lines(context_.terminal.paint(), offer));
  }
  if (!found && !context_.settings.game.empty()) {
    end(ExitCode::kUsage,
        t("game.none", {{"game", context_.settings.game}, {"list", fmt::format("{}", fmt::join(games, ", "))}}));
    return false;
  }
  end();
  return false;
}

// --- tables ---

void TablesCommand::signed_in(const v1::SignedIn& who, bool /*again*/) {
  if (context_.settings.command == CommandName::kChallenges) {
    for (const v1::ChallengeOffer& offer : who.challenges()) context_.terminal.say(table_line(offer.table(), welcome_));
    context_.terminal.say(who.challenges().empty() ? t("challenges.none") : t("challenges.how"));
    return end();
  }
  if (!context_.settings.mine) return ask();
  for (const v1::Table& table : who.tables()) {
    const std::string& game = context_.settings.game;
    if (!game.empty() && clients::game_of(table.options()) != game) continue;
    context_.terminal.say(table_line(table, welcome_));
    ++listed_;
  }
  end(ExitCode::kDone, listed_ == 0 ? t("leave.nowhere") : "");
}

void TablesCommand::ask() {
  v1::ClientMessage message;
  message.mutable_list_tables()->set_game(context_.settings.game);
  message.mutable_list_tables()->set_after(after_);
  session().send(message);
}

void TablesCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_tables()) return;
  for (const v1::Table& table : message.tables().tables()) context_.terminal.say(table_line(table, welcome_));
  listed_ += message.tables().tables_size();
  for (const v1::MatchSummary& match : message.tables().running()) running_.push_back(match_line(match));
  after_ = message.tables().next();
  if (!after_.empty()) return ask();
  if (listed_ == 0) {
    const std::string game = context_.settings.game.empty() ? "duel" : context_.settings.game;
    context_.terminal.say(t("list.noTable", {{"game", game}}));
  }
  if (!running_.empty()) context_.terminal.say(t("list.watch"));
  for (const std::string& line : running_) context_.terminal.say(line);
  end();
}

// --- matches ---

void MatchesCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  ask();
}

void MatchesCommand::ask() {
  v1::ClientMessage message;
  message.mutable_list_matches()->set_before(before_);
  session().send(message);
}

void MatchesCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_matches()) return;
  for (const v1::MatchSummary& match : message.matches().matches()) rows_.push_back(match_cells(match));
  before_ = message.matches().next();
  if (!before_.empty()) return ask();
  if (rows_.empty()) {
    context_.terminal.say(t("list.noMatch", {{"name", strip_control_chars(context_.profile.name())}}));
    return end();
  }
  std::vector<std::vector<std::string>> rows = {
      {t("list.title.match"), t("list.title.started"), t("list.title.game"), t("list.title.players")}};
  std::ranges::move(rows_, std::back_inserter(rows));
  std::vector<std::string> lines = table_lines(rows);
  lines.front() = context_.terminal.paint()(Tint::kStrong, lines.front());
  context_.terminal.say(lines);
  end();
}

// --- export ---

void ExportCommand::signed_in(const v1::SignedIn& /*who*/, bool /*again*/) {
  ask();
}

void ExportCommand::ask() {
  v1::ClientMessage message;
  message.mutable_export_()->set_match_id(to_bytes(context_.settings.match));
  message.mutable_export_()->set_offset(record_.size());
  message.mutable_export_()->set_with_closing_links(true);
  session().send(message);
}

void ExportCommand::received(const v1::ServerMessage& message) {
  if (message.has_refusal()) return end(ExitCode::kRefused, refusal_text(message.refusal(), nullptr));
  if (!message.has_record() || message.record().offset() != record_.size()) return;
  // A seat has closed its chain meanwhile: what has come so far belongs to the record before that.
  if (!record_.empty() && message.record().total() != total_) {
    record_.clear();
    return ask();
  }
  total_ = message.record().total();
  record_ += message.record().data();
  if (record_.size() >= message.record().total()) return done();
  if (message.record().data().empty()) return end(ExitCode::kRefused, t("record.cut"));
  ask();
}

void ExportCommand::done() {
  if (context_.settings.file.empty()) {
    // The record ends in a line feed of its own.
    if (!record_.empty() && record_.back() == '\n') record_.pop_back();
    context_.terminal.say(record_);
    return end();
  }
  if (auto written = write_file(context_.settings.file, record_); !written) {
    return end(ExitCode::kUsage, t("record.notWritten", {{"error", written.error()}}));
  }
  context_.terminal.say(t("record.written", {{"path", context_.settings.file.string()}}));
  end();
}

}  // namespace wyrmhall::cli
