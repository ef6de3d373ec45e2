// New guests: how many come from an address, what they cost, and who may come at all.
#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "rules/dice/sha256.h"
#include "server/accounts/guest_gate.h"
#include "server/accounts/secret_code.h"
#include "server/core/proof_of_work.h"
#include "server/core_admin.h"
#include "tests/server/harness.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;
using server::GuestGate;
using server::Limits;
using server::PeerAddress;
using server::Registration;

constexpr Duration kMinute = 1min;
constexpr Timestamp kBegin{};

server::CoreSettings with(Limits limits, Registration registration = Registration::kOpen) {
  return {.limits = limits, .registration = registration};
}

// A client that comes as a guest, by hand.
struct Visitor {
  Visitor(World& of, const std::string& address) : world(&of), session(of.connect(address)) {
    pb::ClientMessage hello;
    hello.mutable_hello()->set_protocol_version(1);
    say(hello);
  }

  const pb::ServerMessage& say(pb::ClientMessage message) {
    message.set_command_id(++ids);
    world->send(session, message);
    REQUIRE_FALSE(world->inbox[session].empty());
    return world->inbox[session].back();
  }
  const pb::ServerMessage& come(const std::string& name, const std::string& invitation = {}) {
    pb::ClientMessage message;
    message.mutable_sign_in()->set_new_guest(name);
    message.mutable_sign_in()->set_invitation(invitation);
    if (!challenge.empty()) {
      message.mutable_sign_in()->mutable_proof()->set_challenge(challenge);
      message.mutable_sign_in()->mutable_proof()->set_nonce(nonce);
    }
    return say(message);
  }
  // Does what a refusal asks for.
  void solve(const pb::ServerMessage& refused) {
    REQUIRE(refused.refusal().code() == pb::REFUSAL_CODE_PROOF_NEEDED);
    challenge = refused.refusal().proof().challenge();
    REQUIRE(challenge.size() == server::kProofChallengeBytes);
    server::ProofTask task{.zero_bits = refused.refusal().proof().zero_bits()};
    std::ranges::copy(challenge, task.challenge.begin());
    for (std::uint64_t n = 0;; ++n) {
      nonce.assign(reinterpret_cast<const char*>(&n), sizeof n);
      if (server::proves(task, challenge, nonce)) return;
    }
  }

  World* world;
  std::uint64_t session;
  std::uint64_t ids = 100;
  std::string challenge;
  std::string nonce;
};

std::string name_of(int number) {
  return "Guest " + std::to_string(number);
}

TEST_CASE("proofs are counted in zero bits, of one challenge") {
  server::ProofTask task{.zero_bits = 12};
  task.challenge.fill(7);
  const std::string challenge(task.challenge.begin(), task.challenge.end());
  int found = 0;
  for (std::uint64_t n = 0; n < 40'000; ++n) {
    const std::string nonce(reinterpret_cast<const char*>(&n), sizeof n);
    const std::string both = challenge + nonce;
    const auto hash = rules::sha256({reinterpret_cast<const std::uint8_t*>(both.data()), both.size()});
    const bool zeros = hash[0] == 0 && hash[1] < 16;
    CHECK(server::proves(task, challenge, nonce) == zeros);
    found += zeros ? 1 : 0;
    if (!zeros) continue;
    CHECK_FALSE(server::proves(task, std::string(16, '\x08'), nonce));
    CHECK_FALSE(server::proves(task, challenge, nonce + '\0'));
    CHECK_FALSE(server::proves(task, challenge.substr(1), nonce));
  }
  CHECK(found > 0);
  CHECK_FALSE(server::proves(task, "", ""));
}

TEST_CASE("the price of a guest grows with how many came, by the hour and the network") {
  Limits limits{.free_guests_per_hour = 2, .guests_per_hour = 20};
  GuestGate gate(limits);
  const PeerAddress home{.text = "2001:db8::1", .groups = {"/64", "/56", "/48"}};
  const auto bits = [&](const PeerAddress& of, Timestamp now) { return gate.price(of, now).zero_bits; };
  CHECK(bits(home, kBegin) == 0);
  gate.count(home, kBegin);
  CHECK(bits(home, kBegin) == 0);
  gate.count(home, kBegin + kMinute);
  CHECK(bits(home, kBegin + kMinute) == server::kMinProofBits);
  for (int i = 2; i < 4; ++i) gate.count(home, kBegin + kMinute);
  CHECK(bits(home, kBegin + kMinute) == server::kMinProofBits + 1);
  for (int i = 4; i < 20; ++i) gate.count(home, kBegin + kMinute);
  CHECK(gate.price(home, kBegin + kMinute).again == kBegin + 60 * kMinute);
  gate.take_back(home);
  CHECK_FALSE(gate.price(home, kBegin + kMinute).again);
  gate.count(home, kBegin + kMinute);
  // The next network of the same customer has what is left of the wider limits; another address has its own.
  const PeerAddress beside{.text = "2001:db8:0:1::1", .groups = {"other /64", "/56", "/48"}};
  CHECK(bits(beside, kBegin + kMinute) > 0);
  CHECK_FALSE(gate.price(beside, kBegin + kMinute).again);
  CHECK(bits({.text = "192.0.2.1", .groups = {"192.0.2.1"}}, kBegin + kMinute) == 0);
  CHECK(bits({}, kBegin + kMinute) == 0);
  // The hour is over.
  CHECK(gate.price(home, kBegin + 60 * kMinute).again == std::nullopt);
  CHECK(bits(home, kBegin + 60 * kMinute) == 0);
  // The limits change at any time.
  limits.guests_per_hour = 1000;
  CHECK_FALSE(gate.price(home, kBegin + kMinute).again);
  limits.free_guests_per_hour = 1000;
  CHECK(bits(home, kBegin + kMinute) == 0);
}

TEST_CASE("a proof never costs more than the highest, and addresses are remembered up to a bound") {
  const Limits limits{.free_guests_per_hour = 0, .guests_per_hour = 1'000'000};
  GuestGate gate(limits);
  CHECK(gate.price({.text = "a", .groups = {"a"}}, kBegin).zero_bits == server::kMinProofBits);
  for (int i = 0; i < 100'000; ++i) gate.count({.text = "a", .groups = {"a"}}, kBegin);
  CHECK(gate.price({.text = "a", .groups = {"a"}}, kBegin).zero_bits == server::kMaxProofBits);
  for (std::size_t i = 0; i < 2 * server::kGuestAddressesRemembered; ++i) {
    const std::string group = std::to_string(i);
    gate.count({.text = group, .groups = {group}}, kBegin);
  }
  CHECK(gate.groups() <= server::kGuestAddressesRemembered);
  // The address that made the most is not forgotten by it.
  CHECK(gate.price({.text = "a", .groups = {"a"}}, kBegin).zero_bits == server::kMaxProofBits);
}

TEST_CASE("an address makes guests freely, then for work, then no more until the hour is over") {
  World world(1, with({.free_guests_per_hour = 2, .guests_per_hour = 4}));
  int number = 0;
  for (int i = 0; i < 2; ++i) CHECK(Visitor(world, "10.0.0.1").come(name_of(++number)).has_signed_in());
  for (int i = 0; i < 2; ++i) {
    Visitor visitor(world, "10.0.0.1");
    visitor.solve(visitor.come(name_of(++number)));
    CHECK(visitor.come(name_of(number)).has_signed_in());
  }
  world.pass(10min);
  const pb::ServerMessage refused = Visitor(world, "10.0.0.1").come(name_of(++number));
  CHECK(refused.refusal().code() == pb::REFUSAL_CODE_LIMIT_REACHED);
  CHECK(refused.refusal().field() == "guests");
  CHECK(refused.refusal().retry_after_ms() == 50 * 60 * 1000);
  CHECK(Visitor(world, "10.0.0.2").come(name_of(++number)).has_signed_in());
  CHECK(Visitor(world, "").come(name_of(++number)).has_signed_in());
  world.pass(50min);
  CHECK(Visitor(world, "10.0.0.1").come(name_of(++number)).has_signed_in());
}

TEST_CASE("who has been here comes back however many guests there are") {
  World world(1, with({.free_guests_per_hour = 1, .guests_per_hour = 1}));
  Visitor first(world, "10.0.0.1");
  const std::string token = first.come("Mira").signed_in().token();
  CHECK(Visitor(world, "10.0.0.1").come("Nora").has_refusal());
  pb::ClientMessage again;
  again.mutable_sign_in()->set_token(token);
  CHECK(Visitor(world, "10.0.0.1").say(again).signed_in().player().name() == "Mira");
}

TEST_CASE("a proof is for one connection, one challenge and a minute") {
  World world(1, with({.free_guests_per_hour = 0, .guests_per_hour = 100}));
  Visitor one(world, "10.0.0.1");
  one.solve(one.come("Mira"));
  SUBCASE("another connection's does not count") {
    Visitor other(world, "10.0.0.1");
    other.challenge = one.challenge;
    other.nonce = one.nonce;
    CHECK(other.come("Nora").refusal().code() == pb::REFUSAL_CODE_PROOF_NEEDED);
  }
  SUBCASE("a wrong one gets the same task again") {
    const std::string challenge = one.challenge;
    one.nonce = "nonsense";
    CHECK(one.come("Mira").refusal().proof().challenge() == challenge);
    one.challenge = "nonsense";
    CHECK(one.come("Mira").refusal().proof().challenge() == challenge);
  }
  SUBCASE("a name that is taken does not cost another") {
    Visitor other(world, "");
    REQUIRE(other.come("Mira").has_refusal() == false);
    CHECK(one.come("Mira").refusal().code() == pb::REFUSAL_CODE_NAME_TAKEN);
    CHECK(one.come("Nora").has_signed_in());
  }
  SUBCASE("a minute later it does not count; and nobody has longer to sign in than that") {
    for (int i = 0; i < 61; ++i) world.pass(1s);
    CHECK_FALSE(world.closed.contains(one.session));
    const pb::ServerMessage refused = one.come("Mira");
    CHECK(refused.refusal().code() == pb::REFUSAL_CODE_PROOF_NEEDED);
    CHECK(refused.refusal().proof().challenge() != one.challenge);
    for (int i = 0; i < 10; ++i) world.pass(1s);
    CHECK(world.closed.contains(one.session));
  }
}

TEST_CASE("a guest whose name is taken is not counted") {
  World world(1, with({.free_guests_per_hour = 2, .guests_per_hour = 2}));
  REQUIRE(Visitor(world, "").come("Mira").has_signed_in());
  Visitor visitor(world, "10.0.0.1");
  for (int i = 0; i < 10; ++i) CHECK(visitor.come("Mira").refusal().code() == pb::REFUSAL_CODE_NAME_TAKEN);
  CHECK(visitor.come("Nora").has_signed_in());
}

TEST_CASE("names are refused with what is wrong") {
  World world;
  Visitor visitor(world, "");
  CHECK(visitor.come("Admin").refusal().code() == pb::REFUSAL_CODE_NAME_RESERVED);
  CHECK(visitor.come("Ember\u034Flord").refusal().code() == pb::REFUSAL_CODE_NAME_UNSEEN);
  CHECK(visitor.come("a\u0333\u0333\u0333b").refusal().code() == pb::REFUSAL_CODE_NAME_MARKS);
  CHECK(visitor.come("x").refusal().code() == pb::REFUSAL_CODE_NAME_INVALID);
  CHECK(visitor.come("x").refusal().field() == "name");
}

TEST_CASE("where registration is closed, only those who were here come in") {
  World world(1, with({}));
  const std::string token = Visitor(world, "").come("Mira").signed_in().token();
  world.core->set_registration(Registration::kClosed);
  CHECK(Visitor(world, "").come("Nora").refusal().code() == pb::REFUSAL_CODE_REGISTRATION_CLOSED);
  pb::ClientMessage again;
  again.mutable_sign_in()->set_token(token);
  CHECK(Visitor(world, "").say(again).has_signed_in());
  world.core->set_registration(Registration::kOpen);
  CHECK(Visitor(world, "").come("Nora").has_signed_in());
}

TEST_CASE("the code of an invitation is easy to copy") {
  std::array<std::uint8_t, server::kInvitationSecretBytes> secret{};
  CHECK(server::secret_code(secret) == "0000-0000-0000-0000-0000-0000");
  secret.fill(0xFF);
  CHECK(server::secret_code(secret) == "zzzz-zzzz-zzzz-zzzz-zzzz-zzzz");
  secret.fill(0);
  secret[14] = 1;
  CHECK(server::secret_code(secret) == "0000-0000-0000-0000-0000-0001");
  secret[0] = 0x80;
  CHECK(server::secret_code(secret) == "g000-0000-0000-0000-0000-0001");
  CHECK(server::secret_code_hash("G000 0000-00000000-0000-0001") ==
        server::secret_code_hash(server::secret_code(secret)));
}

TEST_CASE("by invitation, a guest needs a code that counts, and uses it up") {
  World world(1, with({}, Registration::kInvitation));
  world.keep(
      {.code_hash = server::secret_code_hash("come in"), .note = {}, .uses = 1, .until = world.clock.now() + kMinute});
  Visitor visitor(world, "");
  CHECK(visitor.come("Mira").refusal().code() == pb::REFUSAL_CODE_INVITATION_NEEDED);
  CHECK(visitor.come("Mira", "let me in").refusal().code() == pb::REFUSAL_CODE_INVITATION_UNKNOWN);
  CHECK(visitor.come("Mira", std::string(1000, 'x')).refusal().code() == pb::REFUSAL_CODE_INVITATION_UNKNOWN);
  CHECK(visitor.come("Mira", "COME-IN").has_signed_in());
  CHECK(Visitor(world, "").come("Nora", "come in").refusal().code() == pb::REFUSAL_CODE_INVITATION_UNKNOWN);
  // Where none is needed, one that is given is not used.
  world.core->set_registration(Registration::kOpen);
  CHECK(Visitor(world, "").come("Nora", "come in").has_signed_in());
}

TEST_CASE("who comes and who is refused is told, with the address and never with what they wrote") {
  std::vector<std::string> told;
  server::CoreSettings settings = with({.free_guests_per_hour = 1, .guests_per_hour = 1});
  settings.on_access = [&](const server::AccessEvent& event) {
    told.push_back(std::to_string(static_cast<int>(event.kind)) + " " + event.from.text + " " + std::string(event.why) +
                   (event.account ? "account" : ""));
  };
  World world(1, settings);
  const std::string token = Visitor(world, "10.0.0.1").come("Mira").signed_in().token();
  Visitor(world, "10.0.0.1").come("Nora");
  pb::ClientMessage again;
  again.mutable_sign_in()->set_token(token);
  Visitor(world, "10.0.0.2").say(again);
  again.mutable_sign_in()->set_token(std::string(32, 'x'));
  Visitor(world, "10.0.0.3").say(again);
  Visitor(world, "10.0.0.3").come("x");  // an honest mistake
  CHECK(told == std::vector<std::string>{"1 10.0.0.1 account", "2 10.0.0.1 limit-reached-guests", "0 10.0.0.2 account",
                                         "2 10.0.0.3 token-unknown"});
}

// --- Guests who do not come back ---

AccountId id_of(const Client& client) {
  return *id_from_bytes<AccountId>(client.account());
}

void expire(World& world, const std::vector<AccountId>& accounts) {
  world.write(persistence::ExpireAccounts{.before = world.clock.now() + 1us, .accounts = accounts});
}

TEST_CASE("who is here or sits at a table is not away") {
  World world;
  Client here(world, "Here", 1);
  Client seated(world, "Seated", 2);
  Client gone(world, "Gone", 3);
  for (Client* client : {&here, &seated, &gone}) client->arrive();
  REQUIRE(seated.ask(open_table(duel_options())).has_table_state());
  seated.vanish();
  gone.vanish();
  CHECK(server::CoreAdmin(*world.core).away({id_of(gone), id_of(seated), id_of(here)}) == std::vector{id_of(gone)});
  expire(world, {id_of(gone)});
  const std::uint64_t session = world.connect();
  pb::ClientMessage message;
  message.set_command_id(1);
  message.mutable_hello()->set_protocol_version(1);
  world.send(session, message);
  message.mutable_sign_in()->set_token(gone.token());
  world.send(session, message);
  CHECK(world.inbox.at(session).back().refusal().code() == pb::REFUSAL_CODE_TOKEN_UNKNOWN);
  Client another(world, "Gone", 4);
  another.arrive();  // the name is free
  here.vanish();
  here.arrive();
}

TEST_CASE("who is about to sign in while the account expires is not let in by what was read before") {
  World world;
  Client guest(world, "Guest", 1);
  guest.arrive();
  guest.vanish();
  const std::uint64_t session = world.connect();
  pb::ClientMessage message;
  message.set_command_id(1);
  message.mutable_hello()->set_protocol_version(1);
  world.send(session, message);
  world.hold_reads = true;
  message.mutable_sign_in()->set_token(guest.token());
  world.send(session, message);
  REQUIRE(world.held_reads.size() == 1);
  CHECK(server::CoreAdmin(*world.core).away({id_of(guest)}).size() == 1);
  expire(world, {id_of(guest)});
  world.answer_read(0);
  world.hold_reads = false;
  REQUIRE(world.held_reads.size() == 1);
  world.answer_read(0);
  CHECK(world.inbox.at(session).back().refusal().code() == pb::REFUSAL_CODE_TOKEN_UNKNOWN);
}

TEST_CASE("who was here for long has used the token until then") {
  World world;
  Client guest(world, "Guest", 1);
  const auto touched = [&] {
    return std::ranges::count_if(
        world.submitted, [](const auto& one) { return std::holds_alternative<persistence::TouchToken>(one.request); });
  };
  guest.arrive();
  world.pass(std::chrono::hours(2));
  guest.vanish();
  CHECK(touched() == 0);
  guest.arrive();
  world.pass(std::chrono::hours(25));
  guest.vanish();
  CHECK(touched() == 1);
}

}  // namespace
}  // namespace wyrmhall::test
