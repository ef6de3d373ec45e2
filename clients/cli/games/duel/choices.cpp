// What can be done in a Dragon Duel, why something cannot, and what may come of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "clients/cli/games/board_lines.h"
#include "clients/cli/games/duel/names.h"
#include "clients/cli/games/duel/text.h"
#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {
namespace {

constexpr std::size_t kNameWidth = 8;     // columns of a dragon that can be chosen
constexpr std::size_t kActionWidth = 26;  // columns of what can be done, before what it costs

// What a line of the odds changes in one of the two counters: "Frost 20 → 17 health".
void add_changes(const Scene& scene, const google::protobuf::Map<std::uint32_t, std::uint32_t>& now,
                 const google::protobuf::Map<std::uint32_t, std::uint32_t>& then, std::string_view key,
                 std::vector<std::string>& changes) {
  for (const std::uint32_t index : dragon_indices(scene.view.duel())) {
    const auto after = then.find(index);
    const auto before = now.find(index);
    if (after == then.end() || before == now.end() || after->second == before->second) continue;
    changes.push_back(
        duel_t(key, {{"dragon", dragon_name(scene, index)}, {"n", before->second}, {"m", after->second}}));
  }
}

std::vector<std::string> changes_of(const Scene& scene, const v1::OddsLine& line) {
  std::vector<std::string> changes;
  add_changes(scene, scene.view.duel().health(), line.diff().duel().health(), "odds.change.health", changes);
  add_changes(scene, scene.view.duel().energy(), line.diff().duel().energy(), "odds.change.energy", changes);
  return changes;
}

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// The changes that every result has.
std::vector<std::string> in_all(const std::vector<std::vector<std::string>>& results) {
  std::vector<std::string> common = results.empty() ? std::vector<std::string>() : results.front();
  for (const auto& changes : results) {
    std::erase_if(common, [&](const std::string& change) { return !contains(changes, change); });
  }
  return common;
}

// How much health an attack may cost the target, in spans.
std::vector<std::string> damage_text(const v1::DuelOdds& odds) {
  struct Span {
    std::uint32_t least, most;
  };
  constexpr std::array kSpans = {Span{0, 0}, Span{1, 4}, Span{5, 9}, Span{10, 14}, Span{15, 20}};
  std::vector<std::string> parts;
  for (const Span& span : kSpans) {
    double probability = 0;
    for (const v1::DuelDamage& damage : odds.damage()) {
      if (damage.health() >= span.least && damage.health() <= span.most) probability += damage.probability();
    }
    if (probability <= 0) continue;
    parts.push_back(span.most == 0 ? duel_t("odds.damage.none", {{"p", percent(probability)}})
                                   : duel_t("odds.damage.span",
                                            {{"n", span.least}, {"m", span.most}, {"p", percent(probability)}}));
  }
  return parts;
}

// An attack in figures.
std::vector<std::string> figures_text(const Scene& scene, const v1::DuelOdds& odds) {
  std::vector<std::string> parts = {duel_t("odds.hit", {{"p", percent(odds.hit())}}),
                                    duel_t("odds.health", {{"d", decimal(odds.mean_damage())}})};
  if (odds.wins_game() > 0) {
    parts.push_back(duel_t("odds.wins", {{"p", percent(odds.wins_game())}}));
  } else if (odds.fells_target() > 0) {
    parts.push_back(duel_t("odds.fells", {{"p", percent(odds.fells_target())}}));
  }
  if (odds.attacker_falls() > 0) parts.push_back(duel_t("odds.falls", {{"p", percent(odds.attacker_falls())}}));
  std::vector<std::string> lines = {scene.paint(Tint::kStrong, fmt::format("{}", fmt::join(parts, " · ")))};
  if (const auto damage = damage_text(odds); damage.size() > 1) {
    const std::string list = fmt::format("{}", fmt::join(damage, " · "));
    lines.push_back(scene.paint(Tint::kFaint, duel_t("odds.damage", {{"list", list}})));
  }
  return lines;
}

}  // namespace

std::string DuelText::choice(const Scene& scene, const v1::Choice& choice) const {
  const SentenceArguments a(choice.sentence());
  const std::string what = duel_sentence(scene, choice.sentence());
  const auto with = [&](std::size_t width, const std::string& more) {
    return padded(what, width) + scene.paint(Tint::kFaint, "  " + more);
  };
  switch (choice.sentence().duel()) {
    case v1::DUEL_PHRASE_UNSPECIFIED:
      return line_text(choice.action().duel());
    case v1::DUEL_PHRASE_CHOOSE_DRAGON: {
      const std::string ability = fmt::format("ability.{}", a[0]);
      const bool has_one = scene.view.duel().abilities() && has_message("duel", ability);
      return has_one ? with(kNameWidth, duel_t(ability)) + "  " + house_sign(scene.paint) : what;
    }
    case v1::DUEL_PHRASE_WAIT:
      return with(kActionWidth, duel_t("act.gain", {{"n", a[0]}}));
    default:
      return with(kActionWidth, duel_t("act.price", {{"n", a[1]}, {"m", a[2]}}));
  }
}

std::string DuelText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  return duel_sentence(scene, sentence);
}

std::vector<std::string> DuelText::odds(const Scene& scene, const v1::Odds& odds) const {
  constexpr std::size_t kMaxLines = 12;
  std::vector<std::string> lines;
  if (odds.figures().has_duel()) lines = figures_text(scene, odds.figures().duel());
  std::vector<std::vector<std::string>> changes;
  for (const v1::OddsLine& line : odds.lines()) changes.push_back(changes_of(scene, line));
  // What comes whatever the dice say, such as the end of a round, would only be in the way.
  const std::vector<std::string> always = odds.lines_size() > 1 ? in_all(changes) : std::vector<std::string>();
  if (!always.empty()) {
    const std::string list = fmt::format("{}", fmt::join(always, ", "));
    lines.push_back(scene.paint(Tint::kFaint, t("odds.always", {{"list", list}})));
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i == kMaxLines) {
      lines.push_back(scene.paint(Tint::kFaint, t("odds.rarer", {{"n", changes.size() - kMaxLines}})));
      break;
    }
    std::erase_if(changes[i], [&](const std::string& change) { return contains(always, change); });
    lines.push_back(odds_line(odds.lines(static_cast<int>(i)).probability(), changes[i]));
  }
  return lines;
}

}  // namespace wyrmhall::cli
