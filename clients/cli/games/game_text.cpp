#include "clients/cli/games/game_text.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "clients/cli/games/form_text.h"
#include "clients/cli/games/plain/text.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/model/code_name.h"
#include "generated/clients/cli/texts.h"

namespace wyrmhall::cli {
namespace {

// Each seat's name by its list. Bots of the same kind are told apart by numbers.
template <class Seats>
std::vector<std::string> names_in(const Seats& seats) {
  std::map<int, int> bots;
  for (const auto& seat : seats) bots[seat.has_bot() ? seat.bot().level() : -1] += 1;
  std::map<int, int> so_far;
  std::vector<std::string> names;
  for (const auto& seat : seats) {
    if (seat.has_player()) {
      names.push_back(strip_control_chars(seat.player().name()));
    } else if (!seat.has_bot()) {
      names.emplace_back();
    } else {
      const int level = seat.bot().level();
      const std::string name = t(v1::BotLevel_Name(v1::BotLevel_IsValid(level) ? level : 0));
      names.push_back(bots[level] == 1 ? name : t("seat.numbered", {{"name", name}, {"n", ++so_far[level]}}));
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> GameText::step(const Scene& scene, const Events& events) const {
  std::vector<std::string> lines;
  for (const v1::GameEvent& each : events) {
    if (std::string line = event(scene, each); !line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<GameText::Row> GameText::rows(const Scene& scene, const v1::Choices& choices) const {
  std::vector<Row> rows;
  rows.reserve(static_cast<std::size_t>(choices.choices_size()));
  for (int i = 0; i < choices.choices_size(); ++i) rows.push_back({i, i, choice(scene, choices.choices(i))});
  return rows;
}

std::string GameText::dice_luck(const v1::DiceLuck& dice) const {
  return t("luck.dice",
           {{"n", dice.rolled()}, {"sides", dice.sides()}, {"sum", dice.sum()}, {"x", decimal(dice.expected_sum())}});
}

std::vector<GameText::FormLine> GameText::form(const Scene& scene, const v1::Form& form) const {
  std::vector<FormLine> lines;
  for (std::string& line : form_text(form, [&](const v1::Sentence& sentence) { return reason(scene, sentence); })) {
    lines.push_back({std::move(line)});
  }
  return lines;
}

GameText::Typed GameText::typed(const Scene& /*scene*/, const v1::Choices& choices, std::string_view line) const {
  return typed_form(choices, line);
}

const GameText& text_of(std::string_view game) {
  static const PlainText kPlain;
#define WYRMHALL_GAME(code, Name)        \
  static const Name##Text k##Name##Text; \
  if (game == #code) return k##Name##Text;
#include "generated/clients/cli/texts.inc"
  return kPlain;
}

std::vector<std::string> seat_names(const google::protobuf::RepeatedPtrField<v1::MatchSeat>& seats) {
  return names_in(seats);
}

std::vector<std::string> seat_names(const google::protobuf::RepeatedPtrField<v1::TableSeat>& seats) {
  return names_in(seats);
}

std::string seat_name(const Scene& scene, int seat) {
  if (seat == scene.seat && seat >= 0) return t("seat.you");
  if (seat < 0 || seat >= scene.info.seats_size()) return t("seat.number", {{"n", seat}});
  return names_in(scene.info.seats())[static_cast<std::size_t>(seat)];
}

std::string score_title(std::string_view game, std::string_view name) {
  const std::string card = std::string(game) + "/card";
  const std::string key = "score." + std::string(name);
  // A server may have more than this client has words for.
  return has_message(card, key) ? t(card, key, {}) : strip_control_chars(std::string(game) + " " + std::string(name));
}

std::string outcome_text(const Scene& scene, const v1::Outcome& outcome) {
  std::vector<std::string> names;
  bool mine = false;
  for (const std::uint32_t seat : outcome.winners()) {
    mine = mine || static_cast<int>(seat) == scene.seat;
    names.push_back(seat_name(scene, static_cast<int>(seat)));
  }
  std::vector<std::string> sentences;
  if (mine) sentences.push_back(t("win"));
  if (names.empty()) {
    const bool lost = scene.seat >= 0 && outcome.places_size() == 1 && outcome.places(0) != 1;
    sentences.push_back(t(lost ? "win.lost" : "win.nobody"));
  } else if (names.size() > 1) {
    sentences.push_back(t("win.shared", {{"names", listed(names)}}));
  } else if (!mine) {
    sentences.push_back(t("win.other", {{"name", names.front()}}));
  }
  // Why somebody has lost has been told already.
  const std::string why =
      v1::OutcomeReason_Name(outcome.reason()) + (scene.seat < 0 ? std::string(".watched") : std::string());
  if ((mine || scene.seat < 0) && has_message(why)) sentences.push_back(t(why));
  if (scene.seat >= 0 && scene.seat < outcome.nuggets_size() && outcome.nuggets(scene.seat) > 0) {
    sentences.push_back(t("gold.won", {{"n", outcome.nuggets(scene.seat)}}));
  }
  if (outcome.has_score()) {
    const std::string title = score_title(clients::game_of(scene.info.options()), outcome.score().name());
    sentences.push_back(t("score.made", {{"title", title}, {"n", outcome.score().points()}}));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string odds_line(double probability, const std::vector<std::string>& changes) {
  return fmt::format("{:>7}  {}", percent(probability),
                     changes.empty() ? t("odds.nothing") : fmt::format("{}", fmt::join(changes, ", ")));
}

std::string help_line(std::string_view typed, std::string_view what) {
  constexpr std::size_t kTypedWidth = 11;  // columns
  const bool runs_over = columns(typed) >= kTypedWidth;
  return "  " + padded(typed, kTypedWidth) + (runs_over ? "  " : "") + std::string(what);
}

}  // namespace wyrmhall::cli
