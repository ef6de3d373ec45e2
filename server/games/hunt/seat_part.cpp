#include "server/games/hunt/seat_part.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rules/hunt/options.h"
#include "server/games/refusals.h"
#include "server/games/registry.h"

namespace wyrmhall::server::hunt_wire {
namespace {

namespace pb = wyrmhall::v1;
namespace hunt = rules::hunt;

using HeroOptions = google::protobuf::RepeatedPtrField<pb::HuntHeroOption>;

bool is_kept(const pb::GameOptions& options, int place) {
  return std::ranges::count(options.heroes(), static_cast<std::uint32_t>(place), &pb::BroughtHero::place) != 0;
}

// The places of a seat, in their order.
std::vector<int> places_of(const HeroOptions& heroes, std::size_t seat) {
  std::vector<int> places;
  for (int place = 0; place < heroes.size(); ++place) {
    if (heroes[place].seat() == seat) places.push_back(place);
  }
  return places;
}

pb::HuntHeroOption option_of(const pb::HuntNewcomer& hero, std::uint32_t seat) {
  pb::HuntHeroOption option;
  option.set_seat(seat);
  option.set_class_(hero.class_());
  if (hero.class_() != pb::HUNT_CLASS_CUSTOM) return option;
  option.set_symbol(hero.symbol());
  for (const int skill : hero.skills()) option.add_skills()->set_id(static_cast<pb::HuntSkill>(skill));
  return option;
}

// The newcomers of the parts; and the places whose heroes have been chosen, kept ones first.
std::vector<int> put_heroes(pb::GameOptions& options, SeatParts parts) {
  HeroOptions& heroes = *options.mutable_hunt()->mutable_heroes();
  std::vector<int> chosen;
  for (int place = 0; place < heroes.size(); ++place) {
    if (is_kept(options, place)) chosen.push_back(place);
  }
  for (std::size_t seat = 0; seat < parts.size(); ++seat) {
    if (parts[seat] == nullptr) continue;
    const auto& brought = parts[seat]->hunt().heroes();
    const std::vector<int> places = places_of(heroes, seat);
    for (int i = 0; i < std::min(brought.size(), static_cast<int>(places.size())); ++i) {
      const int place = places[static_cast<std::size_t>(i)];
      if (is_kept(options, place)) continue;
      heroes[place] = option_of(brought[i], heroes[place].seat());
      chosen.push_back(place);
    }
  }
  return chosen;
}

// S1: a hero that has the class of one of the first `stay` of these places, or of an earlier one, comes as the first
// class that nobody has.
void part_classes(HeroOptions& heroes, const std::vector<int>& places, std::size_t stay) {
  std::array<bool, hunt::kClasses.size()> taken{};
  for (std::size_t i = 0; i < places.size(); ++i) {
    pb::HuntHeroOption& hero = heroes[places[i]];
    if (hero.class_() == pb::HUNT_CLASS_CUSTOM) continue;
    if (i >= stay && taken.at(static_cast<std::size_t>(hero.class_() - 1))) {
      const auto free = std::ranges::find(taken, false);
      const auto seat = hero.seat();
      hero.Clear();
      hero.set_seat(seat);
      hero.set_class_(static_cast<pb::HuntClass>(free - taken.begin() + 1));
    }
    taken.at(static_cast<std::size_t>(hero.class_() - 1)) = true;
  }
}

// Two may have chosen the same class: it stays so, for the rules to refuse, or the second of them gives way. A kept
// hero stays who it is.
enum class SameClass : std::uint8_t { kStays, kGivesWay };

// P1: as all want it, if there are two of them in each group; if nobody says anything, as the options have it.
void part_groups(pb::HuntOptions& options, SeatParts parts) {
  const int heroes = options.heroes_size();
  const auto alive = [](const pb::HuntHeroOption& hero) { return !hero.has_alive() || hero.alive(); };
  if (hunt::dragons_for(heroes) < 2 || !std::ranges::all_of(options.heroes(), alive)) return options.clear_groups();
  std::vector<std::optional<std::uint32_t>> wanted(static_cast<std::size_t>(heroes));
  for (std::size_t seat = 0; seat < parts.size(); ++seat) {
    if (parts[seat] == nullptr) continue;
    const std::vector<int> places = places_of(options.heroes(), seat);
    const auto& groups = parts[seat]->hunt().groups();
    const std::size_t count = std::min(places.size(), static_cast<std::size_t>(groups.size()));
    for (std::size_t i = 0; i < count; ++i) wanted[static_cast<std::size_t>(places[i])] = groups[static_cast<int>(i)];
  }
  if (std::ranges::none_of(wanted, &std::optional<std::uint32_t>::has_value)) return;
  std::array<int, 2> sizes{};
  std::vector<std::optional<std::uint32_t>> has(wanted.size());
  const auto put = [&](std::size_t place, std::uint32_t group) {
    const bool full = sizes.at(group) == heroes - 2;
    has[place] = full ? 1 - group : group;
    ++sizes.at(*has[place]);
  };
  for (std::size_t place = 0; place < wanted.size(); ++place) {
    if (wanted[place]) put(place, *wanted[place]);
  }
  for (std::size_t place = 0; place < wanted.size(); ++place) {
    const bool said = options.groups_size() == heroes;
    if (!has[place]) put(place, said ? options.groups(static_cast<int>(place)) : static_cast<std::uint32_t>(place % 2));
  }
  options.clear_groups();
  for (const auto& group : has) options.add_groups(*group);
}

void put_parts(pb::GameOptions& options, SeatParts parts, SameClass same) {
  std::vector<int> places = put_heroes(options, parts);
  const auto kept = static_cast<std::size_t>(options.heroes_size());
  const std::size_t stay = same == SameClass::kStays ? places.size() : kept;
  HeroOptions& heroes = *options.mutable_hunt()->mutable_heroes();
  for (int place = 0; place < heroes.size(); ++place) {
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  part_classes(heroes, places, stay);
  part_groups(*options.mutable_hunt(), parts);
}

class Newcomers final : public SeatGame {
 public:
  // Another class may come instead of one that the options name, but nobody may instead of a hero of whom they say
  // more.
  [[nodiscard]] bool are_fixed(const pb::GameOptions& options) const override {
    return std::ranges::any_of(options.hunt().heroes(), [](pb::HuntHeroOption hero) {
      hero.clear_seat();
      hero.clear_class_();
      return hero.ByteSizeLong() > 0;
    });
  }

  // The rules judge it in the party as it would be. A class that somebody has brought is refused; one that only stands
  // in the options is not.
  std::optional<pb::Refusal> complete(const pb::GameOptions& options, SeatParts others, std::uint32_t seat,
                                      pb::SeatPart& part) const override {
    const auto places = static_cast<std::int64_t>(places_of(options.hunt().heroes(), seat).size());
    if (auto refused = fault_in(part.hunt(), places, options.hunt().heroes_size())) return refused;
    std::vector<const pb::SeatPart*> parts(others.begin(), others.end());
    parts.resize(std::max<std::size_t>(parts.size(), seat + 1));
    parts[seat] = &part;
    pb::GameOptions tried = options;
    put_parts(tried, parts, SameClass::kStays);
    if (auto refused = hunt_game().complete(tried)) return refused;
    pb::SeatPart complete;
    *complete.mutable_hunt() = part.hunt();
    for (pb::HuntNewcomer& hero : *complete.mutable_hunt()->mutable_heroes()) {
      hero.DiscardUnknownFields();
      if (hero.class_() == pb::HUNT_CLASS_CUSTOM) continue;
      hero.clear_symbol();
      hero.clear_skills();
    }
    complete.mutable_hunt()->DiscardUnknownFields();
    part = complete;
    return std::nullopt;
  }

  void compose(pb::GameOptions& options, SeatParts parts) const override {
    put_parts(options, parts, SameClass::kGivesWay);
  }

 private:
  static std::optional<pb::Refusal> fault_in(const pb::HuntSeatPart& part, std::int64_t places, int heroes) {
    const auto refuse_it = [](std::string detail, std::string field) {
      return refuse(pb::REFUSAL_CODE_FIELD_INVALID, std::move(detail), "part.hunt." + std::move(field));
    };
    if (part.heroes_size() > places) {
      return refuse_it("this seat has " + std::to_string(places) + " places in the party", "heroes");
    }
    for (const pb::HuntNewcomer& hero : part.heroes()) {
      if (hero.class_() < pb::HUNT_CLASS_WARRIOR || hero.class_() > pb::HUNT_CLASS_CUSTOM) {
        return refuse_it("there is no such class", "heroes.class");
      }
      if (hero.class_() == pb::HUNT_CLASS_CUSTOM && hero.skills_size() > hunt::kCustomSkills) {
        return refuse_it("a custom hero begins with six skills", "heroes.skills");
      }
    }
    if (part.groups().empty()) return std::nullopt;
    if (hunt::dragons_for(heroes) < 2) return refuse_it("fewer than four heroes hunt one dragon", "groups");
    if (part.groups_size() != places) {
      return refuse_it("it must say one for each of the " + std::to_string(places) + " places", "groups");
    }
    const auto is_group = [](std::uint32_t group) { return group <= std::uint32_t{hunt::kGroups.most}; };
    if (!std::ranges::all_of(part.groups(), is_group)) return refuse_it("a group is 0 or 1", "groups");
    return std::nullopt;
  }
};

}  // namespace

const SeatGame& SeatPart::seats_bring() {
  static const Newcomers kNewcomers;
  return kNewcomers;
}

}  // namespace wyrmhall::server::hunt_wire
