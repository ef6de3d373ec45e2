// What can be done in a Dragon Duel, why something cannot, and what may come of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "clients/cli/duel_names.h"
#include "clients/cli/duel_text.h"
#include "clients/cli/message_text.h"
#include "clients/cli/sentence_arguments.h"

namespace wyrmhall::cli {
namespace {

std::string act_name(std::int32_t act) {
  switch (act) {
    case v1::DUEL_ACT_CLAW:
      return "Claw";
    case v1::DUEL_ACT_TAIL_WHIP:
      return "Tail whip";
    case v1::DUEL_ACT_BREATH:
      return "Breath";
    case v1::DUEL_ACT_WAIT:
      return "Waiting";
    default:
      return "That";
  }
}

std::string option_name(std::int32_t number) {
  const auto* field = v1::DuelOptions::descriptor()->FindFieldByNumber(number);
  return field != nullptr ? field->name() : fmt::format("number {}", number);
}

std::string attack_text(const Scene& scene, std::string_view act, const SentenceArguments& arguments) {
  const std::string what = fmt::format("{} {}", act, dragon_name(scene, arguments.index(0)));
  const std::string price = fmt::format("costs {} energy, the dice count × {}", arguments[1], arguments[2]);
  return padded(what, 20) + scene.paint(Tint::kFaint, "  " + price);
}

std::string option_text(v1::DuelPhrase phrase, const SentenceArguments& a) {
  switch (phrase) {
    case v1::DUEL_PHRASE_OPTION_RANGE:
      return fmt::format("The option {} must be {} to {}, not {}.", option_name(a[0]), a[2], a[3], a[1]);
    case v1::DUEL_PHRASE_OPTION_NOT_IN_MODE:
      return fmt::format("The option {} is not for this mode.", option_name(a[0]));
    case v1::DUEL_PHRASE_MATCH_GAMES_EVEN:
      return fmt::format("A match has an odd number of games, so that somebody wins; {} is even.", a[0]);
    case v1::DUEL_PHRASE_OPTION_LENGTH:
      return fmt::format("The option {} needs {} numbers; {} were given.", option_name(a[0]), a[2], a[1]);
    case v1::DUEL_PHRASE_DRAGON_TWICE:
      return fmt::format("The option dragons names {} twice.", kind_name(a.index(0)));
    case v1::DUEL_PHRASE_SEAT_MISSING:
      return fmt::format("The option owners leaves seat {} without a dragon.", a[0]);
    case v1::DUEL_PHRASE_OWNER_OF_BOTH:
      return fmt::format("The option owners gives seat {} dragons of both teams.", a[0]);
    default:
      return {};
  }
}

std::string decision_text(const Scene& scene, std::int32_t seat) {
  if (seat < 0) return "The match is over.";
  const std::string name = seat_name(scene, seat);
  return fmt::format("{} {} deciding now.", capital(name), verb(name, "are", "is"));
}

// What a line of the odds changes in one of the two counters: "Frost 20 → 17 health".
void add_changes(const Scene& scene, const google::protobuf::Map<std::uint32_t, std::uint32_t>& now,
                 const google::protobuf::Map<std::uint32_t, std::uint32_t>& then, std::string_view what,
                 std::vector<std::string>& changes) {
  for (const std::uint32_t index : dragon_indices(scene.view.duel())) {
    const auto after = then.find(index);
    const auto before = now.find(index);
    if (after == then.end() || before == now.end() || after->second == before->second) continue;
    changes.push_back(fmt::format("{} {} → {} {}", dragon_name(scene, index), before->second, after->second, what));
  }
}

std::vector<std::string> changes_of(const Scene& scene, const v1::OddsLine& line) {
  std::vector<std::string> changes;
  add_changes(scene, scene.view.duel().health(), line.diff().duel().health(), "health", changes);
  add_changes(scene, scene.view.duel().energy(), line.diff().duel().energy(), "energy", changes);
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

// An attack in figures, and how much health it may cost the target.
std::vector<std::string> figures_text(const Scene& scene, const v1::DuelOdds& odds) {
  std::string head = fmt::format("{} to hit · {:.1f} health on average", percent(odds.hit()), odds.mean_damage());
  if (odds.wins_game() > 0) {
    head += fmt::format(" · {} to win the game", percent(odds.wins_game()));
  } else if (odds.fells_target() > 0) {
    head += fmt::format(" · {} to fell it", percent(odds.fells_target()));
  }
  if (odds.attacker_falls() > 0) head += fmt::format(" · {} to fall", percent(odds.attacker_falls()));
  std::vector<std::string> lines = {scene.paint(Tint::kStrong, head)};
  struct Span {
    std::uint32_t least, most;
    const char* text;
  };
  constexpr std::array kSpans = {Span{0, 0, "none"}, Span{1, 4, "1 to 4"}, Span{5, 9, "5 to 9"},
                                 Span{10, 14, "10 to 14"}, Span{15, 20, "15 to 20"}};
  std::vector<std::string> parts;
  for (const Span& span : kSpans) {
    double probability = 0;
    for (const v1::DuelDamage& damage : odds.damage()) {
      if (damage.health() >= span.least && damage.health() <= span.most) probability += damage.probability();
    }
    if (probability > 0) parts.push_back(fmt::format("{} {}", span.text, percent(probability)));
  }
  if (parts.size() > 1) lines.push_back(scene.paint(Tint::kFaint, fmt::format("health: {}", fmt::join(parts, " · "))));
  return lines;
}

}  // namespace

std::string DuelText::choice(const Scene& scene, const v1::Choice& choice) const {
  const SentenceArguments arguments(choice.sentence());
  switch (choice.sentence().duel()) {
    case v1::DUEL_PHRASE_CHOOSE_DRAGON: {
      std::string name = kind_name(arguments.index(0));
      if (!scene.view.duel().abilities()) return name;
      return padded(name, 8) + scene.paint(Tint::kFaint, "  " + std::string(kind_ability(arguments.index(0))));
    }
    case v1::DUEL_PHRASE_CLAW:
      return attack_text(scene, "Claw", arguments);
    case v1::DUEL_PHRASE_TAIL_WHIP:
      return attack_text(scene, "Tail whip", arguments);
    case v1::DUEL_PHRASE_BREATH:
      return attack_text(scene, "Breath on", arguments);
    case v1::DUEL_PHRASE_WAIT:
      return padded("Wait", 20) + scene.paint(Tint::kFaint, fmt::format("  gains {} energy", arguments[0]));
    default:
      return line_text(choice.action().duel());
  }
}

std::string DuelText::reason(const Scene& scene, const v1::Sentence& sentence) const {
  const SentenceArguments a(sentence);
  const auto dragon = [&](int i) { return dragon_name(scene, a.index(i)); };
  switch (sentence.duel()) {
    case v1::DUEL_PHRASE_MATCH_OVER:
      return "The match is over.";
    case v1::DUEL_PHRASE_NOT_NOW:
      return "Something else has to happen first.";
    case v1::DUEL_PHRASE_NOT_YOUR_TURN:
      return decision_text(scene, a[0]);
    case v1::DUEL_PHRASE_NO_SUCH_ACT:
      return "There is no such action.";
    case v1::DUEL_PHRASE_STRAY_FIELD:
      return fmt::format("{} has no use for all that was said.", act_name(a[0]));
    case v1::DUEL_PHRASE_CHOOSE_FIRST:
      return fmt::format("{} comes later: dragons are still being chosen.", act_name(a[0]));
    case v1::DUEL_PHRASE_ALREADY_CHOSEN:
      return "The dragons have been chosen already.";
    case v1::DUEL_PHRASE_NO_SUCH_DRAGON:
      return fmt::format("There is no dragon {}; they are {} to {}.", a[0], a[1], a[2]);
    case v1::DUEL_PHRASE_DRAGON_TAKEN:
      return fmt::format("{} has been chosen already.", kind_name(a.index(0)));
    case v1::DUEL_PHRASE_NO_SUCH_TARGET:
      return "There is no such dragon to attack.";
    case v1::DUEL_PHRASE_TARGET_IS_OWN:
      return fmt::format("{} is on the same side.", capital(dragon(1)));
    case v1::DUEL_PHRASE_TARGET_DEAD:
      return fmt::format("{} has fallen.", capital(dragon(0)));
    case v1::DUEL_PHRASE_TARGET_TOO_FAR:
      return fmt::format("{} cannot reach {}.", capital(dragon(0)), dragon(1));
    case v1::DUEL_PHRASE_NEEDS_ENERGY:
      return fmt::format("{} needs {} energy; {} has {}.", act_name(a[0]), a[1], dragon(2), a[3]);
    case v1::DUEL_PHRASE_FULL_ENERGY:
      return fmt::format("{} cannot wait at full energy.", capital(dragon(0)));
    default:
      break;
  }
  const std::string about_options = option_text(sentence.duel(), a);
  return about_options.empty() ? line_text(sentence) : about_options;
}

std::vector<std::string> DuelText::odds(const Scene& scene, const v1::Odds& odds) const {
  constexpr std::size_t kMostLines = 12;
  std::vector<std::string> lines;
  if (odds.figures().has_duel()) lines = figures_text(scene, odds.figures().duel());
  std::vector<std::vector<std::string>> changes;
  for (const v1::OddsLine& line : odds.lines()) changes.push_back(changes_of(scene, line));
  // What comes whatever the dice say, such as the end of a round, would only be in the way.
  const std::vector<std::string> always = odds.lines_size() > 1 ? in_all(changes) : std::vector<std::string>();
  if (!always.empty())
    lines.push_back(scene.paint(Tint::kFaint, fmt::format("in any case: {}", fmt::join(always, ", "))));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i == kMostLines) {
      lines.push_back(scene.paint(Tint::kFaint, fmt::format("… and {} rarer results", changes.size() - kMostLines)));
      break;
    }
    std::erase_if(changes[i], [&](const std::string& change) { return contains(always, change); });
    lines.push_back(fmt::format("{:>7}  {}", percent(odds.lines(static_cast<int>(i)).probability()),
                                changes[i].empty() ? "nothing else" : fmt::format("{}", fmt::join(changes[i], ", "))));
  }
  return lines;
}

}  // namespace wyrmhall::cli
