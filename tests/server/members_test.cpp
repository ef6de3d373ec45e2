// Members: a guest becomes one, and gets back in by a password or by a recovery code. And what becomes of those who
// guess.
#include <algorithm>
#include <set>

#include "common/id.h"
#include "server/accounts/secret_code.h"
#include "server/core/password.h"
#include "tests/server/one_guest.h"

namespace wyrmhall::test {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""min;

constexpr server::PasswordCost kCheap{.passes = 1, .memory_kib = 8};

TEST_CASE("a password fits itself alone, with the salt that it was kept with") {
  const auto kept = server::hash_password(kPassword, kCheap, {1});
  CHECK(server::is_password(kPassword, kept));
  CHECK_FALSE(server::is_password(kPassword + "!", kept));
  CHECK_FALSE(server::is_password("", kept));
  CHECK(kept.key != server::hash_password(kPassword, kCheap, {2}).key);
  CHECK(kept.passes == 1);
  CHECK(kept.memory_kib == 8);
}

TEST_CASE("what people try first is no password, nor one's own name") {
  for (const char* weak : {"password", "password1", "12345678", "qwertyuiop", "letmein1", "wyrmhall", "aaaaaaaa"}) {
    CAPTURE(weak);
    CHECK(server::is_weak(weak, "Mira"));
  }
  CHECK(server::is_weak("Miramira", "Mira"));
  CHECK_FALSE(server::is_weak(kPassword, "Mira"));
  CHECK_FALSE(server::is_weak("vT7#qLm2pX", "Mira"));
  CHECK(server::is_weak(std::string(1000, 'x'), "Mira"));
}

TEST_CASE_FIXTURE(OneGuest, "a guest becomes a member, and gets in on another device by the password") {
  CHECK_FALSE(membership().member());
  const std::vector<std::string> codes = become_member();
  CHECK(codes.size() == 8);
  CHECK(std::set(codes.begin(), codes.end()).size() == 8);
  CHECK(membership().member());
  CHECK(membership().codes_left() == 8);
  CHECK(membership().recovery_codes().empty());

  const pb::ServerMessage in = sign_in(device(), "mira", kPassword);  // names that look alike are one
  REQUIRE_MESSAGE(in.has_signed_in(), in.DebugString());
  CHECK(in.signed_in().player().account_id() == mira.account());
  CHECK(in.signed_in().token().size() == 32);
  CHECK(in.signed_in().token() != mira.token());
  Client phone(world, "Mira", 2);
  phone.arrive_by(in.signed_in().token());
  pb::ClientMessage ask;
  ask.mutable_list_sign_ins();
  CHECK(phone.ask(ask).sign_ins().lines_size() == 2);
}

TEST_CASE_FIXTURE(OneGuest, "nobody learns from a refusal which names there are, or who is a member") {
  const pb::ServerMessage guest = sign_in(device(), "Mira", kPassword);
  become_member();
  const pb::ServerMessage wrong = sign_in(device(), "Mira", "seven quiet worms");
  const pb::ServerMessage nobody = sign_in(device(), "Nobody", kPassword);
  const pb::ServerMessage by_code = sign_in(device(), "Nobody", "", "0000-0000-0000-0000");
  for (const pb::ServerMessage& refused : {guest, wrong, nobody, by_code}) {
    CHECK(code_of(refused) == pb::REFUSAL_CODE_SECRET_WRONG);
    CHECK(refused.refusal().detail() == wrong.refusal().detail());
  }
}

TEST_CASE_FIXTURE(OneGuest, "after a refusal the connection may try again, as somebody else too") {
  become_member();
  const std::uint64_t session = device();
  CHECK(code_of(sign_in(session, "Mira", "wrong one here")) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(sign_in(session, "Mira", kPassword).has_signed_in());
  const std::uint64_t other = device();
  CHECK(code_of(sign_in(other, "Mira", "wrong one here")) == pb::REFUSAL_CODE_SECRET_WRONG);
  pb::ClientMessage guest;
  guest.set_command_id(77);
  guest.mutable_sign_in()->set_new_guest("Somebody else");
  world.send(other, guest);
  const pb::SignedIn& in = world.inbox[other].back().signed_in();
  CHECK(in.player().name() == "Somebody else");
  CHECK(in.player().account_id() != mira.account());
}

TEST_CASE_FIXTURE(OneGuest, "a recovery code lets in once, however it is typed") {
  std::vector<std::string> codes = become_member();
  std::string typed = codes[0];
  std::ranges::transform(typed, typed.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::erase(typed, '-');
  CHECK(sign_in(device(), "Mira", "", typed).signed_in().token().size() == 32);
  CHECK(membership().codes_left() == 7);
  CHECK(code_of(sign_in(device(), "Mira", "", codes[0])) == pb::REFUSAL_CODE_SECRET_WRONG);
  world.restart();
  mira.arrive_as(mira);
  CHECK(code_of(sign_in(device(), "Mira", "", codes[0])) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(sign_in(device(), "Mira", "", codes[1]).has_signed_in());
  // New ones take the place of all.
  CHECK(code_of(new_codes("not this one")) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(new_codes(kPassword).membership().recovery_codes_size() == 8);
  CHECK(code_of(sign_in(device(), "Mira", "", codes[2])) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(membership().codes_left() == 8);
}

TEST_CASE_FIXTURE(OneGuest, "a password is changed by the present one or by a recovery code, and by nothing else") {
  CHECK(code_of(new_codes(kPassword)) == pb::REFUSAL_CODE_NOT_A_MEMBER);
  const std::vector<std::string> codes = become_member();
  const std::string next = "nine loud drakes";
  CHECK(set_password(next).refusal().field() == "by");
  CHECK(code_of(set_password(next, "not this one")) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(code_of(set_password(next, "", "0000-0000-0000-0000")) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(guess("Mira", next) == pb::REFUSAL_CODE_SECRET_WRONG);
  const pb::ServerMessage changed = set_password(next, kPassword);
  REQUIRE_MESSAGE(changed.has_membership(), changed.DebugString());
  CHECK(changed.membership().recovery_codes().empty());
  CHECK(changed.membership().codes_left() == 8);
  CHECK(guess("Mira", kPassword) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(sign_in(device(), "Mira", next).has_signed_in());
  CHECK(set_password(kPassword, "", codes[3]).membership().codes_left() == 7);
  CHECK(sign_in(device(), "Mira", kPassword).has_signed_in());
  CHECK(code_of(set_password(next, "", codes[3])) == pb::REFUSAL_CODE_SECRET_WRONG);
}

TEST_CASE_FIXTURE(OneGuest, "a password has 8 to 256 characters, and is none of those that are tried first") {
  const auto bounds = [&](const std::string& password) { return set_password(password).refusal(); };
  CHECK(bounds("seven77").given() == 7);
  CHECK(bounds("seven77").lowest() == 8);
  CHECK(bounds(std::string(257, 'q')).highest() == 256);
  CHECK(bounds(std::string(7'000, 'q')).field() == "password");
  CHECK(code_of(set_password("password1")) == pb::REFUSAL_CODE_PASSWORD_WEAK);
  CHECK_FALSE(membership().member());
  std::string longest;
  for (int i = 0; i < 256; ++i) longest += {'\xc4', static_cast<char>('\x80' + i * 11 % 64)};  // Ā to Ŀ
  CHECK(set_password(longest).membership().member());
  CHECK(sign_in(device(), "Mira", longest).has_signed_in());
}

TEST_CASE_FIXTURE(OneGuest, "ten million guesses a day get fewer than a hundred answers, and lock nobody out") {
  const std::vector<std::string> codes = become_member();
  int answered = 0;
  for (int minute = 0; minute < 24 * 60; ++minute) {
    // Each guess comes from another address. As many more as there are would fare like the second of each minute.
    for (int i = 0; i < 2; ++i) answered += guess("Mira", "a wrong password") == pb::REFUSAL_CODE_SECRET_WRONG ? 1 : 0;
    world.clock.pass(1min);
  }
  CHECK(answered < 100);
  CHECK(answered > 70);
  guess("Mira", "a wrong password");
  const pb::ServerMessage full = sign_in(device(), "Mira", kPassword);
  CHECK(code_of(full) == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(full.refusal().field() == "tries");
  CHECK(full.refusal().retry_after_ms() <= 20 * 60'000);
  // A device that is signed in stays so, and a recovery code works.
  CHECK(membership().member());
  CHECK(sign_in(device(), "Mira", "", codes[0]).has_signed_in());
  // A restart forgives nothing; time does.
  world.restart();
  CHECK(guess("Mira", kPassword) == pb::REFUSAL_CODE_LIMIT_REACHED);
  world.clock.pass(21min);
  CHECK(sign_in(device(), "Mira", kPassword).has_signed_in());
}

TEST_CASE_FIXTURE(OneGuest, "one address tries all names together some times only; what is right does not count") {
  become_member();
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t session = device("here");
    CHECK(sign_in(session, "Mira", kPassword).has_signed_in());
    world.core->disconnected(session);
    world.settle();
  }
  int answered = 0;
  for (int i = 0; i < 60; ++i) {
    answered += guess("Name " + std::string(1, static_cast<char>('a' + i % 26)), "some password", "here") ==
                        pb::REFUSAL_CODE_SECRET_WRONG
                    ? 1
                    : 0;
  }
  CHECK(answered == 30);
  CHECK(guess("Mira", kPassword, "here") == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(sign_in(device("elsewhere"), "Mira", kPassword).has_signed_in());
}

TEST_CASE_FIXTURE(OneGuest, "the 21st device takes the place of the one that was used least recently") {
  become_member();
  for (int i = 0; i < 25; ++i) {
    world.clock.pass(48h);
    const std::uint64_t session = device();
    REQUIRE(sign_in(session, "Mira", kPassword).has_signed_in());
    world.core->disconnected(session);
    world.settle();
  }
  pb::ClientMessage ask;
  ask.mutable_list_sign_ins();
  CHECK(mira.ask(ask).sign_ins().lines_size() == 20);
}

TEST_CASE_FIXTURE(OneGuest, "a member who is blocked is told so, but only with the right password") {
  become_member();
  world.write(persistence::BlockAccount{
      .account = *id_from_bytes<AccountId>(mira.account()), .at = world.clock.now(), .reason = "r"});
  CHECK(guess("Mira", kPassword) == pb::REFUSAL_CODE_ACCOUNT_BLOCKED);
  CHECK(guess("Mira", "a wrong password") == pb::REFUSAL_CODE_SECRET_WRONG);
}

TEST_CASE_FIXTURE(OneGuest, "what happens to a member while the password is looked at holds for the one who signs in") {
  become_member();
  const std::uint64_t session = device();
  world.hold_passwords = true;
  sign_in(session, "Mira", kPassword);
  pb::ClientMessage rename;
  rename.mutable_rename()->set_name("Mirabel");
  REQUIRE(mira.ask(rename).has_renamed());
  world.think();
  REQUIRE(world.inbox[session].back().has_signed_in());
  CHECK(world.inbox[session].back().signed_in().player().name() == "Mirabel");

  const std::uint64_t blocked = device();
  sign_in(blocked, "Mirabel", kPassword);
  world.write(persistence::BlockAccount{
      .account = *id_from_bytes<AccountId>(mira.account()), .at = world.clock.now(), .reason = "r"});
  world.think();
  CHECK(code_of(world.inbox[blocked].back()) == pb::REFUSAL_CODE_ACCOUNT_BLOCKED);
}

TEST_CASE_FIXTURE(OneGuest,
                  "who goes away in the middle leaves nothing behind, and a disk that fails gives a refusal") {
  become_member();
  const std::uint64_t gone = device();
  world.hold_answers = true;
  sign_in(gone, "Mira", kPassword);
  world.core->disconnected(gone);
  world.hold_answers = false;
  world.settle();
  pb::ClientMessage ask;
  ask.mutable_list_sign_ins();
  CHECK(mira.ask(ask).sign_ins().lines_size() == 1);

  const std::uint64_t session = device();
  world.fail_writes = true;
  CHECK(code_of(sign_in(session, "Mira", kPassword)) == pb::REFUSAL_CODE_NO_STORE);
  world.fail_writes = false;
  world.pass(2s);
  CHECK(sign_in(session, "Mira", kPassword).has_signed_in());
}

TEST_CASE_FIXTURE(OneGuest, "what is asked in a wrong way is refused in words") {
  const std::uint64_t session = device();
  pb::ClientMessage message;
  message.set_command_id(5);
  message.mutable_sign_in()->mutable_member()->set_name("Mira");
  world.send(session, message);
  CHECK(world.inbox[session].back().refusal().field() == "by");
  CHECK(code_of(sign_in(session, std::string(65, 'x'), kPassword)) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(code_of(sign_in(session, "\xff\xfe", kPassword)) != pb::REFUSAL_CODE_UNSPECIFIED);
  CHECK(code_of(sign_in(session, "", "")) == pb::REFUSAL_CODE_SECRET_WRONG);
}

}  // namespace
}  // namespace wyrmhall::test
