// What a refusal says to a person, whatever the game.
#include "clients/cli/terminal/refusal_text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/model/code_name.h"
#include "generated/rules/games.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::tests::InLanguage;

namespace {

using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;

constexpr int kMaxArguments = 4;

// The names that the rules of a game have for their reasons.
std::vector<std::string> reason_names(std::string_view game) {
#define WYRMHALL_GAME(code, Name) \
  if (game == #code) return {rules::code::kReasonNames.begin(), rules::code::kReasonNames.end()};
#include "generated/rules/games.inc"
  return {};
}

// One field a game.
std::vector<const FieldDescriptor*> phrases() {
  std::vector<const FieldDescriptor*> fields;
  const auto& phrase = *v1::Sentence::descriptor()->FindOneofByName("phrase");
  for (int i = 0; i < phrase.field_count(); ++i) fields.push_back(phrase.field(i));
  return fields;
}

// The phrases that say them.
std::vector<const EnumValueDescriptor*> reasons_of(const FieldDescriptor& game) {
  std::vector<const EnumValueDescriptor*> reasons;
  for (const std::string& name : reason_names(game.name())) {
    std::string value = game.name() + "_phrase_" + name;
    std::ranges::transform(value, value.begin(), [](unsigned char c) { return std::toupper(c); });
    reasons.push_back(game.enum_type()->FindValueByName(value));
    REQUIRE_MESSAGE(reasons.back() != nullptr, value);
  }
  return reasons;
}

v1::Refusal refusal_for(const FieldDescriptor& game, const EnumValueDescriptor& reason) {
  v1::Refusal refusal;
  refusal.set_code(v1::REFUSAL_CODE_ILLEGAL);
  refusal.set_rule("R-1");
  v1::Sentence& sentence = *refusal.mutable_reason();
  sentence.GetReflection()->SetEnum(&sentence, &game, &reason);
  for (int i = 0; i < kMaxArguments; ++i) sentence.add_arguments(1);
  return refusal;
}

struct Watching {
  [[nodiscard]] Scene scene() const { return {view, info, -1, 0, paint}; }
  v1::GameView view;
  v1::MatchInfo info;
  Paint paint{false};
};

}  // namespace

TEST_CASE("each reason of each game is told as a sentence, in every language") {
  const Watching watching;
  const Scene scene = watching.scene();
  REQUIRE(phrases().size() >= 2);
  for (const std::string& language : languages()) {
    const InLanguage in(language);
    for (const FieldDescriptor* game : phrases()) {
      REQUIRE_MESSAGE(!reasons_of(*game).empty(), game->name());
      for (const EnumValueDescriptor* reason : reasons_of(*game)) {
        const v1::Refusal refusal = refusal_for(*game, *reason);
        const std::string text = refusal_text(refusal, &scene);
        CAPTURE(text);
        CHECK_MESSAGE(text.ends_with(". (R-1)"), reason->name());
        CHECK_MESSAGE(text.find(clients::short_name(*reason)) == std::string::npos, reason->name());
        CHECK_MESSAGE(text.find(line_text(refusal.reason())) == std::string::npos, reason->name());
      }
    }
  }
}

TEST_CASE("each code has a sentence of its own in every language") {
  for (const std::string& language : languages()) {
    const InLanguage in(language);
    std::set<std::string> said;
    const auto& codes = *v1::RefusalCode_descriptor();
    for (int i = 0; i < codes.value_count(); ++i) {
      v1::Refusal refusal;
      refusal.set_code(static_cast<v1::RefusalCode>(codes.value(i)->number()));
      refusal.set_detail("as the log says.");
      const std::string text = refusal_text(refusal, nullptr);
      CHECK_MESSAGE(said.insert(text).second, text);
      CHECK_MESSAGE(text.find("..") == std::string::npos, text);
    }
  }
}

TEST_CASE("a refusal of the arena") {
  const Watching watching;
  const Scene scene = watching.scene();
  v1::Refusal refusal;
  refusal.set_rule("A-24");
  refusal.mutable_reason()->set_arena(v1::ARENA_PHRASE_TOO_STRONG);
  refusal.mutable_reason()->add_arguments(5);
  refusal.mutable_reason()->add_arguments(6);
  CHECK(refusal_text(refusal, &scene) == "A 5 does not beat a 6. (A-24)");
}

TEST_CASE("refusals that no game knows of") {
  v1::Refusal refusal;
  refusal.set_code(v1::REFUSAL_CODE_NAME_TAKEN);
  CHECK(refusal_text(refusal, nullptr) ==
        "Somebody has this name, or one that looks like it. Please choose another. Use `--name NAME`.");
  refusal.set_code(v1::REFUSAL_CODE_FIELD_INVALID);
  refusal.set_field("turn_seconds");
  refusal.set_given(5);
  refusal.set_lowest(10);
  refusal.set_highest(604800);
  CHECK(refusal_text(refusal, nullptr) == "--turn-seconds must be 10 to 604,800, not 5.");
}
