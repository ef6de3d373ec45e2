// The small parts of the terminal client.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "clients/cli/backoff.h"
#include "clients/cli/commands/duration.h"
#include "clients/cli/commands/game_options.h"
#include "clients/cli/match/chooser.h"
#include "clients/cli/messages.h"
#include "clients/cli/profile/private_file.h"
#include "clients/cli/profile/profile_store.h"
#include "clients/cli/terminal/message_text.h"
#include "clients/cli/terminal/terminal.h"
#include "clients/connection/address.h"
#include "clients/model/chain.h"
#include "clients/model/code_name.h"
#include "common/hex.h"
#include "common/id.h"

using namespace wyrmhall;
using namespace wyrmhall::cli;

namespace {

namespace fs = std::filesystem;

struct TemporaryFolder {
  TemporaryFolder() : path(fs::temp_directory_path() / ("wyrmhall_cli_test_" + std::to_string(::getpid()))) {
    fs::remove_all(path);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { fs::remove_all(path); }
  fs::path path;
};

int mode_of(const fs::path& path) {
  struct stat status{};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return static_cast<int>(status.st_mode & 0777U);
}

}  // namespace

TEST_CASE("addresses") {
  using clients::Address;
  using clients::parse_address;
  CHECK(parse_address("ws://127.0.0.1:7420") == Address{.host = "127.0.0.1", .port = "7420"});
  CHECK(parse_address("ws://dragons.example/") == Address{.host = "dragons.example", .port = "7420"});
  CHECK(parse_address("ws://[::1]:80/ws2") == Address{.host = "::1", .port = "80", .path = "/ws2"});
  CHECK(parse_address("ws://[::1]:80")->text() == "ws://[::1]:80");
  CHECK(parse_address("wss://dragons.example") == Address{.host = "dragons.example", .port = "443", .tls = true});
  CHECK(parse_address("wss://dragons.example:8443")->text() == "wss://dragons.example:8443");
  for (const char* wrong : {"", "127.0.0.1:7420", "http://a:1", "ws://", "ws://:80", "ws://a:0", "ws://a:65536",
                            "ws://a:x", "ws://a:", "ws://::1:80", "ws://[::1", "ws://a b:80", "ws://a:80/x y"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_address(wrong));
  }
}

TEST_CASE("options are set by reflection") {
  const auto options =
      make_options("duel", {"mode=battle", "lanes=3", "abilities=on", "owners=0,0,1,1,2,2", "round_cap=0"});
  REQUIRE(options);
  const v1::DuelOptions& duel = options->duel();
  CHECK(duel.mode() == v1::DUEL_MODE_BATTLE);
  CHECK(duel.lanes() == 3);
  CHECK(duel.abilities());
  CHECK(duel.owners_size() == 6);
  CHECK(duel.owners(5) == 2);
  CHECK(duel.has_round_cap());
  CHECK(clients::game_of(*options) == "duel");
  CHECK(options_text(*options) == "mode=battle lanes=3 owners=0,0,1,1,2,2 abilities=yes round_cap=0");
  CHECK(make_options("duel", {})->has_duel());
}

TEST_CASE("a list of messages is typed in entries, and told so that it can be typed again") {
  const auto options = make_options(
      "hunt",
      {"heroes=0:warrior,1:cleric:skills=smite+heal/1/heal:gold=5,custom:sword:cleave+stab+mend:lucky_charm:alive=no",
       "dragons=young_red,storm_blue", "dragon_hp=30,40"});
  REQUIRE(options);
  const v1::HuntOptions& hunt = options->hunt();
  REQUIRE(hunt.heroes_size() == 3);
  CHECK(hunt.heroes(0).class_() == v1::HUNT_CLASS_WARRIOR);
  CHECK(hunt.heroes(1).seat() == 1);
  CHECK(hunt.heroes(1).gold() == 5);
  REQUIRE(hunt.heroes(1).skills_size() == 2);
  CHECK(hunt.heroes(1).skills(1).id() == v1::HUNT_SKILL_HEAL);
  CHECK(hunt.heroes(1).skills(1).plus() == 1);
  CHECK(hunt.heroes(1).skills(1).part() == v1::HUNT_PART_HEAL);
  CHECK(hunt.heroes(2).symbol() == v1::HUNT_SYMBOL_SWORD);
  CHECK(hunt.heroes(2).skills_size() == 3);
  CHECK(hunt.heroes(2).items(0) == v1::HUNT_ITEM_LUCKY_CHARM);
  CHECK((hunt.heroes(2).has_alive() && !hunt.heroes(2).alive()));
  CHECK(hunt.dragons(1) == v1::HUNT_DRAGON_KIND_STORM_BLUE);
  const std::string text = options_text(*options);
  std::vector<std::string> again;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    again.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  CHECK(text.find("heroes=class=warrior,seat=1:class=cleric:gold=5:skills=id=smite+id=heal/plus=1/part=heal,") !=
        std::string::npos);
  REQUIRE(make_options("hunt", again));
  CHECK(make_options("hunt", again)->SerializeAsString() == options->SerializeAsString());
  const auto wrong = [](const std::string& option) { return make_options("hunt", {option}).error(); };
  CHECK(wrong("heroes=warior").starts_with("“warior” fits nothing here. What fits: seat=…, warrior, wizard, "));
  CHECK(wrong("heroes=warrior:class=cleric").starts_with("“class=cleric” fits nothing here. What fits: seat=…, "));
  CHECK(wrong("heroes=warrior:gold=much").find("whole number") != std::string::npos);
  CHECK(wrong("heroes=warrior,").find("“” fits nothing") != std::string::npos);
  CHECK(wrong("dragons=young_red,fred").find("is one of young_red") != std::string::npos);
}

TEST_CASE("what is wrong with an option is said") {
  const auto wrong = [](const std::string& option) { return make_options("duel", {option}).error(); };
  CHECK(make_options("chess", {}).error().starts_with("There is no game \"chess\". Games: duel"));
  CHECK(wrong("mode=chess").find("is one of duel, solitaire, arena, battle") != std::string::npos);
  CHECK(wrong("colour=red").starts_with("There is no option \"colour\". Valid options: mode, players"));
  CHECK(wrong("players=-1").find("whole number") != std::string::npos);
  CHECK(wrong("players=four").find("whole number") != std::string::npos);
  CHECK(wrong("players=99999999999").find("whole number") != std::string::npos);
  CHECK(wrong("dragons=1,,2").find("list of whole numbers") != std::string::npos);
  CHECK(wrong("fair=perhaps").find("on or off") != std::string::npos);
  CHECK(wrong("fair").find("key=value") != std::string::npos);
  CHECK(make_options("duel", {"fair=on", "fair=off"}).error() == "The option fair is given twice.");
}

TEST_CASE("a chain hangs together, and a link is found in it") {
  const clients::Chain chain = clients::Chain::draw();
  CHECK(chain.at(clients::kChainLength) == chain.root());
  CHECK(clients::link_of(chain.at(0)) == chain.commitment());
  for (const int k : {1, 2, 77, clients::kChainLength}) {
    CHECK(clients::link_of(chain.at(k)) == chain.at(k - 1));
    CHECK(chain.find(chain.at(k)) == k);
  }
  CHECK_FALSE(chain.find(chain.commitment()));
  CHECK_FALSE(chain.find(""));
  CHECK(clients::Chain::draw().root() != chain.root());
  // FAIR-DICE's own words: 16 bytes of SHA-256("wyrmhall link v1" ‖ x).
  CHECK(hex_text(clients::sha256("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(clients::link_of(std::string(16, '\0')) ==
        clients::sha256("wyrmhall link v1" + std::string(16, '\0')).substr(0, 16));
}

TEST_CASE("tokens and chains are found again, and are nobody else's business") {
  const TemporaryFolder folder;
  const MatchId match({'m'});
  const clients::Chain chain = clients::Chain::draw();
  {
    ProfileStore profile(folder.path, "ws://127.0.0.1:7420");
    profile.use_name("Zoë O'Hara");
    CHECK(*profile.token() == std::nullopt);
    REQUIRE(profile.save_token({.token = std::string(32, 't'), .account = AccountId({'a'})}));
    REQUIRE(profile.save_chain(match, {chain.root(), std::string(32, 'c'), {std::string(16, 'x'), ""}}));
    CHECK(mode_of(profile.token_path()) == 0600);
    CHECK(mode_of(profile.token_path().parent_path() / "chains" / (uuid_text(match) + ".json")) == 0600);
  }
  ProfileStore profile(folder.path, "ws://127.0.0.1:7420");
  REQUIRE(profile.use_name_of_match(match));
  CHECK(profile.name() == "Zoë O'Hara");
  CHECK((*profile.token())->token == std::string(32, 't'));
  CHECK((*profile.token())->account == AccountId({'a'}));
  const auto kept = profile.chain(match);
  REQUIRE(kept);
  CHECK(kept->root == chain.root());
  CHECK(kept->server_commitment == std::string(32, 'c'));
  CHECK(kept->seat_commitments == std::vector<std::string>{std::string(16, 'x'), ""});

  SUBCASE("another name and another server have their own") {
    ProfileStore other(folder.path, "ws://127.0.0.1:7420");
    other.use_name("Mira");
    CHECK(*other.token() == std::nullopt);
    CHECK_FALSE(other.chain(match));
    ProfileStore elsewhere(folder.path, "ws://dragons.example:7420");
    CHECK_FALSE(elsewhere.use_name_of_match(match));
  }
  SUBCASE("a chain can be dropped") {
    profile.drop_chain(match);
    CHECK_FALSE(profile.chain(match));
  }
  SUBCASE("a file that holds no token is not taken for a stranger's") {
    REQUIRE(write_private_file(profile.token_path(), "what is this"));
    CHECK_FALSE(profile.token());
  }
}

TEST_CASE("made-up names are used again, but by one process at a time") {
  const TemporaryFolder folder;
  std::string first;
  {
    ProfileStore profile(folder.path, "server");
    profile.use_made_up_name();
    first = profile.name();
    REQUIRE(profile.save_token({.token = std::string(32, 't'), .account = AccountId({'a'})}));
  }
  ProfileStore again(folder.path, "server");
  again.use_made_up_name();
  CHECK(again.name() == first);
  ProfileStore beside(folder.path, "server");
  beside.use_made_up_name();
  CHECK(beside.name() != first);
}

TEST_CASE("the wait between tries doubles, has jitter, and ends") {
  Backoff backoff;
  std::int64_t step = Backoff::kFirst.count();
  Backoff::Milliseconds passed{0};
  for (std::uint64_t random = 1; random < 100; ++random) {
    const auto wait = backoff.next(passed, random * 0x9e3779b97f4a7c15U);
    if (!wait) break;
    passed += *wait;
    if (passed < Backoff::kLimit) {
      CHECK(wait->count() >= step / 2);
      CHECK(wait->count() <= step);
    }
    step = std::min(step * 2, Backoff::kMax.count());
  }
  CHECK(passed == Backoff::kLimit);
  backoff.reset();
  CHECK(*backoff.next(Backoff::Milliseconds(0), ~std::uint64_t{0}) <= Backoff::kFirst);
}

TEST_CASE("a bot that the game has not is named with those that it has") {
  v1::Welcome welcome;
  const auto refused = [&](v1::BotLevel level) { return why_not_offered(welcome, *make_options("duel", {}), level); };
  v1::GameOffer& offer = *welcome.add_games();
  offer.set_game("duel");
  CHECK(refused(v1::BOT_LEVEL_GREEDY).empty());  // it has not said
  for (const v1::BotLevel level : {v1::BOT_LEVEL_RANDOM, v1::BOT_LEVEL_HARD}) offer.add_bots(level);
  CHECK(refused(v1::BOT_LEVEL_HARD).empty());
  CHECK(refused(v1::BOT_LEVEL_GREEDY) == "No bot of Dragon Duel plays as greedy. There are: random and hard.");
}

TEST_CASE("options are held against what the server offers") {
  v1::Welcome welcome;
  const auto refused = [&](const std::vector<std::string>& pairs) {
    return why_not_offered(welcome, *make_options("duel", pairs), std::nullopt);
  };
  CHECK(refused({"players=9"}).empty());  // it has not said
  v1::GameOffer& duel = *welcome.add_games();
  duel.set_game("duel");
  CHECK(refused({"players=9"}).empty());
  v1::OptionOffer& mode = *duel.add_options();
  mode.set_name("mode");
  mode.set_kind(v1::OPTION_KIND_ENUMERATOR);
  for (const char* name : {"duel", "solitaire", "arena"}) mode.add_enumerators(name);
  mode.set_default_value(1);
  const auto number = [&](const char* name, std::uint32_t least, std::uint32_t most) -> v1::OptionOffer& {
    v1::OptionOffer& option = *duel.add_options();
    option.set_name(name);
    option.set_kind(v1::OPTION_KIND_NUMBER);
    option.set_least(least);
    option.set_most(most);
    return option;
  };
  number("players", 3, 8).set_default_value(3);
  number("match_games", 1, 9).set_step(2);
  number("round_cap", 20, 1000).set_or_zero(true);
  number("dragons", 1, 8).set_kind(v1::OPTION_KIND_LIST);
  v1::OptionOffer& enemies = number("enemies", 2, 9);
  for (const std::uint32_t each : {2U, 3U, 9U}) enemies.add_values(each);
  v1::OptionOffer& fair = *duel.add_options();
  fair.set_name("fair");
  fair.set_kind(v1::OPTION_KIND_SWITCH);
  fair.set_default_value(0);

  CHECK(refused({"mode=arena", "players=8", "match_games=3", "round_cap=0", "dragons=1,8", "fair=on"}).empty());
  CHECK(refused({"players=9"}) == "The option players must be 3 to 8, not 9.");
  CHECK(refused({"mode=battle"}) == "The option mode must be duel, solitaire, arena, not battle.");
  CHECK(refused({"match_games=2"}) == "The option match_games must be 1 to 9 in steps of 2, not 2.");
  CHECK(refused({"round_cap=19"}) == "The option round_cap must be 0, or 20 to 1000, not 19.");
  CHECK(refused({"dragons=1,9"}) == "The option dragons must be numbers from 1 to 8, not 1,9.");
  CHECK(refused({"enemies=9"}).empty());
  CHECK(refused({"enemies=4"}) == "The option enemies must be 2, 3, 9, not 4.");
  CHECK(refused({"abilities=on"}) == "The option abilities is unknown to this server.");
  CHECK(why_not_offered(welcome, *make_options("arena", {}), {}) == "This game is not played on this server.");
  std::vector<std::string> lines;
  for (const std::string& line : offer_lines(Paint(false), duel)) {
    if (line.starts_with("      ")) continue;
    lines.push_back(line.substr(2));
  }
  CHECK(lines == std::vector<std::string>{"mode=duel, solitaire, arena (default duel)", "players=3 to 8 (default 3)",
                                          "match_games=1 to 9 in steps of 2", "round_cap=0, or 20 to 1000",
                                          "dragons=numbers from 1 to 8", "enemies=2, 3, 9",
                                          "fair=on or off (default off)"});
}

TEST_CASE("an option that the options of the table do not have has no effect") {
  const auto wrong = [](const std::vector<std::string>& given, const std::vector<std::string>& completed) {
    return what_has_no_effect(*make_options("duel", given), *make_options("duel", completed));
  };
  CHECK(wrong({}, {"mode=duel", "round_cap=200"}).empty());
  CHECK(wrong({"mode=arena", "players=4"}, {"mode=arena", "players=4", "round_cap=200"}).empty());
  CHECK(wrong({"round_cap=200", "players=4"}, {"mode=duel", "round_cap=200"}) ==
        "The option players has no effect together with the other options: `wyrmhall games duel` says what it is for.");
  // What is off is not sent, and seats may bring lists of their own.
  CHECK(wrong({"fair=off", "dragons=1,7"}, {"mode=duel"}).empty());
  CHECK(what_has_no_effect({}, *make_options("duel", {})).empty());
  CHECK(what_has_no_effect(*make_options("duel", {"players=4"}), {}).empty());
}

TEST_CASE("many names of an option stand in columns that the window has room for") {
  v1::GameOffer game;
  game.set_game("other");
  v1::OptionOffer& place = *game.add_options();
  place.set_name("place");
  place.set_kind(v1::OPTION_KIND_ENUMERATOR);
  place.set_default_value(2);
  for (int i = 10; i < 23; ++i) place.add_enumerators("place_" + std::to_string(i));
  const std::vector<std::string> five = {
      "  place=one of the 13 below (default place_11)", "      place_10  place_13  place_16  place_19  place_22",
      "      place_11  place_14  place_17  place_20", "      place_12  place_15  place_18  place_21"};
  CHECK(offer_lines(Paint(false, 54), game) == five);
  CHECK(offer_lines(Paint(false, 53), game).at(1) == "      place_10  place_14  place_18  place_22");
  CHECK(offer_lines(Paint(false, 3), game).size() == 14);
  place.mutable_enumerators()->RemoveLast();
  CHECK(offer_lines(Paint(false, 54), game).at(0).ends_with("place_20, place_21 (default place_11)"));
  CHECK(offer_lines(Paint(false, 54), game).size() == 1);
}

TEST_CASE("an option may be written as in the rulebook") {
  CHECK(make_options("hunt", {"roundLimit=9"})->hunt().round_limit() == 9);
  CHECK(make_options("hunt", {"round_limit=9"})->hunt().round_limit() == 9);
}

TEST_CASE("every option of every game says what it means, those that are put together from parts too") {
  const auto& games = *v1::GameOptions::descriptor()->FindOneofByName("game");
  for (int i = 0; i < games.field_count(); ++i) {
    const auto& game = *games.field(i);
    for (int option = 0; option < game.message_type()->field_count(); ++option) {
      const auto& field = *game.message_type()->field(option);
      // What only older rules versions know is offered to nobody.
      const bool said = field.options().deprecated() || has_message(game.name(), "option." + field.name());
      CHECK_MESSAGE(said, game.name());
    }
    const auto* part = v1::SeatPart::descriptor()->FindFieldByName(game.name());
    for (int brought = 0; part != nullptr && brought < part->message_type()->field_count(); ++brought) {
      const std::string& name = part->message_type()->field(brought)->name();
      CHECK_MESSAGE(has_message(game.name(), "bring." + name), game.name());
    }
  }
  v1::GameOffer hunt;
  hunt.set_game("hunt");
  const std::vector<std::string> lines = offer_lines(Paint(false), hunt);
  REQUIRE(lines.size() == 6);
  CHECK(lines[0] == "  heroes=…");
  CHECK(lines[1].starts_with("      who hunts"));
  CHECK(lines[2] == "  --bring heroes=…");
  CHECK(lines[3].starts_with("      the newcomers"));
}

TEST_CASE("of a list of enumerators the names are told, what was given and what is offered") {
  v1::Welcome welcome;
  v1::GameOffer& hunt = *welcome.add_games();
  hunt.set_game("hunt");
  v1::OptionOffer& dragons = *hunt.add_options();
  dragons.set_name("dragons");
  dragons.set_kind(v1::OPTION_KIND_LIST);
  for (const char* name : {"young_red", "young_black"}) dragons.add_enumerators(name);
  dragons.set_least(1);
  dragons.set_most(2);
  CHECK(why_not_offered(welcome, *make_options("hunt", {"dragons=young_black,young_red"}), {}).empty());
  CHECK(why_not_offered(welcome, *make_options("hunt", {"dragons=young_red,storm_blue"}), {}) ==
        "The option dragons must be some of young_red, young_black, not young_red,storm_blue.");
}

TEST_CASE("the chooser is the same on every machine") {
  Chooser random(Decider::kRandom, 1);
  std::string chosen;
  for (int i = 0; i < 12; ++i) chosen += static_cast<char>('0' + random.choose(5));
  CHECK(chosen == "320144303413");
  CHECK(Chooser(Decider::kFirst, 1).choose(5) == 0);
}

TEST_CASE("any message can be told by reflection") {
  v1::GameView view;
  view.mutable_duel()->set_round(2);
  (*view.mutable_duel()->mutable_health())[10] = 7;
  (*view.mutable_duel()->mutable_health())[2] = 20;
  (*view.mutable_duel()->mutable_dragons())[0].set_seat(-1);
  CHECK(tree_text(inner_message(view)) ==
        std::vector<std::string>{"dragons:", "  0:", "    seat: -1", "health:", "  2: 20", "  10: 7", "round: 2"});
  v1::GameAction action;
  action.mutable_duel()->set_claw(1);
  CHECK(line_text(inner_message(action)) == "claw=1");
  v1::GameEvent event;
  event.mutable_duel()->mutable_death()->set_dragon(3);
  CHECK(line_text(inner_message(event)) == "death dragon=3");
}

TEST_CASE("durations") {
  CHECK(parse_duration("90s") == 90U);
  CHECK(parse_duration("90") == 90U);
  CHECK(parse_duration("15m") == 900U);
  CHECK(parse_duration("24h") == 86400U);
  CHECK(parse_duration("7d") == 604800U);
  for (const char* wrong : {"", "0s", "h", "-1h", "1.5h", "24 h", "1w", "99999999999", "4000000000d"}) {
    CHECK_FALSE(parse_duration(wrong));
  }
}

TEST_CASE("what others wrote neither steers the terminal nor turns its lines around") {
  CHECK(strip_control_chars("Zoë 山田太郎 שלום") == "Zoë 山田太郎 שלום");
  CHECK(strip_control_chars("a\x1b[31mb\x07\x7F\n") == "a[31mb");
  CHECK(strip_control_chars("a\u009B31mb\u0080\u009F\u00A0") == "a31mb\u00A0");
  CHECK(strip_control_chars("a\u202A\u202B\u202C\u202D\u202Eb\u2066\u2067\u2068\u2069c\u200E\u200F\u061Cd") == "abcd");
  CHECK(strip_control_chars("a\u200B\u200C\u200D\u2028\u2029\u2060\u2065\u206F\uFEFF\u00AD\U000E0041b") == "ab");
  CHECK(strip_control_chars("\u200A\u2010\u2027\u202F\u205F\u2070\u00A0\u00AE") ==
        "\u200A\u2010\u2027\u202F\u205F\u2070\u00A0\u00AE");  // beside them
  CHECK(strip_control_chars("a\x9B\xFF\xC2") == "a");         // no UTF-8
  CHECK(strip_control_chars("") == "");
}
