// What one player has told the server about another, as it is kept, and what a store is asked about it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/id.h"
#include "persistence/answer.h"

namespace wyrmhall::persistence {

// The numbers are on disk.
enum class Relation : std::uint8_t {
  kBlocked = 1,   // does not want to be brought together with
  kFollowed = 2,  // wants to find again: a friend
};

// Somebody in a list.
struct Person {
  AccountId account{};
  std::string name;
  friend bool operator==(const Person&, const Person&) = default;
};

// --- Requests that write. ---

// From now on a relation holds of an account to another, or (`holds` false) does not. If it is so already, that is
// kKept too. Refused with kConflict when either account is not there, or when it holds to `limit` others
// (Conflict::kLimit).
struct RelatePlayers {
  using Answer = Nothing;
  static constexpr bool kWrites = true;
  AccountId account{};
  AccountId other{};
  Relation relation = Relation::kBlocked;
  bool holds = true;
  std::uint32_t limit = 200;
};

// --- Requests that read. ---

// To whom a relation of an account holds, by name.
struct ListRelated {
  using Answer = std::vector<Person>;
  static constexpr bool kWrites = false;
  AccountId account{};
  Relation relation = Relation::kBlocked;
};

// Who has these names, or had them before and nobody has taken them since, in their order: those that nobody had are
// left out, and so are accounts that were erased.
struct FindPlayers {
  struct Found {
    Person person;
    std::string name_key;      // by which it was found
    bool has_blocked = false;  // the one who asks
    friend bool operator==(const Found&, const Found&) = default;
  };
  using Answer = std::vector<Found>;
  static constexpr bool kWrites = false;
  std::vector<std::string> name_keys;
  AccountId asked_by{};
};

}  // namespace wyrmhall::persistence
