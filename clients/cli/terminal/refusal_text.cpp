#include "clients/cli/terminal/refusal_text.h"

#include <algorithm>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/terminal.h"

namespace wyrmhall::cli {
namespace {

// The limit that is reached is told by the field that names it.
std::string key_of(const v1::Refusal& refusal) {
  const std::string& code = v1::RefusalCode_Name(refusal.code());
  std::string of_field = code + "." + refusal.field();
  if (has_message(of_field)) return of_field;
  return has_message(code) ? code : v1::RefusalCode_Name(v1::REFUSAL_CODE_UNSPECIFIED);
}

// A field as it was typed, where it is an option of the command line.
std::string typed_field(const std::string& field) {
  if (field != "turn_seconds" && field != "absence_seconds") return strip_control_chars(field);
  std::string option = "--" + field;
  std::ranges::replace(option, '_', '-');
  return option;
}

std::string in_figures(const v1::Refusal& refusal) {
  const Arguments values = {{"field", typed_field(refusal.field())},
                            {"lowest", refusal.lowest()},
                            {"highest", refusal.highest()},
                            {"given", refusal.given()}};
  return t(refusal.has_given() ? "field.given" : "field.range", values);
}

// When to come again, if the server says so and a person has to.
std::string when_again(const v1::Refusal& refusal) {
  const bool asks = refusal.code() == v1::REFUSAL_CODE_FIND_PAUSED ||
                    refusal.code() == v1::REFUSAL_CODE_LIMIT_REACHED ||
                    refusal.code() == v1::REFUSAL_CODE_ABSENT_TOO_SHORTLY;
  if (!asks || refusal.retry_after_ms() == 0) return {};
  constexpr std::uint32_t kMinute = 60;
  constexpr std::uint32_t kHour = 60 * kMinute;
  constexpr std::uint32_t kDay = 24 * kHour;
  const std::uint32_t seconds = (refusal.retry_after_ms() + 999) / 1000;
  if (seconds < 2 * kMinute) return " " + t("again.s", {{"n", seconds}});
  if (seconds < 2 * kHour) return " " + t("again.min", {{"n", (seconds + kMinute - 1) / kMinute}});
  if (seconds < 2 * kDay) return " " + t("again.h", {{"n", (seconds + kHour - 1) / kHour}});
  return " " + t("again.days", {{"n", (seconds + kDay - 1) / kDay}});
}

// Each game's field in Sentence has the game's code name.
std::string_view game_of(const v1::Sentence& reason) {
  return v1::Sentence::descriptor()->FindFieldByNumber(reason.phrase_case())->name();
}

// Outside of a match nobody has a seat.
std::string in_words_of_game(const v1::Refusal& refusal, const Scene* scene) {
  static const v1::GameView kView;
  static const v1::MatchInfo kInfo;
  static const Paint kPaint(false);
  static const Scene kNoMatch{kView, kInfo, -1, 0, kPaint};
  const GameText& words = text_of(game_of(refusal.reason()));
  return words.reason(scene == nullptr ? kNoMatch : *scene, refusal.reason()) +
         (refusal.rule().empty() ? "" : " (" + strip_control_chars(refusal.rule()) + ")");
}

// What the server says, to stand in a sentence: without a stop of its own.
std::string detail_of(const v1::Refusal& refusal) {
  std::string detail = strip_control_chars(refusal.detail());
  if (detail.ends_with('.')) detail.pop_back();
  return detail.empty() ? std::to_string(static_cast<int>(refusal.code())) : detail;
}

}  // namespace

std::string refusal_text(const v1::Refusal& refusal, const Scene* scene) {
  if (refusal.has_reason() && refusal.reason().phrase_case() != v1::Sentence::PHRASE_NOT_SET) {
    return in_words_of_game(refusal, scene);
  }
  if (refusal.has_lowest() && refusal.has_highest()) return in_figures(refusal);
  const std::string key = key_of(refusal);
  const std::string what_to_type = key + ".do";
  return t(key, {{"detail", detail_of(refusal)}}) + (has_message(what_to_type) ? " " + t(what_to_type) : "") +
         when_again(refusal);
}

}  // namespace wyrmhall::cli
