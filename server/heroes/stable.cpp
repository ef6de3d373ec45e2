#include "server/heroes/stable.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/core/names.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

using persistence::Conflict;
using persistence::Verdict;

namespace {

void write_hero(const persistence::HeroLine& line, bool with_player, pb::Hero& to) {
  const persistence::HeroRow& hero = line.hero;
  to.set_hero_id(to_bytes(hero.id));
  to.set_name(hero.name);
  if (with_player) to.set_player(line.owner);
  hero_game().describe(hero, to);
  if (hero.match) to.set_match_id(to_bytes(*hero.match));
  to.set_made_at_us(wire_us(hero.made_at));
  if (hero.fallen_at) to.set_fallen_at_us(wire_us(*hero.fallen_at));
  if (hero.retired_at) to.set_retired_at_us(wire_us(*hero.retired_at));
}

}  // namespace

void StableKeeper::command(const Session& session, const pb::ClientMessage& message, Outbox& out) const {
  using C = pb::ClientMessage;
  const Asker asker{session.id, message.command_id()};
  switch (message.command_case()) {
    case C::kMakeHero:
      return make(session, message, out);
    case C::kRetireHero:
      return retire(session, message, out);
    case C::kListFamousHeroes:
      return list_famous(session, message, out);
    case C::kAskHeroStory: {
      const pb::AskHeroStory& ask = message.ask_hero_story();
      const auto hero = id_from_bytes<HeroId>(ask.hero_id());
      if (!hero) return out.refuse(asker, no_id("hero_id"));
      persistence::ListStory request{.hero = *hero, .limit = kHeroesPerPage};
      if (ask.before() != 0) request.before = ask.before() - 1;  // the store counts from 0
      return out.ask(StoryOfHero{asker}, request);
    }
    default: {
      const std::string& wanted = message.list_heroes().after();
      const auto after = id_from_bytes<HeroId>(wanted);
      if (!after && !wanted.empty()) return out.refuse(asker, no_id("after"));
      return out.ask(HeroList{asker},
                     persistence::ListHeroes{.account = session.account, .after = after, .limit = kHeroesPerPage});
    }
  }
}

void StableKeeper::make(const Session& session, const pb::ClientMessage& message, Outbox& out) const {
  const Asker asker{session.id, message.command_id()};
  const auto name = check_name(message.make_hero().name());
  if (!name) return out.refuse(asker, refusal(name.error()));
  auto body = hero_game().newcomer(message.make_hero());
  if (!body) return out.refuse(asker, std::move(body.error()));
  out.ask(HeroKept{asker}, persistence::KeepHero{.hero = persistence::HeroRow{.id = make_id<HeroId>(core_.environment),
                                                                              .account = session.account,
                                                                              .name = name->shown,
                                                                              .body = *std::move(body),
                                                                              .made_at = core_.environment.clock.now()},
                                                 .limit = persistence::kHeroLimit});
}

void StableKeeper::retire(const Session& session, const pb::ClientMessage& message, Outbox& out) const {
  const Asker asker{session.id, message.command_id()};
  const auto hero = id_from_bytes<HeroId>(message.retire_hero().hero_id());
  if (!hero) return out.refuse(asker, no_id("hero_id"));
  if (lobby_.heroes().is_brought(session.account, *hero)) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_HERO_BUSY, "you have brought this hero to a table", "hero_id"));
  }
  out.ask(HeroRetired{asker, lobby_.heroes().begin_retirement(session.account, *hero)},
          persistence::RetireHero{.account = session.account, .hero = *hero, .at = core_.environment.clock.now()});
}

void StableKeeper::list_famous(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const pb::ListFamousHeroes& ask = message.list_famous_heroes();
  const Asker asker{session.id, message.command_id()};
  std::optional<HeroId> hero;
  if (ask.has_after()) {
    hero = id_from_bytes<HeroId>(ask.after().hero_id());
    if (!hero) return out.refuse(asker, no_id("after.hero_id"));
  }
  const FamousList wait{.asker = asker, .list = static_cast<std::uint32_t>(ask.list())};
  if (ask.list() == pb::HERO_LIST_FALLEN) {
    persistence::ListFallen request{.limit = kHeroesPerPage};
    if (hero) request.after = {.at = from_wire_us(ask.after().by()), .hero = *hero};
    return out.ask(wait, request);
  }
  const std::optional<std::size_t> score = hero_game().score_of(ask.list());
  if (!score) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_FIELD_INVALID, "there is no such list of heroes", "list"));
  }
  persistence::ListHeroBoard request{.score = *score, .limit = kHeroesPerPage};
  if (hero) {
    constexpr std::uint64_t kMaxAmount = std::numeric_limits<std::uint32_t>::max();
    request.after = {.amount = static_cast<std::uint32_t>(std::min(ask.after().by(), kMaxAmount)), .hero = *hero};
  }
  out.ask(wait, request);
}

// Whatever the outcome, the player is told what the stable is now.
void StableKeeper::answered(const HeroKept& wait, const HeroKept::Answer& answer, Outbox& out) const {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr) return;
  if (answer.verdict == Verdict::kConflict) {
    switch (answer.conflict) {
      case Conflict::kLimit:
        return out.refuse(
            wait.asker, refusal(pb::REFUSAL_CODE_LIMIT_REACHED, "your stable is full; retire a hero first", "heroes"));
      case Conflict::kHero:
        return out.refuse(wait.asker, refusal(pb::REFUSAL_CODE_HERO_BUSY, "the hero is in a match", "hero_id"));
      default:
        return out.refuse(wait.asker,
                          refusal(pb::REFUSAL_CODE_HERO_UNKNOWN, "you have no such hero any more", "hero_id"));
    }
  }
  out.ask(HeroList{wait.asker}, persistence::ListHeroes{.account = session->account, .limit = kHeroesPerPage});
}

void StableKeeper::answered(const HeroRetired& wait, const HeroRetired::Answer& answer, Outbox& out) const {
  lobby_.heroes().end_retirement(wait.retirement);
  answered(HeroKept{wait.asker}, answer, out);
}

void StableKeeper::answered(const HeroList& wait, const HeroList::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  pb::Stable& stable = *reply.mutable_stable();
  stable.set_most_living(persistence::kHeroLimit);
  const auto& heroes = answer.value;
  for (const persistence::HeroLine& line : heroes) write_hero(line, false, *stable.add_heroes());
  if (heroes.size() == kHeroesPerPage) stable.set_next(to_bytes(heroes.back().hero.id));
  out.answer(wait.asker, reply);
}

void StableKeeper::answered(const StoryOfHero& wait, const StoryOfHero::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  pb::HeroStory& story = *reply.mutable_hero_story();
  const auto& lines = answer.value;
  for (const persistence::StoryLine& line : lines) {
    pb::HeroHunt& told = *story.add_hunts();
    hero_game().describe_line(line.body, told);
    told.set_number(line.no + 1);
    told.set_match_id(to_bytes(line.match));
    told.set_at_us(wire_us(line.at));
  }
  if (lines.size() == kHeroesPerPage && lines.back().no > 0) story.set_next(lines.back().no + 1);
  out.answer(wait.asker, reply);
}

void StableKeeper::answered(const FamousList& wait, const FamousList::Answer& answer, Outbox& out) const {
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  pb::ServerMessage reply;
  pb::FamousHeroes& famous = *reply.mutable_famous_heroes();
  for (const persistence::HeroLine& line : answer.value) write_hero(line, true, *famous.add_heroes());
  famous.set_more(answer.value.size() == kHeroesPerPage);
  out.answer(wait.asker, reply);
}

}  // namespace wyrmhall::server
