// A device that shows a code, and is let in by a player who confirms it on another.
#include "server/core/limits.h"
#include "tests/server/one_guest.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

struct Terminal : OneGuest {
  // The code that it shows.
  std::string ask_to_be_let_in(std::uint64_t session) {
    pb::ClientMessage message;
    message.mutable_sign_in()->mutable_confirmed();
    const pb::ServerMessage news = ask(session, message);
    REQUIRE_MESSAGE(news.has_sign_in_code(), news.DebugString());
    CHECK(news.answer_to() == 0);
    CHECK(news.sign_in_code().valid_ms() == 600'000);
    return news.sign_in_code().code();
  }
  pb::ServerMessage look_up(const std::string& code) {
    pb::ClientMessage message;
    message.mutable_look_up_sign_in()->set_code(code);
    return mira.ask(message);
  }
  pb::ServerMessage confirm(const std::string& code) {
    pb::ClientMessage message;
    message.mutable_confirm_sign_in()->set_code(code);
    return mira.ask(message);
  }
};

TEST_CASE_FIXTURE(Terminal, "a device is let in by the code that it shows, once") {
  const std::uint64_t terminal = device();
  const std::string code = ask_to_be_let_in(terminal);
  CHECK(code.size() == 9);
  world.pass(5min);  // it waits for a person
  CHECK_FALSE(world.closed.contains(terminal));
  std::string typed = code;
  typed.erase(4, 1);
  for (char& c : typed) c = static_cast<char>(std::tolower(c));
  CHECK(look_up(typed).sign_in_asked().client() == "another device");

  const pb::ServerMessage confirmed = confirm(typed);
  CHECK(confirmed.sign_ins().lines_size() == 2);
  const pb::ServerMessage& in = world.inbox[terminal].back();
  REQUIRE_MESSAGE(in.has_signed_in(), in.DebugString());
  CHECK(in.signed_in().player().account_id() == mira.account());
  CHECK(in.signed_in().token().size() == 32);
  CHECK(in.signed_in().token() != mira.token());
  CHECK(code_of(confirm(code)) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
}

TEST_CASE_FIXTURE(Terminal, "a code that is wrong, too old, or of a device that is gone lets nobody in") {
  for (const std::string& wrong : {std::string("0000-0000"), std::string(), std::string(100'0, 'x')}) {
    CHECK(code_of(look_up(wrong)) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
    CHECK(code_of(confirm(wrong)) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
  }
  const std::uint64_t late = device();
  const std::string old = ask_to_be_let_in(late);
  world.pass(11min);
  CHECK(code_of(world.inbox[late].back()) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
  CHECK(code_of(confirm(old)) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
  const std::uint64_t gone = device();
  const std::string left = ask_to_be_let_in(gone);
  world.core->disconnected(gone);
  CHECK(code_of(confirm(left)) == pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN);
  world.pass(11min);
}

TEST_CASE_FIXTURE(Terminal, "who is renamed, blocked or gone while it is confirmed is so for the device, too") {
  const std::uint64_t terminal = device();
  const std::string code = ask_to_be_let_in(terminal);
  world.hold_answers = true;
  confirm(code);
  world.core->disconnected(terminal);
  world.hold_answers = false;
  world.settle();
  CHECK(membership().codes_left() == 0);  // all goes on

  const std::uint64_t other = device();
  const std::string second = ask_to_be_let_in(other);
  world.hold_answers = true;
  confirm(second);
  world.write(persistence::BlockAccount{
      .account = *id_from_bytes<AccountId>(mira.account()), .at = world.clock.now(), .reason = "r"});
  world.hold_answers = false;
  world.settle();
  CHECK(code_of(world.inbox[other].back()) == pb::REFUSAL_CODE_ACCOUNT_BLOCKED);
}

TEST_CASE_FIXTURE(Terminal, "a disk that fails lets nobody in, and says so to both") {
  const std::uint64_t terminal = device();
  const std::string code = ask_to_be_let_in(terminal);
  world.fail_writes = true;
  CHECK(code_of(confirm(code)) == pb::REFUSAL_CODE_NO_STORE);
  CHECK(code_of(world.inbox[terminal].back()) == pb::REFUSAL_CODE_NO_STORE);
  world.fail_writes = false;
}

TEST_CASE_FIXTURE(Terminal, "a sign-in has a name that its player gives it") {
  pb::ClientMessage ask;
  ask.mutable_list_sign_ins();
  const std::string id = mira.ask(ask).sign_ins().lines(0).id();
  const auto name = [&](const std::string& which, const std::string& what) {
    pb::ClientMessage message;
    message.mutable_name_sign_in()->set_id(which);
    message.mutable_name_sign_in()->set_name(what);
    return mira.ask(message);
  };
  CHECK(name(id, "  the old laptop ").sign_ins().lines(0).name() == "the old laptop");
  CHECK(name(id, std::string(40, 'x')).has_sign_ins());
  CHECK(name(id, std::string(41, 'x')).refusal().highest() == 40);
  CHECK(code_of(name(id, "a\nb")) == pb::REFUSAL_CODE_FIELD_INVALID);
  CHECK(name("short", "x").refusal().field() == "id");
  CHECK(name(std::string(32, 'x'), "nobody's").refusal().field() == "id");
  CHECK(name(id, "").sign_ins().lines(0).name().empty());
}

TEST_CASE_FIXTURE(Terminal, "a token for reading only sees what its player sees, and changes and says nothing") {
  pb::ClientMessage add;
  add.mutable_add_sign_in()->set_read_only(true);
  add.mutable_add_sign_in()->set_name("the board on the wall");
  const pb::ServerMessage made = mira.ask(add);
  REQUIRE_MESSAGE(made.has_sign_in_added(), made.DebugString());
  Client board(world, "Mira", 7);
  board.arrive_by(made.sign_in_added().token());
  pb::ClientMessage list;
  list.mutable_list_sign_ins();
  const pb::SignIns lines = board.ask(list).sign_ins();
  CHECK(lines.lines(1).read_only());
  CHECK(lines.lines(1).name() == "the board on the wall");
  pb::ClientMessage rename;
  rename.mutable_rename()->set_name("Somebody");
  CHECK(code_of(board.ask(rename)) == pb::REFUSAL_CODE_READ_ONLY);
  CHECK(code_of(board.ask(find_table())) == pb::REFUSAL_CODE_READ_ONLY);
  CHECK(code_of(board.ask(add)) == pb::REFUSAL_CODE_READ_ONLY);
  pb::ClientMessage leave;
  leave.mutable_delete_account();
  CHECK(code_of(board.ask(leave)) == pb::REFUSAL_CODE_READ_ONLY);
  pb::ClientMessage say;
  say.mutable_say();
  CHECK(code_of(board.ask(say)) == pb::REFUSAL_CODE_READ_ONLY);
  pb::ClientMessage matches;
  matches.mutable_list_matches();
  CHECK(board.ask(matches).has_matches());
  CHECK(mira.ask(rename).has_renamed());  // another connection of the same player is as before
}

TEST_CASE_FIXTURE(Terminal, "a player of whom only such a token is connected is away") {
  pb::ClientMessage add;
  add.mutable_add_sign_in()->set_read_only(true);
  Client board(world, "Mira", 7);
  board.arrive_by(mira.ask(add).sign_in_added().token());
  pb::ClientMessage opening = open_table(duel_options());
  opening.mutable_open_table()->set_hidden(true);
  const std::string id = table_id_of(mira.ask(opening));
  world.pass(1s);
  board.read();
  CHECK(!board.tables.at(id).seats(0).away());
  mira.vanish();
  world.pass(1s);
  board.read();
  CHECK(board.tables.at(id).seats(0).away());
  mira.arrive();
  world.pass(1s);
  board.read();
  CHECK(!board.tables.at(id).seats(0).away());
  board.vanish();
  world.pass(1s);
  mira.read();
  CHECK(!mira.tables.at(id).seats(0).away());
}

}  // namespace
}  // namespace wyrmhall::test
