#include "clients/cli/commands/heroes/names.h"

#include "clients/cli/games/hunt/kept_hero.h"
#include "clients/cli/games/typed_words.h"
#include "clients/cli/messages.h"
#include "clients/cli/terminal/terminal.h"
#include "common/bytes.h"
#include "common/uuid.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::cli {

HeroMeant hero_meant(const std::vector<v1::Hero>& heroes, std::string_view typed) {
  HeroMeant meant;
  if (const auto id = parse_uuid(typed)) meant.id = to_bytes(*id);
  std::vector<const v1::Hero*> found;
  for (const bool gone : {false, true}) {
    for (const v1::Hero& hero : heroes) {
      if (is_gone(hero) != gone) continue;
      const bool named = plain_letters(hero.name()) == plain_letters(typed);
      if (meant.id.empty() ? named : hero.hero_id() == meant.id) found.push_back(&hero);
    }
    if (!found.empty()) break;
  }
  if (found.size() == 1) {
    meant.hero = found.front();
    return meant;
  }
  const std::string name = strip_control_chars(typed);
  if (found.empty()) {
    meant.complaint = labelled(name, t(v1::RefusalCode_Name(v1::REFUSAL_CODE_HERO_UNKNOWN)));
    return meant;
  }
  std::vector<std::string> ids;
  ids.reserve(found.size());
  for (const v1::Hero* hero : found) ids.push_back(uuid_text(hero->hero_id()));
  meant.complaint = t("stable.several", {{"hero", name}, {"list", listed(ids)}});
  return meant;
}

}  // namespace wyrmhall::cli
