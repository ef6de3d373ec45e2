// What every store promises (persistence/store.h), as subcases of the doctest case that calls this.
#pragma once

#include <cstdint>
#include <functional>

#include "tests/persistence/asker.h"

namespace wyrmhall::persistence::testing {

// Opens a store with nothing in it.
using OpenEmpty = std::function<Asker()>;

void check_contract(const OpenEmpty& open_empty);
// Parts of it (contract_closing.cpp, contract_door.cpp, contract_heroes.cpp, contract_hero_lists.cpp,
// contract_ledger.cpp, contract_members.cpp, contract_relations.cpp, contract_tokens.cpp).
void check_relations(Asker& asker);
void check_tokens(Asker& asker);
void check_members(Asker& asker);
void check_passkeys(Asker& asker);
void check_names_of_tokens(Asker& asker);
void check_planned_deletion(Asker& asker);
void check_tries(Asker& asker);
void check_renames(Asker& asker);
void check_old_names(Asker& asker);
void check_expiry(Asker& asker);
void check_invitations(Asker& asker);
void check_bans(Asker& asker);
void check_stable(Asker& asker);
void check_heroes_remembered(Asker& asker);
void check_hero_taking(Asker& asker);
void check_hero_booking(Asker& asker);
void check_hero_erasing(Asker& asker);
void check_hero_lists(Asker& asker);
void check_ledger(Asker& asker);
void check_board(Asker& asker);
void check_bests(Asker& asker);
void check_void(Asker& asker);
void check_closing_links(Asker& asker);
void check_end_statements(Asker& asker);

// Keeps the accounts 1 to `count`.
void make_accounts(Asker& asker, std::uint64_t count);

}  // namespace wyrmhall::persistence::testing
