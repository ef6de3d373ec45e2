// The events of Dragon Dice, in sentences.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "clients/cli/games/dragondice/names.h"
#include "clients/cli/games/dragondice/text.h"

namespace wyrmhall::cli {
namespace {

std::string decision_told(const Scene& scene, const v1::DragondiceDecided& decided) {
  const v1::DragondiceView& view = scene.view.dragondice();
  const std::string name = player_called(scene, decided.seat());
  const v1::DragondiceAction& action = decided.action();
  switch (action.action_case()) {
    case v1::DragondiceAction::kAttackTerrain:
      return dragondice_t("log.attackTerrain", {{"name", name}, {"place", place_name(view, action.attack_terrain())}});
    case v1::DragondiceAction::kBash:
      return dragondice_t("log.bash", {{"unit", unit_name(view, action.bash().unit())},
                                       {"dragon", dragon_called(scene, action.bash().dragon())}});
    case v1::DragondiceAction::kRegenerate: {
      const v1::DragondiceRegenerate& regenerate = action.regenerate();
      if (regenerate.pick() == -1) return dragondice_t("log.saves", {{"unit", unit_name(view, regenerate.unit())}});
      if (regenerate.pick() < 0) return dragondice_t("log.return.done");
      return dragondice_t("log.return", {{"unit", unit_name(view, regenerate.pick())}});
    }
    case v1::DragondiceAction::kAllocate:
      return dragondice_t("log.share", {{"name", name},
                                        {"n", action.allocate().melee()},
                                        {"m", action.allocate().missile()},
                                        {"s", action.allocate().save()}});
    case v1::DragondiceAction::kHits: {
      const std::string all = action.hits().melee() + action.hits().missile();
      if (all.empty()) return dragondice_t("log.slay.none", {{"name", name}});
      return dragondice_t("log.slay", {{"name", name}, {"list", dragon_list(scene, all)}});
    }
    case v1::DragondiceAction::kRegroup:
      return dragondice_t("log.stay", {{"name", name}});
    case v1::DragondiceAction::kCall:
      return dragondice_t("log.call.none", {{"name", name}});
    default:
      return {};
  }
}

std::string attack_text(const Scene& scene, const v1::DragondiceAttackBegun& attack) {
  std::vector<std::string> pairs;
  const std::vector<std::uint32_t> dragons = numbers_of_set(attack.dragons());
  pairs.reserve(dragons.size());
  for (std::size_t i = 0; i < dragons.size(); ++i) {
    pairs.push_back(dragondice_t("attack.target", {{"dragon", dragon_called(scene, dragons[i])},
                                                   {"target", dragon_called(scene, byte_at(attack.targets(), i))}}));
  }
  return dragondice_t("log.attack", {{"place", place_name(scene.view.dragondice(), attack.terrain())},
                                     {"list", fmt::format("{}", fmt::join(pairs, ", "))}});
}

std::string unit_roll_text(const v1::DragondiceView& view, const v1::DragondiceUnitRolled& rolled) {
  return unit_name(view, rolled.unit()) + " " + face_text(rolled.icon(), rolled.number());
}

std::string unit_text(const v1::DragondiceView& view, const v1::DragondiceUnitRolled& rolled) {
  const Arguments values = {{"unit", unit_name(view, rolled.unit())},
                            {"icon", face_text(rolled.icon(), rolled.number())}};
  switch (rolled.for_()) {
    case v1::DRAGONDICE_ROLLED_FOR_RISE:
      return dragondice_t(rolled.icon() == v1::DRAGONDICE_ICON_RISE_FROM_THE_ASHES ? "log.rise" : "log.rise.not",
                          values);
    case v1::DRAGONDICE_ROLLED_FOR_BURIAL:
      return dragondice_t("log.burial", values);
    default:
      return dragondice_t("log.rolls", {{"list", unit_roll_text(view, rolled)}});
  }
}

std::string damage_told(const Scene& scene, const v1::DragondiceDamaged& damage) {
  const v1::DragondiceView& view = scene.view.dragondice();
  std::vector<std::string> sentences;
  if (!damage.by_army().empty()) {
    sentences.push_back(dragondice_t("log.slain", {{"list", dragon_list(scene, damage.by_army())}}));
  }
  std::string others;
  for (const char dragon : damage.dead()) {
    if (!damage.by_army().contains(dragon)) others += dragon;
  }
  if (!others.empty()) sentences.push_back(dragondice_t("log.dead", {{"list", dragon_list(scene, others)}}));
  if (damage.net() == 0) {
    sentences.push_back(dragondice_t("log.damage.none"));
  } else {
    const std::string killed = unit_list(view, damage.killed());
    sentences.push_back(
        dragondice_t(killed.empty() ? "log.damage.nobody" : "log.damage", {{"n", damage.net()}, {"list", killed}}));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string end_told(const Scene& scene, const v1::DragondiceResult& result) {
  if (result.reason() == v1::DRAGONDICE_END_ELIMINATION) {
    return dragondice_t("log.end.elimination", {{"name", player_called(scene, result.winner() == 0 ? 1 : 0)}});
  }
  const auto score = [&](int seat) { return seat < result.score_size() ? result.score(seat) : 0; };
  return dragondice_t("log.end.score", {{"n", score(0)}, {"m", score(1)}});
}

std::string dragondice_event_text(const Scene& scene, const v1::DragondiceEvent& what) {
  const v1::DragondiceView& view = scene.view.dragondice();
  switch (what.event_case()) {
    case v1::DragondiceEvent::kDecided:
      return decision_told(scene, what.decided());
    case v1::DragondiceEvent::kDesignated:
      return dragondice_t("log.designated", {{"name", player_called(scene, what.designated().seat())},
                                             {"dragon", dragon_called(scene, what.designated().dragon())}});
    case v1::DragondiceEvent::kTurn:
      if (what.turn().round() == 0) return {};
      return dragondice_t("log.turn", {{"n", what.turn().round()}, {"name", player_called(scene, what.turn().seat())}});
    case v1::DragondiceEvent::kAttack:
      return attack_text(scene, what.attack());
    case v1::DragondiceEvent::kDragon:
      return dragondice_t(what.dragon().damage() > 0 ? "log.dragon.damage" : "log.dragon",
                          {{"dragon", dragon_called(scene, what.dragon().dragon())},
                           {"icon", dragon_icon_name(what.dragon().icon())},
                           {"n", what.dragon().damage()}});
    case v1::DragondiceEvent::kUnit:
      return unit_text(view, what.unit());
    case v1::DragondiceEvent::kBreath:
      return dragondice_t(what.breath().killed().empty() ? "log.breath.none" : "log.breath",
                          {{"dragon", dragon_called(scene, what.breath().dragon())},
                           {"list", unit_list(view, what.breath().killed())}});
    case v1::DragondiceEvent::kPromoted: {
      const std::string up = unit_list(view, what.promoted().up());
      if (what.promoted().down().empty()) return dragondice_t("log.returned", {{"list", up}});
      return dragondice_t("log.promoted", {{"down", unit_list(view, what.promoted().down())}, {"up", up}});
    }
    case v1::DragondiceEvent::kResponse:
      return dragondice_t(
          "log.response",
          {{"n", what.response().melee()}, {"m", what.response().missile()}, {"s", what.response().save()}});
    case v1::DragondiceEvent::kDamage:
      return damage_told(scene, what.damage());
    case v1::DragondiceEvent::kWings:
      return dragondice_t("log.wings", {{"list", dragon_list(scene, what.wings().dragons())}});
    case v1::DragondiceEvent::kRegroup:
      return dragondice_t("log.regroup", {{"unit", unit_name(view, what.regroup().unit())},
                                          {"from", place_name(view, what.regroup().from())},
                                          {"to", place_name(view, what.regroup().to())}});
    case v1::DragondiceEvent::kCall:
      return dragondice_t("log.call", {{"name", player_called(scene, what.call().seat())},
                                       {"dragon", dragon_called(scene, what.call().dragon())},
                                       {"to", place_name(view, what.call().to())}});
    case v1::DragondiceEvent::kEnd:
      return end_told(scene, what.end());
    case v1::DragondiceEvent::EVENT_NOT_SET:
      break;
  }
  return {};
}

bool is_of_answer(const v1::GameEvent& event) {
  return event.dragondice().has_unit() && event.dragondice().unit().for_() == v1::DRAGONDICE_ROLLED_FOR_RESPONSE;
}

}  // namespace

std::string DragondiceText::event(const Scene& scene, const v1::GameEvent& event) const {
  return scene.paint.emphasised(dragondice_event_text(scene, event.dragondice()));
}

std::vector<std::string> DragondiceText::step(const Scene& scene, const Events& events) const {
  std::vector<std::string> lines;
  std::vector<std::string> rolls;
  const auto tell_rolls = [&] {
    if (rolls.empty()) return;
    lines.push_back(dragondice_t("log.rolls", {{"list", fmt::format("{}", fmt::join(rolls, " · "))}}));
    rolls.clear();
  };
  for (const v1::GameEvent& each : events) {
    if (is_of_answer(each)) {
      rolls.push_back(unit_roll_text(scene.view.dragondice(), each.dragondice().unit()));
      continue;
    }
    tell_rolls();
    if (std::string line = event(scene, each); !line.empty()) lines.push_back(std::move(line));
  }
  tell_rolls();
  return lines;
}

}  // namespace wyrmhall::cli
