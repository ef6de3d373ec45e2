// The terminal's commands about heroes that are kept, with a test for a server.
#pragma once

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/commands/game_options.h"
#include "clients/cli/commands/heroes/commands.h"
#include "clients/cli/commands/play_command.h"
#include "clients/cli/terminal/line_terminal.h"
#include "clients/model/chain.h"
#include "fake_platform.h"

namespace wyrmhall::cli::tests {

using wyrmhall::tests::FakePlatform;

inline const std::string kMira(16, 'a');
inline const std::string kRobin(16, 'r');
inline const std::string kTable(16, 'm');  // as it travels
inline const std::string kBrienne = std::string(15, 'h') + '1';
inline const std::string kEdric = std::string(15, 'h') + '2';
inline const std::string kKestrel = std::string(15, 'h') + '3';
inline constexpr std::string_view kBrienneText = "68686868-6868-6868-6868-686868686831";

inline v1::Hero hero(const std::string& id, const std::string& name, v1::HuntClass of) {
  v1::Hero hero;
  hero.set_hero_id(id);
  hero.set_name(name);
  hero.set_made_at_us(1'700'000'000'000'000);
  v1::HuntHeroOption& values = *hero.mutable_values();
  values.set_class_(of);
  values.set_level(1);
  values.set_gold(2);
  values.set_xp(0);
  values.set_hp_max(23);
  values.set_base_ac(0);
  values.set_alive(true);
  values.add_skills()->set_id(v1::HUNT_SKILL_CLEAVE);
  return hero;
}

// The one that has hunted.
inline v1::Hero brienne() {
  v1::Hero brienne = hero(kBrienne, "Brienne", v1::HUNT_CLASS_WARRIOR);
  brienne.set_chapter(2);
  brienne.set_slain(1);
  v1::HuntHeroOption& values = *brienne.mutable_values();
  values.set_level(2);
  values.set_xp(7);
  values.mutable_skills(0)->set_plus(1);
  values.add_items(v1::HUNT_ITEM_LUCKY_CHARM);
  return brienne;
}

struct HeroClient {
  explicit HeroClient(CommandName name, bool person = true) {
    std::filesystem::remove_all(folder);
    settings.command = name;
    settings.server = *clients::parse_address("ws://test:1");
    settings.game = "hunt";
    settings.person_at_terminal = person;
    profile.emplace(folder, "ws://test:1");
    profile->use_name("Mira");
  }
  HeroClient(const HeroClient&) = delete;
  HeroClient& operator=(const HeroClient&) = delete;
  ~HeroClient() { std::filesystem::remove_all(folder); }

  // Up to the first question to the server; nothing where it ends before.
  v1::ClientMessage start() {
    const Context context{platform, *profile, terminal, settings, [this](ExitCode code) {
                            if (!ended) ended = code;
                          }};
    switch (settings.command) {
      case CommandName::kPlay:
        command = std::make_unique<PlayCommand>(context, *make_options("hunt", {"heroes=warrior,cleric"}));
        break;
      case CommandName::kMakeHero:
        command = std::make_unique<MakeHeroCommand>(context);
        break;
      case CommandName::kFallenHeroes:
      case CommandName::kHeroBoard:
        command = std::make_unique<FamousHeroesCommand>(context);
        break;
      default:
        command = std::make_unique<HeroesCommand>(context);
    }
    session.emplace(platform, *profile, terminal, "ws://test:1", *command);
    command->attach(*session);
    session->start();
    return sign_in();
  }
  v1::ClientMessage sign_in() {
    platform.accept();
    const auto hello = platform.heard();
    v1::ServerMessage welcome;
    welcome.mutable_welcome();
    answer(hello, welcome);
    const auto ask = platform.heard();
    if (!ask.has_sign_in()) return ask;
    v1::ServerMessage reply;
    v1::SignedIn& who = *reply.mutable_signed_in();
    who.mutable_player()->set_account_id(kMira);
    who.mutable_player()->set_name("Mira");
    if (ask.sign_in().has_new_guest()) who.set_token(std::string(32, 't'));
    if (seated) *who.add_tables() = seated->table_state();
    answer(ask, reply);
    return platform.heard();
  }
  void answer(const v1::ClientMessage& to, v1::ServerMessage message) {
    message.set_answer_to(to.command_id());
    platform.say(message);
  }
  void refuse(const v1::ClientMessage& to, v1::RefusalCode code, const std::string& field = {}) {
    v1::ServerMessage message;
    message.mutable_refusal()->set_code(code);
    message.mutable_refusal()->set_field(field);
    answer(to, message);
  }
  [[nodiscard]] std::string seen() const { return out.str() + troubles.str(); }
  [[nodiscard]] bool saw(const std::string& text) const { return seen().find(text) != std::string::npos; }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("wyrmhall_heroes_test_" + std::to_string(::getpid()));
  Settings settings;
  FakePlatform platform;
  std::ostringstream out;
  std::ostringstream troubles;
  LineTerminal terminal{out, troubles, {}};
  std::optional<ExitCode> ended;
  std::optional<ProfileStore> profile;
  std::unique_ptr<Command> command;
  std::optional<Session> session;
  std::optional<v1::ServerMessage> seated;  // at this table when signing in
};

inline v1::ServerMessage stable(const std::vector<v1::Hero>& heroes) {
  v1::ServerMessage message;
  for (const v1::Hero& each : heroes) *message.mutable_stable()->add_heroes() = each;
  message.mutable_stable()->set_most_living(20);
  return message;
}

// What the client asks once it has been told who is in the stable.
inline v1::ClientMessage after_listing(HeroClient& client, const v1::ClientMessage& ask,
                                       const std::vector<v1::Hero>& heroes) {
  REQUIRE(ask.has_list_heroes());
  client.answer(ask, stable(heroes));
  return client.platform.heard();
}

// A warrior and a cleric of Mira's seat, and in the seat of somebody else a rogue.
inline v1::ServerMessage table(const std::vector<std::pair<std::uint32_t, v1::Hero>>& brought = {},
                               bool two_seats = false) {
  v1::ServerMessage message;
  v1::Table& table = *message.mutable_table_state();
  table.set_table_id(kTable);
  table.set_phase(v1::TABLE_PHASE_OPEN);
  table.set_server_commitment(clients::sha256(std::string(32, 's')));
  v1::HuntOptions& hunt = *table.mutable_options()->mutable_hunt();
  hunt.add_heroes()->set_class_(v1::HUNT_CLASS_WARRIOR);
  hunt.add_heroes()->set_class_(v1::HUNT_CLASS_CLERIC);
  table.add_seats()->mutable_player()->set_account_id(kMira);
  if (two_seats) {
    hunt.add_heroes()->set_class_(v1::HUNT_CLASS_ROGUE);
    hunt.mutable_heroes(2)->set_seat(1);
    v1::Player& robin = *table.add_seats()->mutable_player();
    robin.set_account_id(kRobin);
    robin.set_name("Robin");
  }
  for (const auto& [place, its] : brought) {
    v1::BroughtHero& hero = *table.mutable_options()->add_heroes();
    hero.set_place(place);
    hero.set_hero_id(its.hero_id());
    hero.set_name(its.name());
    const std::uint32_t seat = hunt.heroes(static_cast<int>(place)).seat();
    *hunt.mutable_heroes(static_cast<int>(place)) = its.values();
    hunt.mutable_heroes(static_cast<int>(place))->set_seat(seat);
  }
  return message;
}

}  // namespace wyrmhall::cli::tests
