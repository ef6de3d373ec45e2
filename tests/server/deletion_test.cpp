// A player who wants to be deleted, and may change their mind.
#include "common/id.h"
#include "tests/server/one_guest.h"

namespace wyrmhall::test {
namespace {

using std::chrono_literals::operator""h;

struct Leaving : OneGuest {
  pb::ServerMessage want_deletion(const std::string& password = {}, const std::string& code = {}) {
    pb::ClientMessage ask;
    ask.mutable_delete_account();
    if (!password.empty()) ask.mutable_delete_account()->set_password(password);
    if (!code.empty()) ask.mutable_delete_account()->set_recovery_code(code);
    return mira.ask(ask);
  }
  pb::ServerMessage stay() {
    pb::ClientMessage ask;
    ask.mutable_keep_account();
    return mira.ask(ask);
  }
  std::uint64_t in_a_week() { return static_cast<std::uint64_t>(unix_micros(world.clock.now() + 7 * 24h)); }
};

TEST_CASE_FIXTURE(Leaving, "a guest is deleted after a week, and may stay until then") {
  const std::uint64_t when = in_a_week();
  CHECK(want_deletion().membership().delete_at_us() == when);
  world.clock.pass(24h);
  CHECK(want_deletion().membership().delete_at_us() == when);  // asked for again, it comes no later
  Client phone(world, "Mira", 2);
  phone.arrive_as(mira);
  CHECK(phone.delete_at_us == when);
  CHECK(stay().membership().delete_at_us() == 0);
  CHECK(membership().delete_at_us() == 0);
  Client tablet(world, "Mira", 3);
  tablet.arrive_as(mira);
  CHECK(tablet.delete_at_us == 0);
}

TEST_CASE_FIXTURE(Leaving, "a member is deleted only by one who shows the password or a code") {
  const std::vector<std::string> codes = become_member();
  CHECK(want_deletion().refusal().field() == "by");
  CHECK(code_of(want_deletion("a wrong password")) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(code_of(want_deletion("", "0000-0000-0000-0000")) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(membership().delete_at_us() == 0);
  CHECK(want_deletion(kPassword).membership().delete_at_us() == in_a_week());
  CHECK(stay().membership().delete_at_us() == 0);
  const pb::Membership by_code = want_deletion("", codes[0]).membership();
  CHECK(by_code.delete_at_us() == in_a_week());
  CHECK(by_code.codes_left() == 7);
  CHECK(by_code.member());
}

TEST_CASE_FIXTURE(Leaving, "a deletion is no way to try passwords: they are counted as at sign-in") {
  become_member();
  for (int i = 0; i < 10; ++i) CHECK(code_of(want_deletion("a wrong password")) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(code_of(want_deletion("a wrong password")) == pb::REFUSAL_CODE_LIMIT_REACHED);
}

}  // namespace
}  // namespace wyrmhall::test
