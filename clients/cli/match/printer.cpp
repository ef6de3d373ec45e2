#include "clients/cli/match/printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/heroes/bringer.h"
#include "clients/cli/commands/table_words.h"
#include "clients/cli/games/board_lines.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/refusal_text.h"
#include "clients/model/code_name.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kRecapLines = 12;

}  // namespace

Scene MatchPrinter::scene() const {
  return {model_.view(),       model_.info(),     model_.seat(),
          model_.waiting_on(), terminal_.paint(), model_.my_turn() ? &model_.choices() : nullptr};
}

const GameText& MatchPrinter::text() const {
  return text_of(clients::game_of(model_.info().options()));
}

void MatchPrinter::introduction() const {
  const Scene now = scene();
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(now.info.seats_size()));
  for (int seat = 0; seat < now.info.seats_size(); ++seat) names.push_back(seat_name(now, seat));
  const Arguments values = {{"game", game_title(clients::game_of(now.info.options()))}, {"names", listed(names)}};
  terminal_.say("");
  terminal_.say(terminal_.paint()(Tint::kStrong, t(names.size() == 1 ? "intro.alone" : "intro", values)));
  say_faint(t("intro.match", {{"id", uuid_text(now.info.match_id())}}));
  if (const v1::PracticeReason why = now.info.options().practice(); why != v1::PRACTICE_REASON_UNSPECIFIED) {
    say_faint(practice_text(why));
  }
  if (now.info.options().no_odds()) say_faint(t(v1::RefusalCode_Name(v1::REFUSAL_CODE_ODDS_OFF)));
}

std::vector<std::string> MatchPrinter::sentences(const v1::MatchUpdate& update) const {
  const Scene now = scene();
  std::vector<std::string> lines;
  if (update.has_seat_out()) {
    const int seat = static_cast<int>(update.seat_out().seat());
    const std::string_view key = update.seat_out().stays()       ? "out.stays"
                                 : update.seat_out().timed_out() ? "out.timed_out"
                                 : update.seat_out().absent()    ? "out.absent"
                                                                 : "out.resigned";
    const std::string out = t(key, {{"name", seat_name(now, seat)}, {"you", seat == now.seat ? "yes" : "no"}});
    lines.push_back(now.paint.emphasised(out));
  }
  std::ranges::move(text().step(now, update.events()), std::back_inserter(lines));
  return lines;
}

void MatchPrinter::step(const v1::MatchUpdate& update) const {
  terminal_.say(sentences(update));
}

void MatchPrinter::draw_board(BoardIs board) const {
  const auto draw = [this](bool brief) {
    Scene now = scene();
    now.brief = brief;
    return text().board(now);
  };
  terminal_.show_board(draw, board);
}

void MatchPrinter::choices() const {
  const Scene now = scene();
  const std::vector<ListedLine> lines = listed_choices();
  const std::size_t most = count_numbers(lines);
  std::vector<std::string> numbers;
  std::size_t width = 4;
  std::size_t number = 0;
  for (const ListedLine& line : lines) {
    const std::size_t from = number + 1;
    number += line.actions.size();
    numbers.push_back(line.actions.empty() ? ""
                      : from == number     ? fmt::format("{}", from)
                                           : fmt::format("{}–{}", from, number));
    width = std::max(width, columns(numbers.back()) + 2);
  }
  std::vector<ListedChoice> listed;
  // A form that the game has no way of its own to type is called by the number behind all others.
  const auto& forms = model_.choices().forms();
  const bool forms_have_numbers = !text().types_forms() && !(most == 0 && forms.size() == 1);
  const std::string indent(text().types_forms() ? width + 2 : 2, ' ');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].of_form && forms_have_numbers) continue;
    const std::string label = std::string(width - columns(numbers[i]), ' ') + numbers[i] + "  ";
    const bool is_one = lines[i].actions.size() == 1;
    listed.push_back(
        {(lines[i].actions.empty() ? indent : label) + lines[i].text, is_one ? numbers[i] : std::string()});
  }
  for (int i = 0; forms_have_numbers && i < forms.size(); ++i) {
    const std::size_t of_form = most + static_cast<std::size_t>(i) + 1;
    listed.push_back({fmt::format("{:>{}}  {}", of_form, width, t("form.how", {{"n", of_form}})), {}});
    for (const GameText::FormLine& line : text().form(now, forms[i])) listed.push_back({indent + line.text, {}});
  }
  // The same reason can hold for several things.
  std::set<std::string> said;
  for (const v1::Unavailable& unavailable : model_.choices().unavailable()) {
    if (text().goes_without_saying(unavailable.reason())) continue;
    std::string line = text().reason(now, unavailable.reason());
    if (!unavailable.rule().empty()) line += fmt::format(" ({})", unavailable.rule());
    if (!said.insert(line).second) continue;
    listed.push_back({now.paint(Tint::kFaint, std::string(width - 1, ' ') + "–  " + line), {}});
  }
  terminal_.show_choices(listed);
}

std::vector<ListedLine> MatchPrinter::listed_choices() const {
  if (!terminal_.json()) return listing(text(), scene(), model_.choices());
  // A program has no list but the choices themselves.
  std::vector<ListedLine> lines;
  for (const v1::Choice& choice : model_.choices().choices())
    lines.push_back({.text = {}, .actions = {choice.action()}});
  return lines;
}

void MatchPrinter::no_choices() const {
  terminal_.show_choices({});
}

void MatchPrinter::waiting() const {
  std::vector<std::string> names;
  for (int seat = 0; seat < model_.info().seats_size(); ++seat) {
    if (((model_.waiting_on() >> static_cast<unsigned>(seat)) & 1U) != 0) names.push_back(seat_name(scene(), seat));
  }
  if (names.empty()) return;
  say_faint(names.size() == 1 ? t("match.turn.theirs", {{"name", names.front()}}) + "."
                              : t("match.turn.many", {{"names", listed(names)}}) + ".");
}

void MatchPrinter::left(int seat) const {
  say_faint(t("absence.left", {{"name", seat_name(scene(), seat)}}));
}

void MatchPrinter::absent(int seat, std::chrono::milliseconds claimable_in) const {
  const auto seconds = (claimable_in.count() + 999) / 1000;
  say_faint(t("absence.away", {{"name", seat_name(scene(), seat)}, {"s", seconds}}) + " " + t("absence.how"));
}

void MatchPrinter::claimable(int seat) const {
  const bool two = model_.info().seats_size() == 2;
  const Arguments values = {{"name", seat_name(scene(), seat)}, {"time", clock_text(model_.info().absence_seconds())}};
  terminal_.say(t("absence.claimable", values) + " " + t(two ? "absence.claim.match" : "absence.claim.seat"));
}

void MatchPrinter::back(int seat) const {
  say_faint(t("absence.back", {{"name", seat_name(scene(), seat)}}));
}

void MatchPrinter::outcome() const {
  terminal_.say("");
  terminal_.say(terminal_.paint()(Tint::kStrong, outcome_text(scene(), model_.outcome())));
}

void MatchPrinter::odds(const v1::Odds& odds) const {
  const std::vector<std::string> lines = text().odds(scene(), odds);
  terminal_.say(lines.empty() ? std::vector{t("odds.none")} : lines);
}

void MatchPrinter::no_odds_of(std::string_view typed) const {
  if (typed.empty()) return terminal_.say(t("odds.how"));
  if (typed_number(typed)) return terminal_.say(t("choice.range", {{"n", count_numbers(listed_choices())}}));
  terminal_.say(t("odds.unknown", {{"typed", strip_control_chars(typed)}}));
}

void MatchPrinter::luck(const v1::Luck& luck) const {
  if (luck.dice().empty()) return;
  const Scene now = scene();
  std::map<int, std::vector<std::string>> by_seat;
  for (const v1::DiceLuck& dice : luck.dice()) {
    by_seat[dice.seat()].push_back(text().dice_luck(dice));
  }
  terminal_.say("");
  terminal_.say(terminal_.paint()(Tint::kStrong, t("luck.record")));
  for (const auto& [seat, parts] : by_seat) {
    const std::string name = seat < 0 ? t("luck.nobody") : seat_name(now, seat);
    const std::string list = fmt::format("{}", fmt::join(parts, " · "));
    terminal_.say("  " + t("luck.of", {{"name", name}, {"list", list}}));
  }
  terminal_.say(text().luck(now, luck));
  if (luck.decisions_left_out() > 0) {
    terminal_.say("  " + t("luck.left", {{"n", luck.decisions_left_out()}}));
  }
}

void MatchPrinter::story(const std::vector<v1::MatchUpdate>& updates, bool recap) const {
  std::vector<std::string> lines;
  for (const v1::MatchUpdate& update : updates) {
    for (std::string& line : sentences(update)) lines.push_back(std::move(line));
  }
  if (lines.empty() && !recap) lines.push_back(t("story.none"));
  if (recap && lines.size() > kRecapLines) {
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kRecapLines));
    lines.insert(lines.begin(), terminal_.paint()(Tint::kFaint, model_.seat() < 0 ? "…" : "… " + t("story.cut")));
  }
  if (!lines.empty()) terminal_.say("");
  terminal_.say(lines);
}

void MatchPrinter::refusal(const v1::Refusal& refusal) const {
  const Scene now = scene();
  terminal_.warn(refusal_text(refusal, &now));
}

void MatchPrinter::help() const {
  if (model_.my_turn()) {
    const Scene now = scene();
    if (count_numbers(listed_choices()) > 0) terminal_.say(help_line(t("help.number"), t("help.number.what")));
    for (const GameText::Way& way : text().ways_to_type(now, model_.choices())) {
      terminal_.say(help_line(way.example, way.what));
    }
  }
  std::vector<std::string_view> words = {"story", "board", "rules", "explain"};
  if (model_.my_turn() && !model_.info().options().no_odds()) words.insert(words.begin(), "odds N");
  if (model_.info().seats_size() > 1) words.insert(words.end(), {"say N", "claim"});
  words.insert(words.end(), {"resign", "quit"});
  for (const std::string_view typed : words) {
    const auto end = std::min(typed.find(' '), typed.size());
    const std::string command(typed.substr(0, end));
    terminal_.say(help_line(t("word." + command) + std::string(typed.substr(end)), t("help." + command)));
  }
  const std::vector<std::string> ours = text().house();
  if (ours.empty()) return;
  terminal_.say(help_line(house_sign(Paint(false)), t("help.house")));
  for (const std::string& sentence : ours) {
    std::vector<std::string> lines;
    add_words(terminal_.paint(), "      ", sentence, lines);
    terminal_.say(lines);
  }
}

void MatchPrinter::say_faint(const std::string& line) const {
  terminal_.say(terminal_.paint()(Tint::kFaint, line));
}

}  // namespace wyrmhall::cli
