// The board of Dragon Dance: how far the two are from each other, what lies before each, and the latest exchange with
// the columns that were read.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/dance/names.h"
#include "clients/cli/games/dance/text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::uint32_t kLifeBarWidth = 20;
constexpr std::uint32_t kBriefBarWidth = 10;
constexpr std::size_t kCardColumns = 18;

std::string row_label(std::string_view key) {
  std::size_t width = 0;
  for (const std::string_view each : {"life", "dice", "hand", "discard", "choice"}) {
    width = std::max(width, columns(dance_t(each)));
  }
  return "      " + padded(dance_t(key), width + 2);
}

std::string dance_headline(const Scene& scene) {
  const v1::DanceView& view = scene.view.dance();
  const std::string round = dance_t("round", {{"n", view.round()}, {"m", view.round_limit()}});
  const std::string& phase = v1::DancePhase_Name(view.phase());
  std::string text = scene.paint(Tint::kStrong, round);
  if (has_message("dance", phase)) text += " · " + dance_t(phase);
  return text;
}

// The range as a distance.
std::string range_line(const Scene& scene) {
  constexpr std::uint32_t kFar = 16;
  constexpr std::uint32_t kNear = 1;
  const v1::DanceRange range = scene.view.dance().range();
  const std::string& name = v1::DanceRange_Name(range);
  const std::string way =
      fmt::format("{:─<{}}", "", range == v1::DANCE_RANGE_LONG ? drawn_width(scene.paint, kFar) : kNear);
  const std::string text = scene.paint(Tint::kStrong, has_message("dance", name) ? dance_t(name) : name);
  if (!scene.paint.draws()) return "   " + text;
  return fmt::format("   {} ◄{} {} {}► {}", role_name(scene, 0), way, text, way, role_name(scene, 1));
}

std::string life_text(const Scene& scene, std::uint32_t seat) {
  const std::uint32_t life = found_in(scene.view.dance().life(), seat);
  const std::uint32_t most = found_in(scene.view.dance().full_life(), seat);
  return bar_text(scene.paint, life, most, scene.brief ? kBriefBarWidth : drawn_width(scene.paint, kLifeBarWidth)) +
         dance_t("life.of", {{"n", life}, {"m", most}});
}

std::string dice_text(const Scene& scene, std::uint32_t seat) {
  const v1::DanceView& view = scene.view.dance();
  const std::string& dice = found_in(view.dice(), seat);
  const v1::DanceChoice& choice = found_in(view.choices(), seat);
  std::string text;
  bool any_spent = false;
  for (std::size_t slot = 0; slot < dice.size(); ++slot) {
    const bool spent = byte_at(found_in(view.spent(), seat), slot) != 0;
    const bool chosen = choice.has_die() && choice.die() == static_cast<std::int32_t>(slot);
    any_spent = any_spent || spent;
    const std::uint32_t value = byte_at(dice, slot);
    if (spent) {
      text += scene.paint(Tint::kFaint, fmt::format("({})", value));
    } else if (chosen) {
      text += scene.paint(Tint::kStrong, fmt::format("[{}]", value));
    } else {
      text += fmt::format(" {} ", value);
    }
  }
  return text + (any_spent && !scene.brief ? scene.paint(Tint::kFaint, "   ( ) " + dance_t("die.spent")) : "");
}

std::vector<BoardPart> cards_text(const v1::DanceView& view, std::string_view cards, bool by_range) {
  std::vector<BoardPart> parts;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const std::uint32_t card = byte_at(cards, i);
    const v1::DanceCard& rules = rules_of_card(view, card);
    const bool fits = view.range() == v1::DANCE_RANGE_LONG ? rules.long_range() : rules.short_range();
    parts.push_back({card_name(card), by_range && !fits ? Tint::kFaint : Tint::kPlain});
  }
  if (parts.empty()) parts.push_back({dance_t("discard.none"), Tint::kFaint});
  return parts;
}

// What a seat has chosen in this round, as far as the viewer may know; nothing where nothing is chosen.
std::vector<BoardPart> choice_text(const v1::DanceView& view, std::uint32_t seat) {
  const v1::DanceChoice& choice = found_in(view.choices(), seat);
  std::vector<BoardPart> parts;
  const auto add = [&](const std::string& text, Tint tint) { parts.push_back({text, tint}); };
  if (choice.has_die()) {
    const std::uint32_t value =
        choice.die() < 0 ? 0 : byte_at(found_in(view.dice(), seat), static_cast<std::size_t>(choice.die()));
    add(value == 0 ? dance_t("die.none") : dance_t("die.value", {{"n", value}}), Tint::kStrong);
  } else if (view.phase() == v1::DANCE_PHASE_DIE) {
    add(dance_t(choice.committed() ? "die.hidden" : "choice.open"), Tint::kFaint);
  }
  if (choice.has_card()) {
    add(card_name(choice.card()), Tint::kStrong);
  } else if (view.phase() == v1::DANCE_PHASE_CARD) {
    add(dance_t(choice.committed() ? "card.hidden" : "choice.open"), Tint::kFaint);
  }
  if (view.phase() != v1::DANCE_PHASE_TAKE_BACK || choice.from().empty()) return parts;
  if (choice.has_take_back()) {
    const v1::DancePhrase phrase = choice.take_back() < 0 ? v1::DANCE_PHRASE_DECLINE : v1::DANCE_PHRASE_TAKE_BACK;
    add(dance_t(v1::DancePhrase_Name(phrase), {{"card0", card_name(choice.take_back())}}), Tint::kStrong);
  } else {
    add(dance_t(choice.committed() ? "choice.committed" : "choice.open"), Tint::kFaint);
  }
  return parts;
}

void add_side(const Scene& scene, std::uint32_t seat, std::vector<std::string>& lines) {
  const v1::DanceView& view = scene.view.dance();
  const std::string who = "   " + role_and_player(scene, seat);
  const bool in_lines = scene.brief && !scene.paint.draws();
  lines.push_back(!in_lines ? who
                            : fmt::format("{}  {} {}  {} {}", who, dance_t("life"), life_text(scene, seat),
                                          dance_t("dice"), dice_text(scene, seat)));
  if (in_lines) {
    // All of it stands in one.
  } else if (scene.brief) {
    lines.push_back(row_label("life") + life_text(scene, seat) + "  " + dice_text(scene, seat));
  } else {
    lines.push_back(row_label("life") + life_text(scene, seat));
    lines.push_back(row_label("dice") + dice_text(scene, seat));
  }
  // A player's own cards are among the choices while one of them is being chosen.
  const bool among_choices =
      scene.choices != nullptr && view.phase() == v1::DANCE_PHASE_CARD && static_cast<int>(seat) == scene.seat;
  if (!scene.brief || !among_choices)
    add_wrapped(scene.paint, row_label("hand"), " · ", cards_text(view, found_in(view.hand(), seat), true), lines);
  if (!scene.brief) {
    const std::vector<BoardPart> discard = cards_text(view, found_in(view.discard(), seat), false);
    add_wrapped(scene.paint, row_label("discard"), " · ", discard, lines);
  }
  // In lines the story has just told it, and the die is marked above.
  const std::vector<BoardPart> choice = scene.paint.draws() ? choice_text(view, seat) : std::vector<BoardPart>();
  if (!choice.empty()) add_wrapped(scene.paint, row_label("choice"), " · ", choice, lines);
}

// A card that was played: its table with the column that was read and what came of it, or what it does without one.
std::string played_row(const Scene& scene, const std::string& who, std::int64_t card, std::uint32_t column,
                       std::uint32_t damage) {
  const v1::DanceView& view = scene.view.dance();
  const std::string_view table = table_of(view, card);
  std::string text = "      " + who + padded(card_name(card), kCardColumns);
  if (table.empty()) return text + fmt::format("{}", fmt::join(effects_of(view, card, column), " · "));
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::uint32_t value = byte_at(table, i);
    text += i == column ? scene.paint(Tint::kStrong, fmt::format("[{}]", value))
                        : scene.paint(Tint::kFaint, fmt::format(" {} ", value));
    text += " ";
  }
  const bool defends = rules_of_card(view, card).damage().empty();
  return text + " " + (defends ? dance_t("kind.protect") : dance_t("does.damage", {{"n", damage}}));
}

void add_exchange(const Scene& scene, std::vector<std::string>& lines) {
  const v1::DanceView& view = scene.view.dance();
  if (!view.has_last() || scene.brief) return;
  const v1::DanceExchange& last = view.last();
  std::size_t width = columns(dance_t("last.then"));
  for (const std::uint32_t seat : kDanceSeats) width = std::max(width, columns(dance_t(fmt::format("side.{}", seat))));
  width += 2;
  const std::size_t before_table = 6 + width + kCardColumns;
  std::string columns_row = padded("   " + dance_t("last", {{"n", last.round()}}), before_table);
  for (const std::string_view name : {"–", "1", "2", "3", "4", "5", "6"}) columns_row += fmt::format(" {}  ", name);
  columns_row += " " + dance_t("dice.column");
  lines.push_back(scene.paint(Tint::kFaint, columns_row) + "  " + house_sign(scene.paint));
  for (const std::uint32_t seat : kDanceSeats) {
    // Padded before it is painted.
    const std::string who =
        scene.paint(seat == 0 ? Tint::kIce : Tint::kFire, padded(dance_t(fmt::format("side.{}", seat)), width));
    lines.push_back(played_row(scene, who, byte_at(last.cards(), seat), byte_at(last.dice(), seat),
                               byte_at(last.damage(), 1 - seat)));
  }
  if (!last.has_combo_card() || last.combo_card() < 0) return;
  const std::string then = padded(dance_t("last.then"), width);
  lines.push_back(played_row(scene, then, last.combo_card(), last.combo_column(), last.combo_damage()));
}

}  // namespace

std::string DanceText::side(const v1::GameOptions& /*options*/, int seat) const {
  return dance_t(seat == 0 ? "side.0" : "side.1");
}

std::vector<std::string> DanceText::board(const Scene& scene) const {
  std::vector<std::string> lines = {dance_headline(scene), range_line(scene)};
  for (const std::uint32_t seat : kDanceSeats) add_side(scene, seat, lines);
  add_exchange(scene, lines);
  return lines;
}

std::vector<std::string> DanceText::house() const {
  return {dance_t("house.cards")};
}

}  // namespace wyrmhall::cli
