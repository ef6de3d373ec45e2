// Somebody whom the match waits for has gone: what the person is told, and what `claim` does.
#include "play_client.h"

namespace wyrmhall::cli::tests {
namespace {

using namespace std::chrono_literals;

// A match in which seat 1 is waited for, against a bot for want of anybody else.
struct Waiting : Client {
  Waiting() : Client(false) {
    start();
    v1::ServerMessage story;
    story.mutable_story();
    answer(platform.heard(), story);
    v1::ServerMessage opened = match(0, x0);
    opened.mutable_match_opened()->mutable_info()->set_absence_seconds(60);
    v1::MatchUpdate& update = *opened.mutable_match_opened()->mutable_updates(0);
    update.set_waiting_on(2);
    update.clear_choices();
    platform.say(opened);
  }

  void tell(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> absent) {
    v1::ServerMessage message;
    message.mutable_match_absences()->set_channel(channel);
    for (const auto& [seat, milliseconds] : absent) {
      v1::AbsentSeat& one = *message.mutable_match_absences()->add_seats();
      one.set_seat(seat);
      one.set_claimable_in_ms(milliseconds);
      message.mutable_match_absences()->add_away()->set_seat(seat);
    }
    platform.say(message);
  }
  // Gone, and not waited for.
  void tell_away(std::initializer_list<std::uint32_t> seats) {
    v1::ServerMessage message;
    message.mutable_match_absences()->set_channel(channel);
    for (const std::uint32_t seat : seats) message.mutable_match_absences()->add_away()->set_seat(seat);
    platform.say(message);
  }
  [[nodiscard]] std::size_t times_seen(const std::string& text) const {
    const std::string all = seen();
    std::size_t times = 0;
    for (auto at = all.find(text); at != std::string::npos; at = all.find(text, at + 1)) ++times;
    return times;
  }
  [[nodiscard]] bool has_seen(const std::string& text) const { return seen().find(text) != std::string::npos; }
};

constexpr const char* kClaimable = "Greedy bot has been away for 1 minute. `claim` ends the match.";

TEST_CASE("who has gone is named, and so is the moment from which the waiting can be ended") {
  Waiting client;
  client.tell({{1, 59'000}});
  CHECK(client.has_seen("Greedy bot has no connection. In 59 s you can stop waiting. Then type `claim`."));
  client.platform.pass(58s);
  CHECK(!client.has_seen(kClaimable));
  client.platform.pass(2s);
  CHECK(client.has_seen(kClaimable));
  client.command->line("claim");
  CHECK(client.platform.heard().claim_absence().channel() == client.channel);
}

TEST_CASE("who goes and comes back is told once each, also where nobody waits for them") {
  Waiting client;
  client.tell_away({1});
  CHECK(client.times_seen("Greedy bot has no connection.") == 1);
  CHECK(!client.has_seen("stop waiting"));
  // Told once more, since something else has changed.
  client.tell_away({1});
  CHECK(client.times_seen("Greedy bot has no connection.") == 1);
  client.tell_away({});
  client.tell_away({});
  CHECK(client.times_seen("Greedy bot is back.") == 1);
}

TEST_CASE("nobody comes back to a seat that is out") {
  Waiting client;
  client.tell_away({1});
  v1::ServerMessage out = client.news(client.step(1));
  out.mutable_update()->mutable_seat_out()->set_seat(1);
  client.platform.say(out);
  client.tell_away({});
  CHECK(!client.has_seen("is back"));
}

TEST_CASE("a script's claim does not wait until something is asked") {
  Waiting client;
  client.settings.person_at_terminal = false;
  client.command->line("1");
  CHECK(client.platform.silent());
  client.command->line("claim");
  CHECK(client.platform.heard().has_claim_absence());
}

TEST_CASE("who comes back in time is not claimed against") {
  Waiting client;
  client.tell({{1, 30'000}});
  client.platform.pass(20s);
  client.tell({});
  CHECK(client.has_seen("Greedy bot is back."));
  client.platform.pass(60s);
  CHECK(!client.has_seen(kClaimable));
  // And goes again.
  client.tell({{1, 59'000}});
  client.platform.pass(30s);
  CHECK(!client.has_seen(kClaimable));
  client.platform.pass(30s);
  CHECK(client.has_seen(kClaimable));
}

TEST_CASE("an absence from before one came is told as it is") {
  Waiting client;
  client.tell({{1, 0}});
  CHECK(client.has_seen(kClaimable));
}

TEST_CASE("a claim that is refused says why and when to come again, and one that is right how it ended") {
  Waiting client;
  client.command->line("claim");
  auto claim = client.platform.heard();
  REQUIRE(claim.has_claim_absence());
  v1::ServerMessage refusal;
  refusal.mutable_refusal()->set_code(v1::REFUSAL_CODE_ABSENT_TOO_SHORTLY);
  refusal.mutable_refusal()->set_retry_after_ms(41'500);
  client.answer(claim, refusal);
  CHECK(client.has_seen("Nobody has been away for long enough yet. Try again in 42 seconds."));
  client.command->line("claim");
  claim = client.platform.heard();
  v1::ServerMessage end = client.end(1, kSeed);
  end.mutable_update()->mutable_seat_out()->set_seat(1);
  end.mutable_update()->mutable_seat_out()->set_absent(true);
  end.mutable_update()->mutable_outcome()->set_reason(v1::OUTCOME_REASON_ABSENCE);
  client.answer(claim, end);
  CHECK(client.has_seen("Greedy bot was away for too long."));
  CHECK(client.has_seen("Victory!"));
}

}  // namespace
}  // namespace wyrmhall::cli::tests
