// The events of Dragon Dance, in sentences.
#include <fmt/format.h>

#include <algorithm>

#include "clients/cli/games/dance/names.h"
#include "clients/cli/games/dance/text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kKnightsPlace = 0;
constexpr std::size_t kDragonsPlace = 1;

std::string column_text(std::uint32_t column) {
  return column == 0 ? dance_t("die.none") : std::to_string(column);
}

std::string played_text(const v1::DanceExchange& exchange, std::size_t side) {
  return dance_t("log.card", {{"card", card_name(byte_at(exchange.cards(), side))},
                              {"die", column_text(byte_at(exchange.dice(), side))}});
}

// What the defence of one side held off, if the other attacked; empty where there is nothing to say.
std::string defence_text(const v1::DanceView& view, const v1::DanceExchange& exchange, std::size_t side) {
  const std::size_t other = 1 - side;
  const std::uint32_t card = byte_at(exchange.cards(), side);
  const std::string& attack = rules_of_card(view, byte_at(exchange.cards(), other)).damage();
  const std::uint32_t full = byte_at(attack, byte_at(exchange.dice(), other));
  const std::uint32_t left = byte_at(exchange.damage(), side);
  const std::string& protection = rules_of_card(view, card).protect();
  if (protection.empty() || full <= left) return {};
  if (table_of(view, card).empty()) return dance_t("log.dodged", {{"card", card_name(card)}});
  return dance_t("log.guarded", {{"card", card_name(card)}, {"n", full - left}});
}

std::string committed_text(const v1::DanceCommitted& committed) {
  const Arguments values = {{"name", role_at_start(committed.seat())}};
  switch (committed.phase()) {
    case v1::DANCE_PHASE_DIE:
      return dance_t("log.committed.die", values);
    case v1::DANCE_PHASE_CARD:
      return dance_t("log.committed.card", values);
    default:
      return dance_t("log.committed.back", values);
  }
}

std::string rolled_text(const v1::DanceRolled& rolled) {
  std::string dice;
  for (std::size_t i = 0; i < rolled.dice().size(); ++i) {
    dice += fmt::format("{}{}", dice.empty() ? "" : " ", byte_at(rolled.dice(), i));
  }
  return dance_t("log.rolled", {{"name", role_at_start(rolled.seat())}, {"dice", dice}});
}

// The second hit; empty where there was none.
std::string combo_sentence(const v1::DanceExchange& exchange) {
  if (!exchange.has_combo_card() || exchange.combo_card() < 0) return {};
  const Arguments played = {{"card", card_name(exchange.combo_card())}, {"die", column_text(exchange.combo_column())}};
  return dance_t("log.combo", {{"card", dance_t("log.card", played)}, {"n", exchange.combo_damage()}});
}

// What a defence held off, who lost what, where they are now, and the second hit.
std::vector<std::string> exchange_sentences(const v1::DanceView& view, const v1::DanceExchange& exchange) {
  std::vector<std::string> sentences;
  const auto add = [&](std::string sentence) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  };
  for (const std::uint32_t side : kDanceSeats) add(defence_text(view, exchange, side));
  bool hurt = false;
  for (const std::uint32_t side : kDanceSeats) {
    const std::uint32_t damage = byte_at(exchange.damage(), side);
    hurt = hurt || damage > 0;
    if (damage > 0) add(dance_t("log.hit", {{"name", role_at_start(side)}, {"n", damage}}));
  }
  if (!hurt) add(dance_t("log.miss"));
  if (exchange.range_from() != exchange.range_to()) {
    add(dance_t(exchange.range_to() == v1::DANCE_RANGE_SHORT ? "log.closer" : "log.apart"));
  }
  add(combo_sentence(exchange));
  return sentences;
}

std::string exchange_text(const v1::DanceView& view, const v1::DanceExchange& exchange) {
  const std::string head = dance_t("log.last", {{"n", exchange.round()},
                                                {"knight", played_text(exchange, kKnightsPlace)},
                                                {"dragon", played_text(exchange, kDragonsPlace)}});
  return fmt::format("{} {}", head, fmt::join(exchange_sentences(view, exchange), " "));
}

std::string back_text(const v1::DanceTakenBack& back) {
  std::vector<std::string> sentences;
  for (int seat = 0; seat < back.card_size(); ++seat) {
    if (back.card(seat) < 0) continue;
    sentences.push_back(dance_t("log.back", {{"name", role_at_start(seat)}, {"card", card_name(back.card(seat))}}));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string ending_text(const v1::DanceResult& result) {
  const bool by_limit = result.reason() == v1::DANCE_END_LIMIT;
  if (result.winner() < 0) return dance_t(by_limit ? "log.result.level" : "log.result.both");
  if (by_limit) return dance_t("log.result.limit", {{"name", role_at_start(result.winner())}});
  return dance_t("log.result.life", {{"name", role_at_start(1 - result.winner())}});
}

std::string dance_event_text(const Scene& scene, const v1::DanceEvent& what) {
  switch (what.event_case()) {
    case v1::DanceEvent::kCommitted:
      return committed_text(what.committed());
    case v1::DanceEvent::kRolled:
      return rolled_text(what.rolled());
    case v1::DanceEvent::kDie:
      return dance_t("log.die", {{"knight", column_text(byte_at(what.die().dice(), kKnightsPlace))},
                                 {"dragon", column_text(byte_at(what.die().dice(), kDragonsPlace))}});
    case v1::DanceEvent::kLast:
      return exchange_text(scene.view.dance(), what.last());
    case v1::DanceEvent::kBack:
      return back_text(what.back());
    case v1::DanceEvent::kResult:
      return ending_text(what.result());
    case v1::DanceEvent::EVENT_NOT_SET:
      break;
  }
  return {};
}

}  // namespace

std::string DanceText::event(const Scene& scene, const v1::GameEvent& event) const {
  return scene.paint.emphasised(dance_event_text(scene, event.dance()));
}

std::vector<std::string> DanceText::step(const Scene& scene, const Events& events) const {
  std::vector<std::string> lines;
  const auto add = [&](std::string line) {
    if (!line.empty()) lines.push_back(std::move(line));
  };
  const bool in_secret = std::ranges::any_of(events, [](const auto& each) { return each.dance().has_committed(); });
  for (const v1::GameEvent& each : events) {
    if (!each.dance().has_last()) continue;
    const std::string second = combo_sentence(each.dance().last());
    add(in_secret ? event(scene, each) : second.empty() ? dance_t("log.pass") : scene.paint.emphasised(second));
  }
  for (const v1::GameEvent& each : events) {
    if (each.dance().has_last()) continue;
    const bool own = static_cast<int>(each.dance().committed().seat()) == scene.seat;
    if (each.dance().has_committed() && (own || events.size() > 1)) continue;
    add(event(scene, each));
  }
  return lines;
}

}  // namespace wyrmhall::cli
