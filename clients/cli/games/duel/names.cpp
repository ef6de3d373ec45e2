#include "clients/cli/games/duel/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "clients/cli/games/sentence_arguments.h"
#include "clients/cli/terminal/message_text.h"

namespace wyrmhall::cli {

std::string duel_t(std::string_view key, const Arguments& arguments) {
  return t("duel", key, arguments);
}

std::string duel_sentence(const Scene& scene, const v1::Sentence& sentence) {
  const std::string& key = v1::DuelPhrase_Name(sentence.duel());
  if (!has_message("duel", key)) return line_text(sentence);
  const SentenceArguments arguments(sentence);
  Arguments values = values_of(scene, arguments, *v1::DuelOptions::descriptor());
  for (int i = 0; i < SentenceArguments::kMax; ++i) {
    values.emplace_back(fmt::format("dragon{}", i), dragon_name(scene, arguments.index(i)));
    values.emplace_back(fmt::format("kind{}", i), kind_name(arguments.index(i)));
    values.emplace_back(fmt::format("act{}", i), act_name(arguments[i]));
  }
  return capital(duel_t(key, values));
}

std::string kind_name(std::uint32_t kind) {
  const std::string key = fmt::format("dragon.{}", kind);
  return has_message("duel", key) ? duel_t(key) : duel_t("dragon.any", {{"n", kind}});
}

std::string act_name(int act) {
  const std::string& key = v1::DuelAct_Name(act);
  return duel_t(has_message("duel", key) ? key : "DUEL_ACT_UNSPECIFIED");
}

std::string dragon_name(const Scene& scene, std::uint32_t index) {
  const auto& dragons = scene.view.duel().dragons();
  const auto found = dragons.find(index);
  if (found != dragons.end() && found->second.dragon() != 0) return kind_name(found->second.dragon());
  return duel_t("dragon.none");
}

std::string owner_name(const Scene& scene, std::uint32_t index) {
  const auto& dragons = scene.view.duel().dragons();
  const auto found = dragons.find(index);
  if (found == dragons.end() || found->second.seat() < 0) return t("seat.auto");
  return seat_name(scene, found->second.seat());
}

std::string side_name(const Scene& scene, std::uint32_t side) {
  std::set<int> seats;
  for (const auto& [index, dragon] : scene.view.duel().dragons()) {
    if (dragon.side() == side && dragon.seat() >= 0) seats.insert(dragon.seat());
  }
  if (seats.empty()) return duel_t("enemies");
  std::vector<std::string> names;
  names.reserve(seats.size());
  for (const int seat : seats) names.push_back(seat_name(scene, seat));
  if (scene.view.duel().mode() != v1::DUEL_MODE_BATTLE) return listed(names);
  return duel_t("team.of", {{"n", side + 1}, {"names", listed(names)}});
}

std::vector<std::uint32_t> dragon_indices(const v1::DuelView& view) {
  std::vector<std::uint32_t> indices;
  for (const auto& [index, dragon] : view.dragons()) indices.push_back(index);
  std::sort(indices.begin(), indices.end());
  return indices;
}

}  // namespace wyrmhall::cli
