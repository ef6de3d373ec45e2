#include "clients/cli/commands/verify/played.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "common/hex.h"
#include "record/verify.h"

namespace wyrmhall::cli {
namespace {

// Members keep their order, which is that of a record.
using Json = nlohmann::ordered_json;
using Result = Comparison::Result;
using Faces = std::vector<std::uint16_t>;

std::string list_of(const Faces& faces) {
  return fmt::format("{}", fmt::join(faces, " "));
}

// The faces rolled at the start, or by the move that led to a version.
Faces rolled(const Json& record, std::uint64_t version) {
  const Json& step = version == 0 ? record["start"] : record["moves"][version - 1];
  Faces faces;
  if (!step.contains("rolls")) return faces;
  for (const Json& roll : step["rolls"]) faces.push_back(roll["value"].get<std::uint16_t>());
  return faces;
}

// Not every roll is shown to everybody, but what is shown was rolled, and in this order.
bool were_rolled(const Faces& shown, const Faces& all) {
  auto from = all.begin();
  for (const std::uint16_t face : shown) {
    from = std::find(from, all.end(), face);
    if (from == all.end()) return false;
    ++from;
  }
  return true;
}

Comparison other(clients::Message said, std::string shown, std::string recorded) {
  return {.result = Result::kOther,
          .said = std::move(said),
          .seen = {{"shown", std::move(shown)}, {"recorded", std::move(recorded)}}};
}

std::optional<Comparison> other_dice(const PlayedMatch& played, const Json& record) {
  for (const clients::ShownStep& step : played.shown.steps()) {
    if (step.version > played.version) continue;
    const Faces all = rolled(record, step.version);
    if (were_rolled(step.faces, all)) continue;
    return other(
        {"accusation.shown.dice", {{"n", step.version}, {"shown", list_of(step.faces)}, {"recorded", list_of(all)}}},
        fmt::format("dice of step {}: {}", step.version, list_of(step.faces)), list_of(all));
  }
  return std::nullopt;
}

bool is_act(const Json& move, int seat, const clients::ShownAct& act) {
  return move["kind"] == "action" && move["seat"] == seat && move["version"] == act.answers &&
         move.value("actionId", "") == std::to_string(act.command_id);
}

// An older server keeps no confirmations. A confirmation in the record must not differ, though.
bool is_as_confirmed(const Json& move, const clients::ShownAct& act) {
  if (act.confirmation.empty() || !move.contains("confirmation")) return true;
  return move["decision"] == act.decision && move["confirmation"] == hex_text(act.confirmation);
}

const Json* find_act(const Json& moves, int seat, const clients::ShownAct& act) {
  if (act.led_to) {
    if (*act.led_to == 0 || *act.led_to > moves.size()) return nullptr;
    const Json& move = moves[*act.led_to - 1];
    return is_act(move, seat, act) ? &move : nullptr;
  }
  for (const Json& move : moves) {
    if (is_act(move, seat, act)) return &move;
  }
  return nullptr;
}

std::optional<Comparison> other_act(const PlayedMatch& played, const Json& record,
                                    const std::optional<std::size_t>& other_move) {
  const Json& moves = record["moves"];
  for (const clients::ShownAct& act : played.shown.acts()) {
    const Json* const move = find_act(moves, played.seat, act);
    const bool is_other = move != nullptr && other_move && move == &moves[*other_move];
    if (move != nullptr && !is_other && is_as_confirmed(*move, act)) continue;
    return other({"accusation.shown.act", {{"n", act.answers}}},
                 fmt::format("decision {} of seat {} in version {} was taken: {}", act.command_id, played.seat,
                             act.answers, act.decision),
                 move == nullptr ? "none like it" : move->dump());
  }
  return std::nullopt;
}

record::SentDecisions sent_by(const PlayedMatch& played) {
  record::SentDecisions sent{.seat = static_cast<rules::Seat>(played.seat), .by_action_id = {}};
  for (const clients::ShownAct& act : played.shown.acts()) {
    if (!act.decision.empty()) sent.by_action_id[act.command_id] = act.decision;
  }
  return sent;
}

std::string reason_word(v1::OutcomeReason reason) {
  switch (reason) {
    case v1::OUTCOME_REASON_RESIGNED:
      return "resigned";
    case v1::OUTCOME_REASON_TIME:
      return "time";
    case v1::OUTCOME_REASON_ABSENCE:
      return "absence";
    default:
      return "played";
  }
}

std::optional<Comparison> other_outcome(const PlayedMatch& played, const Json& record) {
  if (record["moves"].size() != played.version) {
    return other({"accusation.shown.length", {{"n", record["moves"].size()}, {"m", played.version}}},
                 fmt::format("{} moves", played.version), fmt::format("{} moves", record["moves"].size()));
  }
  const Json shown{
      {"winners", Json(std::vector<std::uint32_t>(played.outcome.winners().begin(), played.outcome.winners().end()))},
      {"places", Json(std::vector<std::uint32_t>(played.outcome.places().begin(), played.outcome.places().end()))},
      {"reason", reason_word(played.outcome.reason())}};
  if (shown == record["outcome"]) return std::nullopt;
  return other({"accusation.shown.outcome"}, shown.dump(), record["outcome"].dump());
}

}  // namespace

Comparison compare_with_record(const PlayedMatch& played, std::string_view text) {
  const auto report = record::verify(text, sent_by(played));
  if (!report) {
    const auto& [where, what] = report.error();
    if (where == "format" || where == "game" || where == "rulesVersion") return {.result = Result::kUnknown};
    return other({"accusation.shown.record", {{"where", where}, {"what", what}}}, "the end of the match",
                 where + " " + what);
  }
  const Json record = Json::parse(text);
  const std::string signed_hash = hex_text(played.end.record);
  if (record["hash"] != signed_hash) {
    return other({"accusation.shown.hash"}, signed_hash, record["hash"].get<std::string>());
  }
  if (auto differs = other_outcome(played, record)) return *std::move(differs);
  if (auto differs = other_dice(played, record)) return *std::move(differs);
  if (auto differs = other_act(played, record, report->other_than_sent)) return *std::move(differs);
  return {};
}

}  // namespace wyrmhall::cli
