#include "clients/cli/match_teller.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "clients/cli/game_options.h"
#include "clients/cli/refusal_text.h"
#include "clients/cli/table_words.h"
#include "common/uuid.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kRecapLines = 12;

std::string plural_is(const std::vector<std::string>& names) {
  return names.size() == 1 && names.front() != "You" ? "is" : "are";
}

std::string with_capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

Scene MatchTeller::scene() const {
  return {model_.view(),       model_.info(),     model_.seat(),
          model_.waiting_on(), terminal_.paint(), model_.my_turn() ? &model_.choices() : nullptr};
}

const GameText& MatchTeller::text() const {
  return text_of(game_of(model_.info().options()));
}

void MatchTeller::introduction() const {
  const Scene now = scene();
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(now.info.seats_size()));
  for (int seat = 0; seat < now.info.seats_size(); ++seat) names.push_back(seat_name(now, seat));
  const std::string game = game_of(now.info.options());
  terminal_.say("");
  terminal_.say(terminal_.paint()(
      Tint::kStrong,
      fmt::format("{}: {}{}", with_capital(game), with_capital(joined(names)), names.size() == 1 ? " alone" : "")));
  terminal_.say(terminal_.paint()(Tint::kFaint, fmt::format("match {}", uuid_text(now.info.match_id()))));
  if (now.info.options().no_odds()) {
    terminal_.say(terminal_.paint()(Tint::kFaint, "Odds are off at this table."));
  }
}

std::vector<std::string> MatchTeller::sentences(const v1::MatchUpdate& update) const {
  const Scene now = scene();
  std::vector<std::string> lines;
  if (update.has_seat_out()) {
    const std::string name = with_capital(seat_name(now, static_cast<int>(update.seat_out().seat())));
    const bool you = name == "You";
    if (update.seat_out().timed_out()) {
      lines.push_back(fmt::format("{} ran out of time.", name));
    } else if (update.seat_out().absent()) {
      lines.push_back(fmt::format("{} {} gone for too long.", name, you ? "were" : "was"));
    } else {
      lines.push_back(fmt::format("{} {} up.", name, you ? "give" : "gives"));
    }
  }
  for (const v1::GameEvent& event : update.events()) {
    if (std::string line = text().event(now, event); !line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

void MatchTeller::step(const v1::MatchUpdate& update) const {
  terminal_.say(sentences(update));
}

void MatchTeller::board() const {
  terminal_.say("");
  terminal_.say(text().board(scene()));
}

void MatchTeller::choices() const {
  const Scene now = scene();
  terminal_.say("");
  const auto rows = text().rows(now, model_.choices());
  const auto number_of = [](const GameText::Row& row) {
    return row.first == row.last ? fmt::format("{}", row.first + 1) : fmt::format("{}–{}", row.first + 1, row.last + 1);
  };
  std::size_t width = 4;
  for (const auto& row : rows) width = std::max(width, columns(number_of(row)) + 2);
  for (const auto& row : rows) {
    const std::string number = number_of(row);
    terminal_.say(std::string(width - columns(number), ' ') + number + "  " + row.text);
  }
  const auto& forms = model_.choices().forms();
  const bool only_one = rows.empty() && forms.size() == 1;
  for (int i = 0; i < forms.size(); ++i) {
    if (!only_one) {
      const int number = model_.choices().choices_size() + i + 1;
      terminal_.say(fmt::format("{:>{}}  type {}: and", number, width, number));
    }
    for (const std::string& line : text().form(now, forms[i])) terminal_.say("  " + line);
  }
  // The same reason can hold for several things.
  std::set<std::string> said;
  for (const v1::Unavailable& unavailable : model_.choices().unavailable()) {
    if (text().goes_without_saying(unavailable.reason())) continue;
    std::string line = text().reason(now, unavailable.reason());
    if (!unavailable.rule().empty()) line += fmt::format(" ({})", unavailable.rule());
    if (said.insert(line).second)
      terminal_.say(terminal_.paint()(Tint::kFaint, std::string(width - 1, ' ') + "–  " + line));
  }
}

void MatchTeller::waiting() const {
  std::vector<std::string> names;
  for (int seat = 0; seat < model_.info().seats_size(); ++seat) {
    if (((model_.waiting_on() >> static_cast<unsigned>(seat)) & 1U) != 0) names.push_back(seat_name(scene(), seat));
  }
  if (names.empty()) return;
  terminal_.say(
      terminal_.paint()(Tint::kFaint, fmt::format("{} {} deciding.", with_capital(joined(names)), plural_is(names))));
}

void MatchTeller::absent(int seat, std::chrono::milliseconds claimable_in) const {
  const auto seconds = (claimable_in.count() + 999) / 1000;
  terminal_.say(
      terminal_.paint()(Tint::kFaint, fmt::format("{} has no connection. After {} s more, `claim` ends the waiting.",
                                                  with_capital(seat_name(scene(), seat)), seconds)));
}

void MatchTeller::claimable(int seat) const {
  const bool two = model_.info().seats_size() == 2;
  terminal_.say(fmt::format("{} has been away for {}: `claim` {}.", with_capital(seat_name(scene(), seat)),
                            clock_text(model_.info().absence_seconds()),
                            two ? "ends the match" : "takes the seat away"));
}

void MatchTeller::back(int seat) const {
  terminal_.say(terminal_.paint()(Tint::kFaint, fmt::format("{} is back.", with_capital(seat_name(scene(), seat)))));
}

void MatchTeller::outcome() const {
  terminal_.say("");
  terminal_.say(terminal_.paint()(Tint::kStrong, outcome_text(scene(), model_.outcome())));
}

void MatchTeller::odds(const v1::Odds& odds) const {
  terminal_.say(text().odds(scene(), odds));
}

void MatchTeller::luck(const v1::Luck& luck) const {
  if (luck.dice().empty()) return;
  const Scene now = scene();
  std::map<int, std::vector<std::string>> by_seat;
  for (const v1::DiceLuck& dice : luck.dice()) {
    by_seat[dice.seat()].push_back(fmt::format("{} d{} came to {}, {:.1f} expected", dice.rolled(), dice.sides(),
                                               dice.sum(), dice.expected_sum()));
  }
  terminal_.say("");
  terminal_.say(terminal_.paint()(Tint::kStrong, "Luck, from the record:"));
  for (const auto& [seat, parts] : by_seat) {
    const std::string name = seat < 0 ? "for nobody" : seat_name(now, seat);
    terminal_.say(fmt::format("  {}: {}", with_capital(name), fmt::join(parts, " · ")));
  }
  terminal_.say(text().luck(now, luck));
  if (luck.decisions_left_out() > 0) {
    terminal_.say(fmt::format("  {} later decisions are not counted here.", luck.decisions_left_out()));
  }
}

void MatchTeller::story(const std::vector<v1::MatchUpdate>& updates, bool recap) const {
  std::vector<std::string> lines;
  for (const v1::MatchUpdate& update : updates) {
    for (std::string& line : sentences(update)) lines.push_back(std::move(line));
  }
  if (lines.empty() && !recap) lines.emplace_back("Nothing has happened yet.");
  if (recap && lines.size() > kRecapLines) {
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kRecapLines));
    lines.insert(lines.begin(),
                 terminal_.paint()(Tint::kFaint, model_.seat() < 0 ? "…" : "… (`story` tells it from the start)"));
  }
  if (!lines.empty()) terminal_.say("");
  terminal_.say(lines);
}

void MatchTeller::refusal(const v1::Refusal& refusal) const {
  const Scene now = scene();
  terminal_.warn(refusal_text(refusal, &now));
}

void MatchTeller::help() const {
  terminal_.say("  a number   chooses what has that number");
  terminal_.say(text().ways_to_type());
  terminal_.say({
      "  odds N     what may come of choice N",
      "  story      what has happened so far",
      "  board      shows the board again",
      "  resign     gives the match up",
      "  claim      ends the waiting for somebody who has been away for too long",
      "  quit       leaves; the match is kept, and `wyrmhall join` comes back to it",
  });
}

}  // namespace wyrmhall::cli
