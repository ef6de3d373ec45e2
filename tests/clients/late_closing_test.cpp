// A client that was cut off at the end of a match asks for what the server has signed, and closes its chain, when it is
// back; whatever the person wants comes first.
#include "clients/cli/match/late_closing.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "clients/cli/terminal/line_terminal.h"
#include "clients/model/chain.h"
#include "common/bytes.h"
#include "fake_platform.h"
#include "receipts/signature.h"
#include "receipts/statement.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;

namespace {

const receipts::SigningKey kServer({1, 2, 3});
const std::string kSeedOfAll(32, 's');
constexpr int kShown = 3;  // the k of the last link that went with a decision

MatchId match_of(int number) {
  return id_from_bytes<MatchId>(std::string(15, 'm') + static_cast<char>(number)).value();
}

v1::Statement statement(const receipts::Signed& from) {
  v1::Statement to;
  to.set_text(from.text);
  to.set_signature(to_bytes(from.signature));
  to.set_public_key(to_bytes(from.key));
  return to;
}

// Notes what comes through to the command.
struct Wishes : Session::User {
  void signed_in(const v1::SignedIn& /*who*/, bool /*again*/) override { ++signed_in_times; }
  void received(const v1::ServerMessage& message) override { heard.push_back(message); }
  void failed(ExitCode /*code*/, const std::string& /*sentence*/) override {}
  int signed_in_times = 0;
  std::vector<v1::ServerMessage> heard;
};

struct Back {
  Back() {
    std::filesystem::remove_all(folder);
    settings.server = *clients::parse_address("ws://test:1");
    profile.emplace(folder, "ws://test:1");
    profile->use_name("Mira");
    REQUIRE(profile->save_token({.token = std::string(32, 't'), .account = {}}));
  }
  Back(const Back&) = delete;
  Back& operator=(const Back&) = delete;
  ~Back() { std::filesystem::remove_all(folder); }

  // A match whose start the server has signed and whose chain is kept.
  receipts::Signed keep(int number) {
    receipts::StartStatement start;
    start.match = match_of(number);
    start.game = "duel";
    start.options = "{}";
    const std::string promised = clients::sha256(kSeedOfAll);
    std::copy(promised.begin(), promised.end(), start.server_commitment.begin());
    start.seats = {{.player = AccountId{}, .commitment = {}, .bot = {}},
                   {.player = {}, .commitment = {}, .bot = "greedy"}};
    receipts::Signed signed_start = kServer.sign(receipts::write(start));
    REQUIRE(profile->save_chain(match_of(number), {.root = chain.root(),
                                                   .server_commitment = promised,
                                                   .seat_commitments = {},
                                                   .shown = true,
                                                   .starts = {signed_start}}));
    profile->save_links_shown(match_of(number), kShown);
    return signed_start;
  }
  receipts::Signed end_of(const receipts::Signed& start, const std::string& seed = kSeedOfAll) const {
    const auto began = receipts::read_start(start.text).value();
    receipts::EndStatement end;
    end.match = began.match;
    end.start = receipts::hash_of(start.text);
    std::copy(seed.begin(), seed.end(), end.server_seed.begin());
    return kServer.sign(receipts::write(end));
  }

  void come(const v1::SignedIn& with = {}) {
    late = std::make_unique<LateClosing>(Context{platform, *profile, terminal, settings, [](ExitCode) {}}, wishes);
    session.emplace(platform, *profile, terminal, "ws://test:1", *late);
    late->attach(*session);
    session->start();
    sign_in(with);
  }
  void sign_in(const v1::SignedIn& with = {}) {
    platform.accept();
    v1::ServerMessage welcome;
    welcome.mutable_welcome();
    answer(platform.heard(), welcome);
    v1::ServerMessage reply;
    *reply.mutable_signed_in() = with;
    reply.mutable_signed_in()->mutable_player()->set_account_id(std::string(16, 'a'));
    answer(platform.heard(), reply);
  }
  void answer(const v1::ClientMessage& to, v1::ServerMessage message) {
    REQUIRE(to.command_id() != 0);
    message.set_answer_to(to.command_id());
    platform.say(message);
  }
  void refuse(const v1::ClientMessage& to, v1::RefusalCode code) {
    v1::ServerMessage message;
    message.mutable_refusal()->set_code(code);
    answer(to, message);
  }
  // As the server shows a match, with the last link of ours that it has.
  v1::ServerMessage opened(int number, int last, bool over = true) const {
    v1::ServerMessage message;
    v1::MatchOpened& opened = *message.mutable_match_opened();
    opened.set_channel(7);
    opened.set_seat(0);
    opened.mutable_info()->set_match_id(to_bytes(match_of(number)));
    v1::MatchUpdate& update = *opened.add_updates();
    update.set_channel(7);
    update.set_version(9);
    update.mutable_snapshot()->mutable_duel()->set_round(2);
    update.set_last_link(chain.at(last));
    if (!over) return message;
    update.mutable_outcome()->add_winners(0);
    update.set_server_seed(kSeedOfAll);
    return message;
  }
  static v1::ServerMessage receipt(const receipts::Signed& start, const receipts::Signed& end) {
    v1::ServerMessage message;
    *message.mutable_receipt()->mutable_start() = statement(start);
    *message.mutable_receipt()->mutable_end() = statement(end);
    return message;
  }
  static v1::ServerMessage done() {
    v1::ServerMessage message;
    message.mutable_done();
    return message;
  }
  // The client asks for this match next, and is answered up to where it shows its link.
  v1::ClientMessage up_to_closing(int number, const receipts::Signed& start, int last = kShown) {
    const auto open = platform.heard();
    REQUIRE(open.has_open_match());
    CHECK(open.open_match().match_id() == to_bytes(match_of(number)));
    answer(open, opened(number, last));
    const auto ask = platform.heard();
    REQUIRE(ask.has_ask_receipt());
    CHECK(ask.ask_receipt().match_id() == to_bytes(match_of(number)));
    answer(ask, receipt(start, end_of(start)));
    return platform.heard();
  }
  bool has_chain(int number) const { return profile->chain(match_of(number)).has_value(); }
  bool has_receipts(int number) const {
    const auto path = folder / "test%3a1" / "Mira" / "receipts" / (uuid_text(match_of(number)) + ".json");
    return std::filesystem::exists(path);
  }
  std::string said() const { return out.str() + troubles.str(); }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("wyrmhall_late_closing_" + std::to_string(::getpid()));
  clients::Chain chain = clients::Chain::draw();
  Settings settings;
  wyrmhall::tests::FakePlatform platform;
  std::ostringstream out;
  std::ostringstream troubles;
  LineTerminal terminal{out, troubles, {}};
  std::optional<ProfileStore> profile;
  Wishes wishes;
  std::unique_ptr<LateClosing> late;
  std::optional<Session> session;
};

TEST_CASE_FIXTURE(Back, "the end of a match that was not seen is asked for, and its chain closed, without a word") {
  const auto start = keep(1);
  come();
  CHECK(wishes.signed_in_times == 1);
  const auto closing = up_to_closing(1, start);
  REQUIRE(closing.has_close_chain());
  CHECK(closing.close_chain().match_id() == to_bytes(match_of(1)));
  CHECK(closing.close_chain().link() == chain.at(kShown + 1));
  CHECK(has_receipts(1));
  CHECK(has_chain(1));  // until the link is there
  answer(closing, done());
  CHECK_FALSE(has_chain(1));
  const auto close = platform.heard();
  REQUIRE(close.has_close_match());
  CHECK(close.close_match().channel() == 7);
  platform.pass(std::chrono::minutes(1));
  CHECK(platform.silent());
  CHECK(wishes.heard.empty());
  CHECK(said().empty());
}

TEST_CASE_FIXTURE(Back, "what the command asked for comes through meanwhile") {
  keep(1);
  come();
  v1::ServerMessage news;
  news.mutable_notice();
  platform.say(news);
  news.set_answer_to(12345);
  platform.say(news);
  CHECK(wishes.heard.size() == 2);
}

TEST_CASE_FIXTURE(Back,
                  "a decision that had not arrived is not skipped, and a server that has lost others gets no link") {
  const auto start = keep(1);
  come();
  SUBCASE("one") {
    CHECK(up_to_closing(1, start, kShown - 1).close_chain().link() == chain.at(kShown));
  }
  SUBCASE("two") {
    CHECK(up_to_closing(1, start, kShown - 2).has_close_match());
  }
  SUBCASE("all") {
    CHECK(up_to_closing(1, start, 0).has_close_match());
  }
}

TEST_CASE_FIXTURE(Back, "a link that comes too late was the last try") {
  const auto start = keep(1);
  come();
  refuse(up_to_closing(1, start), v1::REFUSAL_CODE_MATCH_OVER);
  CHECK_FALSE(has_chain(1));
  CHECK(has_receipts(1));
}

TEST_CASE_FIXTURE(Back, "what is not over, or not known, is left as it is") {
  keep(1);
  keep(2);
  come();
  refuse(platform.heard(), v1::REFUSAL_CODE_MATCH_UNKNOWN);
  CHECK(platform.silent());
  platform.pass(std::chrono::seconds(1));
  const auto open = platform.heard();
  REQUIRE(open.has_open_match());
  CHECK(open.open_match().match_id() == to_bytes(match_of(1)));
  answer(open, opened(1, kShown, false));
  CHECK(platform.heard().has_close_match());
  CHECK(platform.silent());
  CHECK(has_chain(1));
  CHECK(has_chain(2));
  CHECK(said().empty());
}

TEST_CASE_FIXTURE(Back, "matches that run, tables, and what the command is about are none of its business") {
  for (int number = 1; number <= 3; ++number) keep(number);
  v1::SignedIn who;
  who.add_matches()->set_match_id(to_bytes(match_of(1)));
  who.add_tables()->set_table_id(to_bytes(match_of(2)));
  settings.match = match_of(3);
  come(who);
  CHECK(platform.silent());
}

TEST_CASE_FIXTURE(Back, "an end that does not fit the start accuses, and shows no link") {
  const auto start = keep(1);
  come();
  answer(platform.heard(), opened(1, kShown));
  answer(platform.heard(), receipt(start, end_of(start, std::string(32, 'x'))));
  CHECK(platform.heard().has_close_match());
  CHECK(has_chain(1));
  CHECK_FALSE(has_receipts(1));
  CHECK(std::filesystem::exists(profile->accusations_folder() / (uuid_text(match_of(1)) + "-seedDoesNotFit.json")));
}

TEST_CASE_FIXTURE(Back, "a run asks for twenty at most, one after the other") {
  for (int number = 1; number <= 25; ++number) keep(number);
  come();
  int asked = 0;
  for (; !platform.silent(); ++asked) {
    const auto open = platform.heard();
    REQUIRE(open.has_open_match());
    CHECK(platform.silent());
    refuse(open, v1::REFUSAL_CODE_MATCH_UNKNOWN);
    platform.pass(std::chrono::seconds(1));
  }
  CHECK(asked == 20);
}

TEST_CASE_FIXTURE(Back, "after a loss it waits for the next run") {
  keep(1);
  come();
  CHECK(platform.heard().has_open_match());
  platform.lose();
  platform.pass(std::chrono::minutes(1));
  sign_in();
  platform.pass(std::chrono::minutes(1));
  CHECK(platform.silent());
  CHECK(has_chain(1));
}

}  // namespace
