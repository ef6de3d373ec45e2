// Passkeys: a guest becomes a member by one, and gets in by it on any device that has it.
#include "tests/server/authenticator.h"
#include "tests/server/one_guest.h"

namespace wyrmhall::test {
namespace {

using std::chrono_literals::operator""min;

const std::string kPage = "https://hall.example";

struct Holder : OneGuest {
  Holder() {
    mira.vanish();
    mira.page = kPage;
    mira.arrive();
  }

  pb::PasskeyChallenge challenge(Client& client) {
    pb::ClientMessage message;
    message.mutable_ask_passkey_challenge();
    return client.ask(message).passkey_challenge();
  }
  pb::ServerMessage add(const pb::AddPasskey& passkey) {
    pb::ClientMessage message;
    *message.mutable_add_passkey() = passkey;
    return mira.ask(message);
  }
  pb::Membership become_member_by_passkey() {
    const pb::ServerMessage answer = add(phone.make(challenge(mira)));
    REQUIRE_MESSAGE(answer.has_membership(), answer.DebugString());
    return answer.membership();
  }
  pb::PasskeyChallenge challenge(std::uint64_t session) {
    pb::ClientMessage message;
    message.mutable_ask_passkey_challenge();
    return ask(session, message).passkey_challenge();
  }
  pb::ServerMessage sign_in_by(std::uint64_t session, const pb::PasskeyProof& proof) {
    pb::ClientMessage message;
    *message.mutable_sign_in()->mutable_passkey() = proof;
    return ask(session, message);
  }

  Authenticator phone{kPage};
};

TEST_CASE_FIXTURE(Holder, "a guest becomes a member by a passkey, and gets in by it on another device") {
  const pb::PasskeyChallenge asked = challenge(mira);
  CHECK(asked.challenge().size() == 32);
  CHECK(asked.host() == "hall.example");
  CHECK(asked.account() == mira.account());
  CHECK(asked.passkeys().empty());
  const pb::Membership now = become_member_by_passkey();
  CHECK(now.member());
  CHECK_FALSE(now.password());
  CHECK(now.recovery_codes_size() == 8);
  CHECK(now.codes_left() == 8);
  REQUIRE(now.passkeys_size() == 1);
  CHECK(now.passkeys(0).name() == "a phone");
  CHECK(challenge(mira).passkeys_size() == 1);

  const std::uint64_t session = device("", kPage);
  const pb::ServerMessage in = sign_in_by(session, phone.use(challenge(session)));
  REQUIRE_MESSAGE(in.has_signed_in(), in.DebugString());
  CHECK(in.signed_in().player().account_id() == mira.account());
  CHECK(in.signed_in().token().size() == 32);
}

TEST_CASE_FIXTURE(Holder, "a passkey is good for the page that it was made on, and for each challenge once") {
  become_member_by_passkey();
  const std::uint64_t session = device("", kPage);
  const pb::PasskeyProof proof = phone.use(challenge(session));
  REQUIRE(sign_in_by(session, proof).has_signed_in());
  // Replayed: on another connection, which has another challenge or none.
  const std::uint64_t thief = device("", kPage);
  CHECK(code_of(sign_in_by(thief, proof)) == pb::REFUSAL_CODE_SECRET_WRONG);
  challenge(thief);
  CHECK(code_of(sign_in_by(thief, proof)) == pb::REFUSAL_CODE_SECRET_WRONG);
  // Good once, and not for long.
  const std::uint64_t slow = device("", kPage);
  const pb::PasskeyChallenge old = challenge(slow);
  world.pass(4min);
  CHECK_FALSE(world.closed.contains(slow));  // a person looks for the key
  world.clock.pass(2min);
  CHECK(code_of(sign_in_by(slow, phone.use(old))) == pb::REFUSAL_CODE_SECRET_WRONG);
  // Another page, whatever it says that it is.
  const std::uint64_t evil = device("", "https://evil.example");
  Authenticator tricked("https://evil.example");
  CHECK(code_of(sign_in_by(evil, tricked.use(challenge(evil)))) == pb::REFUSAL_CODE_SECRET_WRONG);
  CHECK(code_of(sign_in_by(evil, phone.use(challenge(evil)))) == pb::REFUSAL_CODE_SECRET_WRONG);
  // A terminal has none.
  pb::ClientMessage message;
  message.mutable_ask_passkey_challenge();
  CHECK(code_of(ask(device(), message)) == pb::REFUSAL_CODE_PASSKEY_UNFIT);
}

TEST_CASE_FIXTURE(Holder, "a counter that goes back shows a copy of the key, which is not let in") {
  phone.counter = 5;
  become_member_by_passkey();
  const auto try_it = [&] {
    const std::uint64_t session = device("", kPage);
    return sign_in_by(session, phone.use(challenge(session)));
  };
  CHECK(try_it().has_signed_in());
  CHECK(try_it().has_signed_in());
  phone.counter = 5;  // the copy, which counts on from where it was made
  CHECK(code_of(try_it()) == pb::REFUSAL_CODE_SECRET_WRONG);
  phone.counter = 20;
  CHECK(try_it().has_signed_in());
}

TEST_CASE_FIXTURE(Holder, "a passkey proves who one is where a password would") {
  become_member_by_passkey();
  pb::ClientMessage set;
  set.mutable_set_password()->set_password(kPassword);
  CHECK(mira.ask(set).refusal().field() == "by");
  set.mutable_set_password()->set_current_password("there is none");
  CHECK(code_of(mira.ask(set)) == pb::REFUSAL_CODE_SECRET_WRONG);
  *set.mutable_set_password()->mutable_passkey() = phone.use(challenge(mira));
  const pb::ServerMessage now = mira.ask(set);
  REQUIRE_MESSAGE(now.has_membership(), now.DebugString());
  CHECK(now.membership().password());
  CHECK(now.membership().recovery_codes().empty());
  CHECK(now.membership().codes_left() == 8);

  pb::ClientMessage codes;
  *codes.mutable_new_recovery_codes()->mutable_passkey() = phone.use(challenge(mira));
  CHECK(mira.ask(codes).membership().recovery_codes_size() == 8);
  pb::ClientMessage leave;
  *leave.mutable_delete_account()->mutable_passkey() = phone.use(challenge(mira));
  CHECK(mira.ask(leave).membership().delete_at_us() != 0);
  CHECK(sign_in(device(), "Mira", kPassword).has_signed_in());
}

TEST_CASE_FIXTURE(Holder, "a member has one more passkey by a proof, and keeps a last way in") {
  become_member();
  pb::AddPasskey passkey = phone.make(challenge(mira));
  CHECK(add(passkey).refusal().field() == "by");
  passkey = phone.make(challenge(mira));
  passkey.set_password("a wrong password");
  CHECK(code_of(add(passkey)) == pb::REFUSAL_CODE_SECRET_WRONG);
  passkey = phone.make(challenge(mira));
  passkey.set_password(kPassword);
  pb::ServerMessage now = add(passkey);
  REQUIRE_MESSAGE(now.has_membership(), now.DebugString());
  CHECK(now.membership().passkeys_size() == 1);
  CHECK(now.membership().recovery_codes().empty());

  pb::ClientMessage remove;
  remove.mutable_remove_passkey()->set_id(now.membership().passkeys(0).id());
  CHECK(mira.ask(remove).membership().passkeys().empty());
  CHECK(mira.ask(remove).has_membership());
  const std::uint64_t session = device("", kPage);
  CHECK(code_of(sign_in_by(session, phone.use(challenge(session)))) == pb::REFUSAL_CODE_SECRET_WRONG);
}

TEST_CASE_FIXTURE(Holder, "the only way in cannot be removed") {
  const pb::Membership now = become_member_by_passkey();
  pb::ClientMessage remove;
  remove.mutable_remove_passkey()->set_id(now.passkeys(0).id());
  CHECK(code_of(mira.ask(remove)) == pb::REFUSAL_CODE_LAST_WAY_IN);
  CHECK(membership().passkeys_size() == 1);
}

TEST_CASE_FIXTURE(Holder, "what is no passkey is refused in words, and harms nothing") {
  pb::AddPasskey broken = phone.make(challenge(mira));
  broken.set_attestation("no CBOR");
  CHECK(code_of(add(broken)) == pb::REFUSAL_CODE_PASSKEY_UNFIT);
  CHECK(code_of(add(phone.make({}))) == pb::REFUSAL_CODE_PASSKEY_UNFIT);
  broken = phone.make(challenge(mira), std::string(41, 'x'));
  CHECK(add(broken).refusal().field() == "name");
  broken = phone.make(challenge(mira));
  broken.set_client_data("{}");
  CHECK(code_of(add(broken)) == pb::REFUSAL_CODE_PASSKEY_UNFIT);
  CHECK_FALSE(membership().member());
  // Somebody else's.
  become_member_by_passkey();
  Client other(world, "Other", 9);
  other.page = kPage;
  other.arrive();
  pb::ClientMessage message;
  *message.mutable_add_passkey() = phone.make(challenge(other));
  CHECK(code_of(other.ask(message)) == pb::REFUSAL_CODE_PASSKEY_UNFIT);
}

}  // namespace
}  // namespace wyrmhall::test
