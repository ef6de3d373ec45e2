// Heroes that last from one match to the next, as they are kept, and what a store is asked about them. Matches take
// them and give them back (persistence/matches.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/id.h"
#include "common/time.h"
#include "persistence/answer.h"
#include "persistence/boxed.h"

namespace wyrmhall::persistence {

// Living heroes in the stable of an account.
inline constexpr std::uint32_t kHeroLimit = 20;
// Other heroes of an account that are kept: the latest of the dead, the retired and the fallen. Whenever a hero joins
// the stable, older ones are deleted with their stories, and so are all that retired without ever having been in a
// match.
inline constexpr std::uint32_t kHeroesRemembered = 200;
// Lines of a hero's story that are kept, the latest.
inline constexpr std::uint32_t kStoryRemembered = 500;

// What heroes are ranked by, the higher the better. What each of them counts is for the game to say whose hero it is.
using HeroScores = std::array<std::uint32_t, 2>;

// A hero that lasts from one match to the next. All heroes of an account that are neither fallen nor retired are its
// stable. What a hero is like is in `body`, the server's own encoding; the store looks only at what it lists heroes by.
struct HeroRow {
  HeroId id{};
  AccountId account{};
  std::string name;
  std::string body;
  std::uint32_t revision = 0;  // how many matches have changed it
  bool alive = true;           // a dead one can come back as long as it has not fallen
  HeroScores scores{};
  Timestamp made_at{};
  std::optional<MatchId> match = std::nullopt;         // the running one that has taken it
  std::optional<Timestamp> fallen_at = std::nullopt;   // for good
  std::optional<Timestamp> retired_at = std::nullopt;  // by its player
  friend bool operator==(const HeroRow&, const HeroRow&) = default;
};

// A hero that a match takes when it starts. Until the match gives it back it is in no other.
struct HeroTaken {
  HeroId hero{};
  std::uint8_t place = 0;  // in the options
  std::uint8_t seat = 0;
  std::uint32_t revision = 0;  // that it must have
  friend bool operator==(const HeroTaken&, const HeroTaken&) = default;
};

// A hero that a match gives back, as the match has changed it.
struct HeroBooked {
  HeroId hero{};
  std::string body;
  bool alive = true;
  HeroScores scores{};
  bool fallen = false;             // from now on, for good
  std::vector<std::string> story;  // what is added to its story, a line a match, in the server's own encoding
  friend bool operator==(const HeroBooked&, const HeroBooked&) = default;
};

// What a match did to a hero that it had taken.
struct HeroUse {
  HeroTaken taken;
  std::string before;                               // its body then
  std::optional<std::string> after = std::nullopt;  // and when it was booked; nothing where it was given back as it was
  friend bool operator==(const HeroUse&, const HeroUse&) = default;
};

// A hero in a list.
struct HeroLine {
  HeroRow hero;
  std::string owner;  // the name of its account
  friend bool operator==(const HeroLine&, const HeroLine&) = default;
};

// A line of a hero's story, with the match that it is from.
struct StoryLine {
  std::uint32_t no = 0;  // from 0
  MatchId match{};
  Timestamp at{};    // when it was kept
  std::string body;  // the server's own encoding
  friend bool operator==(const StoryLine&, const StoryLine&) = default;
};

// A place in the hall of the fallen, the newest first, and those of one moment by id, descending.
struct FallenPlace {
  Timestamp at{};
  HeroId hero{};
};

// A place in a list of heroes by what they have done, the most first and those that are equal by id.
struct HeroPlace {
  std::uint32_t amount = 0;
  HeroId hero{};
};

// --- Requests that write. ---

// A hero joins the stable of its account; one with this id that is there already is kept as it is. Refused with
// kConflict when there are `limit` living ones in the stable (Conflict::kLimit), when another account has a hero of
// this id (Conflict::kId), or when the account is not there or erased.
struct KeepHero {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  Boxed<HeroRow> hero;  // always there; of revision 0, in no match, neither fallen nor retired
  std::uint32_t limit = kHeroLimit;
};

// A hero leaves the stable: it is in no match any more, and stays in the lists. If it has left already, that is kKept
// too. Refused with kConflict when a match has it (Conflict::kHero), or when it is not there, another account's, or
// fallen.
struct RetireHero {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  HeroId hero{};
  Timestamp at{};
};

// --- Requests that read. ---

// The heroes of an account: the living of its stable, the dead, the retired, the fallen; those of one kind by id, which
// is by age.
struct ListHeroes {
  using Answer = std::vector<HeroLine>;
  static constexpr bool kWrites = false;
  AccountId account{};
  std::optional<HeroId> after = std::nullopt;  // only those that come after this one, which must be there
  std::uint32_t limit = 50;
};

// The story of a hero, the latest line first.
struct ListStory {
  using Answer = std::vector<StoryLine>;
  static constexpr bool kWrites = false;
  HeroId hero{};
  std::optional<std::uint32_t> before = std::nullopt;  // only lines with a lower number
  std::uint32_t limit = 50;
};

// The hall of the fallen, of all accounts or of one: the hero that fell last comes first.
struct ListFallen {
  using Answer = std::vector<HeroLine>;
  static constexpr bool kWrites = false;
  std::optional<AccountId> account = std::nullopt;
  std::optional<FallenPlace> after = std::nullopt;  // only what comes after it in the list
  std::uint32_t limit = 50;
};

// The heroes with the highest of one score, the highest first; equal ones by id. They may be of any account, fallen or
// retired. A hero that has none is left out.
struct ListHeroBoard {
  using Answer = std::vector<HeroLine>;
  static constexpr bool kWrites = false;
  std::size_t score = 0;                          // which
  std::optional<HeroPlace> after = std::nullopt;  // only what comes after it in the list
  std::uint32_t limit = 50;
};

}  // namespace wyrmhall::persistence
