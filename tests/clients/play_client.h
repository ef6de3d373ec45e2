// The client as a whole, with a test for a server: what the server says, step by step.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <string>

#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/play_command.h"
#include "clients/cli/terminal/line_terminal.h"
#include "clients/model/chain.h"
#include "fake_platform.h"

namespace wyrmhall::cli::tests {

using wyrmhall::tests::FakePlatform;

inline const std::string kAccount(16, 'a');
inline const std::string kMatch(16, 'm');  // as it travels, of the table too
inline const MatchId kMatchId = id_from_bytes<MatchId>(kMatch).value();
inline const std::string kSeed(32, 's');

struct Client {
  // `give_up_chain`: as the option of that name.
  explicit Client(bool by_itself = true, bool give_up_chain = false) {
    std::filesystem::remove_all(folder);
    settings.give_up_chain = give_up_chain;
    settings.server = *clients::parse_address("ws://test:1");
    settings.game = "duel";
    settings.bot = v1::BOT_LEVEL_GREEDY;
    settings.person_at_terminal = true;
    settings.decider = by_itself ? Decider::kFirst : Decider::kPerson;
    profile.emplace(folder, "ws://test:1");
    profile->use_name("Mira");
    const Context context{platform, *profile, terminal, settings, [this](ExitCode code) {
                            if (!ended) ended = code;
                          }};
    command.emplace(context, *make_options("duel", {}));
    session.emplace(platform, *profile, terminal, "ws://test:1", *command);
    command->attach(*session);
    session->start();
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { std::filesystem::remove_all(folder); }

  // --- The server's side, step by step ---
  void answer(const v1::ClientMessage& to, v1::ServerMessage message) {
    message.set_answer_to(to.command_id());
    platform.say(message);
  }
  void greet() {
    platform.accept();
    const auto hello = platform.heard();
    REQUIRE(hello.has_hello());
    v1::ServerMessage welcome;
    welcome.mutable_welcome();
    answer(hello, welcome);
  }
  void sign_in(bool with_match = false) {
    greet();
    const auto ask = platform.heard();
    REQUIRE(ask.has_sign_in());
    v1::ServerMessage reply;
    v1::SignedIn& who = *reply.mutable_signed_in();
    who.mutable_player()->set_account_id(kAccount);
    who.mutable_player()->set_name("Mira");
    if (ask.sign_in().has_new_guest()) who.set_token(std::string(32, 't'));
    if (with_match) who.add_matches()->set_match_id(kMatch);
    answer(ask, reply);
  }
  v1::ServerMessage table(v1::TablePhase phase, bool bot, const std::string& mine_now = {}) const {
    v1::ServerMessage message;
    v1::Table& table = *message.mutable_table_state();
    table.set_table_id(kMatch);
    table.mutable_options()->mutable_duel();
    table.set_server_commitment(clients::sha256(kSeed));
    table.set_phase(phase);
    v1::TableSeat& mine = *table.add_seats();
    mine.mutable_player()->set_account_id(kAccount);
    mine.set_commitment(mine_now);
    v1::TableSeat& other = *table.add_seats();
    if (bot) other.mutable_bot()->set_level(v1::BOT_LEVEL_GREEDY);
    return message;
  }
  v1::ServerMessage match(std::uint64_t version, const std::string& last_link) const {
    v1::ServerMessage message;
    v1::MatchOpened& opened = *message.mutable_match_opened();
    opened.set_channel(channel);
    opened.set_seat(0);
    v1::MatchInfo& info = *opened.mutable_info();
    info.set_match_id(kMatch);
    info.mutable_options()->mutable_duel();
    info.set_server_commitment(clients::sha256(kSeed));
    v1::MatchSeat& mine = *info.add_seats();
    mine.mutable_player()->set_account_id(kAccount);
    mine.set_commitment(commitment);
    mine.set_x0(x0);
    info.add_seats()->mutable_bot()->set_level(v1::BOT_LEVEL_GREEDY);
    *opened.add_updates() = step(version, true);
    opened.mutable_updates(0)->set_last_link(last_link);
    return message;
  }
  // A step after which seat 0 decides.
  v1::MatchUpdate step(std::uint64_t version, bool snapshot = false) const {
    v1::MatchUpdate update;
    update.set_channel(channel);
    update.set_version(version);
    (snapshot ? update.mutable_snapshot() : update.mutable_diff())->mutable_duel()->set_round(2);
    update.set_waiting_on(1);
    update.mutable_choices()->add_choices()->mutable_action()->mutable_duel()->set_claw(1);
    return update;
  }
  v1::ServerMessage news(const v1::MatchUpdate& update) const {
    v1::ServerMessage message;
    *message.mutable_update() = update;
    return message;
  }
  v1::ServerMessage end(std::uint64_t version, const std::string& seed) const {
    v1::MatchUpdate update = step(version);
    update.clear_choices();
    update.set_waiting_on(0);
    update.mutable_outcome()->add_winners(0);
    update.set_server_seed(seed);
    return news(update);
  }
  // Up to the first decision.
  void start() {
    sign_in();
    const auto open = platform.heard();
    REQUIRE(open.has_open_table());
    answer(open, table(v1::TABLE_PHASE_OPEN, false));
    const auto bot = platform.heard();
    REQUIRE(bot.has_seat_bot());
    CHECK(bot.seat_bot().seat() == 1);
    answer(bot, table(v1::TABLE_PHASE_OPEN, true));
    const auto ready = platform.heard();
    REQUIRE(ready.has_ready());
    CHECK(ready.ready().server_commitment() == clients::sha256(kSeed));
    commitment = ready.ready().commitment();
    // Others' news in between must not make it say the same twice.
    platform.say(table(v1::TABLE_PHASE_OPEN, true));
    REQUIRE(platform.silent());
    answer(ready, table(v1::TABLE_PHASE_REVEALING, true, commitment));
    const auto reveal = platform.heard();
    REQUIRE(reveal.has_reveal());
    x0 = reveal.reveal().x0();
    CHECK(clients::link_of(x0) == commitment);
    answer(reveal, table(v1::TABLE_PHASE_STARTED, true, commitment));
    platform.say(match(0, x0));
  }
  [[nodiscard]] std::string seen() const { return out.str() + troubles.str(); }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("wyrmhall_play_test_" + std::to_string(::getpid()));
  Settings settings;
  FakePlatform platform;
  std::ostringstream out;
  std::ostringstream troubles;
  LineTerminal terminal{out, troubles, {}};
  std::optional<ExitCode> ended;
  std::optional<ProfileStore> profile;
  std::optional<PlayCommand> command;
  std::optional<Session> session;
  std::uint32_t channel = 1;
  std::string commitment;
  std::string x0;
};

}  // namespace wyrmhall::cli::tests
