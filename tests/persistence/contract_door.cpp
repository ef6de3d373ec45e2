// Who may come in, by invitation or by address: the part of the contract that is about them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/persistence/contract.h"
#include "tests/persistence/samples.h"

namespace wyrmhall::persistence::testing {
namespace {

// Made at 100, counts until 200.
Invitation invitation(std::uint64_t number, std::uint32_t uses) {
  return {.id = invitation_id(number),
          .code_hash = account(number).token_hash,
          .note = "for " + std::to_string(number),
          .uses = uses,
          .made_at = moment(100),
          .until = moment(200)};
}

Ban ban(const std::string& network, std::int64_t made_at, std::int64_t until) {
  return {.network = network, .reason = "a flood", .made_at = moment(made_at), .until = moment(until)};
}

}  // namespace

void check_invitations(Asker& asker) {
  const auto keep = [&](const Invitation& one, std::uint32_t limit = 3) {
    return asker.ask(KeepInvitation{.invitation = one, .limit = limit}).verdict;
  };
  const auto come = [&](std::uint64_t number, std::uint64_t code, std::int64_t at) {
    Account guest = account(number);
    guest.created_at = moment(at);
    return asker.ask(CreateAccount{.account = guest, .invitation = account(code).token_hash});
  };
  CHECK(asker.ask(ListInvitations{}).value.empty());
  CHECK(keep(invitation(51, 2)) == Verdict::kKept);
  CHECK(keep(invitation(51, 2)) == Verdict::kKept);  // repeated
  CHECK(keep(invitation(52, 1)) == Verdict::kKept);
  CHECK(asker.ask(ListInvitations{}).value == std::vector{invitation(51, 2), invitation(52, 1)});
  Invitation same_code = invitation(59, 1);
  same_code.code_hash = invitation(51, 1).code_hash;
  CHECK(keep(same_code) == Verdict::kConflict);

  // Each guest is one use, however often it is asked for; and one that is refused for something else is none.
  CHECK(come(1, 51, 150).kept());
  CHECK(come(1, 51, 150).kept());
  Account same_name = account(2);
  same_name.name_key = account(1).name_key;
  CHECK(asker.ask(CreateAccount{.account = same_name, .invitation = account(51).token_hash}).conflict ==
        Conflict::kName);
  CHECK(asker.ask(ListInvitations{}).value.front().used == 1);
  CHECK(come(2, 51, 199).kept());
  CHECK(come(3, 51, 150).conflict == Conflict::kInvitation);  // used up
  CHECK(come(3, 51, 150).verdict == Verdict::kConflict);
  CHECK(come(3, 52, 200).conflict == Conflict::kInvitation);  // too late
  CHECK(come(3, 58, 150).conflict == Conflict::kInvitation);  // there is none
  CHECK_FALSE(asker.ask(FindAccount{account(3).token_hash}).value.account);
  CHECK(asker.ask(CreateAccount{account(3)}).kept());  // where none is needed

  // Those that count no more make room.
  CHECK(keep(invitation(53, 1), 2) == Verdict::kKept);
  CHECK(asker.ask(ListInvitations{}).value == std::vector{invitation(52, 1), invitation(53, 1)});
  CHECK(keep(invitation(54, 1), 2) == Verdict::kConflict);
  CHECK(asker.ask(DropInvitation{invitation_id(52)}).kept());
  CHECK(asker.ask(DropInvitation{invitation_id(52)}).verdict == Verdict::kConflict);
  CHECK(come(4, 52, 150).conflict == Conflict::kInvitation);
  CHECK(keep(invitation(54, 1), 2) == Verdict::kKept);
}

void check_bans(Asker& asker) {
  const auto keep = [&](const Ban& one, std::uint32_t limit = 2) {
    return asker.ask(KeepBan{.ban = one, .limit = limit}).verdict;
  };
  CHECK(asker.ask(ListBans{}).value.empty());
  CHECK(keep(ban("192.0.2.1", 100, 200)) == Verdict::kKept);
  CHECK(keep(ban("10.0.0.0/8", 101, 300)) == Verdict::kKept);
  CHECK(asker.ask(ListBans{}).value == std::vector{ban("192.0.2.1", 100, 200), ban("10.0.0.0/8", 101, 300)});
  CHECK(keep(ban("2001:db8::/32", 102, 300)) == Verdict::kConflict);  // two are all
  CHECK(keep(ban("10.0.0.0/8", 103, 400)) == Verdict::kKept);         // and this is one of them
  CHECK(asker.ask(ListBans{}).value == std::vector{ban("192.0.2.1", 100, 200), ban("10.0.0.0/8", 103, 400)});
  CHECK(keep(ban("2001:db8::/32", 200, 300)) == Verdict::kKept);  // the first has ended by now
  CHECK(asker.ask(ListBans{}).value == std::vector{ban("10.0.0.0/8", 103, 400), ban("2001:db8::/32", 200, 300)});
  CHECK(asker.ask(DropBan{"10.0.0.0/8"}).kept());
  CHECK(asker.ask(DropBan{"10.0.0.0/8"}).verdict == Verdict::kConflict);
  CHECK(asker.ask(ListBans{}).value == std::vector{ban("2001:db8::/32", 200, 300)});
}

}  // namespace wyrmhall::persistence::testing
