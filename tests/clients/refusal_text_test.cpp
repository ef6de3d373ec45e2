// What a refusal says to a person, whatever the game.
#include "clients/cli/terminal/refusal_text.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "clients/cli/messages.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/model/code_name.h"
#include "in_language.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;
using wyrmhall::tests::InLanguage;

namespace {

using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;

// In each game's enumeration the sentences of choices come first, then the reasons. Those of the parts of forms are
// among the choices, or among the reasons where there was no number left before them.
bool is_reason(const FieldDescriptor& game, int number) {
  constexpr int kFirstReason = 20;
  if (game.name() == "dragondice") return number >= v1::DRAGONDICE_PHRASE_OPTION_RANGE;
  if (game.name() != "hunt") return number >= kFirstReason;
  return number >= v1::HUNT_PHRASE_OPTION_RANGE &&
         (number < v1::HUNT_PHRASE_PART_DROP || number > v1::HUNT_PHRASE_HERO);
}
constexpr int kMaxArguments = 4;

// One field a game.
std::vector<const FieldDescriptor*> phrases() {
  std::vector<const FieldDescriptor*> fields;
  const auto& phrase = *v1::Sentence::descriptor()->FindOneofByName("phrase");
  for (int i = 0; i < phrase.field_count(); ++i) fields.push_back(phrase.field(i));
  return fields;
}

std::vector<const EnumValueDescriptor*> reasons_of(const FieldDescriptor& game) {
  std::vector<const EnumValueDescriptor*> reasons;
  for (int i = 0; i < game.enum_type()->value_count(); ++i) {
    const EnumValueDescriptor& value = *game.enum_type()->value(i);
    if (is_reason(game, value.number())) reasons.push_back(&value);
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
  CHECK(refusal_text(refusal, nullptr) == "turn_seconds must be 10 to 604,800, not 5.");
}
