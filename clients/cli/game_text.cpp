#include "clients/cli/game_text.h"

#include <fmt/format.h>

#include <cctype>
#include <map>

#include "clients/cli/arena_text.h"
#include "clients/cli/duel_text.h"
#include "clients/cli/form_text.h"
#include "clients/cli/message_text.h"
#include "clients/cli/plain_text.h"
#include "clients/cli/terminal.h"

namespace wyrmhall::cli {
namespace {

std::string level_name(int level) {
  return short_name(*v1::BotLevel_descriptor()->FindValueByNumber(v1::BotLevel_IsValid(level) ? level : 0));
}

// Each seat's name by its list. Bots of the same kind are told apart by numbers.
template <class Seats>
std::vector<std::string> names_in(const Seats& seats) {
  std::map<int, int> bots;
  for (const auto& seat : seats) bots[seat.has_bot() ? seat.bot().level() : -1] += 1;
  std::map<int, int> so_far;
  std::vector<std::string> names;
  for (const auto& seat : seats) {
    if (seat.has_player()) {
      names.push_back(tame(seat.player().name()));
    } else if (!seat.has_bot()) {
      names.emplace_back();
    } else if (const int level = seat.bot().level(); bots[level] == 1) {
      names.push_back("the " + level_name(level) + " bot");
    } else {
      names.push_back(fmt::format("{} bot {}", level_name(level), ++so_far[level]));
    }
  }
  return names;
}

}  // namespace

std::vector<GameText::Row> GameText::rows(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Row> rows;
  rows.reserve(static_cast<std::size_t>(choices.choices_size()));
  for (int i = 0; i < choices.choices_size(); ++i) rows.push_back({i, i, choice(scene, choices.choices(i))});
  return rows;
}

std::vector<std::string> GameText::form(const Scene& scene, const v1::Form& form) const {
  return form_text(form, [&](const v1::Sentence& sentence) { return reason(scene, sentence); });
}

GameText::Typed GameText::typed(const Scene& /*scene*/, const v1::Choices& choices, std::string_view line) const {
  return typed_form(choices, line);
}

const GameText& text_of(std::string_view game) {
  static const PlainText kPlain;
  static const ArenaText kArena;
  static const DuelText kDuel;
  if (game == "arena") return kArena;
  if (game == "duel") return kDuel;
  return kPlain;
}

std::vector<std::string> seat_names(const google::protobuf::RepeatedPtrField<v1::MatchSeat>& seats) {
  return names_in(seats);
}

std::vector<std::string> seat_names(const google::protobuf::RepeatedPtrField<v1::TableSeat>& seats) {
  return names_in(seats);
}

std::string seat_name(const Scene& scene, int seat) {
  if (seat == scene.seat && seat >= 0) return "You";
  if (seat < 0 || seat >= scene.info.seats_size()) return fmt::format("seat {}", seat);
  return names_in(scene.info.seats())[static_cast<std::size_t>(seat)];
}

std::string outcome_text(const Scene& scene, const v1::Outcome& outcome) {
  std::vector<std::string> names;
  bool mine = false;
  for (const std::uint32_t seat : outcome.winners()) {
    mine = mine || static_cast<int>(seat) == scene.seat;
    names.push_back(seat_name(scene, static_cast<int>(seat)));
  }
  std::uint32_t nuggets = 0;
  if (scene.seat >= 0 && scene.seat < outcome.nuggets_size()) nuggets = outcome.nuggets(scene.seat);
  const std::string gain =
      nuggets == 0
          ? ""
          : fmt::format(" {} for you.", nuggets == 1 ? "A gold nugget" : fmt::format("{} gold nuggets", nuggets));
  std::string text;
  if (names.empty()) {
    const bool lost = outcome.places_size() == 1 && outcome.places(0) != 1;
    text = scene.seat >= 0 && lost ? "The match is lost." : "Nobody wins.";
  } else if (names.size() == 1 && mine) {
    text = "Victory! You win.";
  } else {
    text = (mine ? "Victory! " : "") + joined(names) + (names.size() == 1 ? " wins." : " win.");
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  // Who is that other side has been told already.
  if (scene.seat >= 0 && !mine) return text + gain;
  if (outcome.reason() == v1::OUTCOME_REASON_RESIGNED) text += " The other side gave up.";
  if (outcome.reason() == v1::OUTCOME_REASON_TIME) text += " The other side ran out of time.";
  if (outcome.reason() == v1::OUTCOME_REASON_ABSENCE) text += " The other side was gone for too long.";
  return text + gain;
}

std::string_view verb(const std::string& name, std::string_view plural, std::string_view singular) {
  const bool many =
      name == "You" || name == "the enemies" || (name.find(" and ") != std::string::npos && !name.starts_with("Team"));
  return many ? plural : singular;
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

std::string percent(double probability) {
  const double hundreds = probability * 100;
  if (hundreds > 0 && hundreds < 9.95) return fmt::format("{:.1f} %", hundreds);
  return fmt::format("{:.0f} %", hundreds);
}

}  // namespace wyrmhall::cli
