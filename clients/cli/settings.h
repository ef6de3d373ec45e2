// What was asked for on the command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "clients/connection/address.h"
#include "common/id.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

enum class CommandName : std::uint8_t {
  kHall,
  kPlay,
  kTables,
  kJoin,
  kGames,
  kRules,
  kLeave,
  kChallenges,
  kDecline,
  kWatch,
  kMatches,
  kNuggets,
  kRichest,
  kHighScores,
  kExport,
  kVerify,
  kBlock,
  kUnblock,
  kBlocked,
  kFollow,
  kUnfollow,
  kFriends,
  kSignIns,
  kSignOut,
  kNameSignIn,
  kNewToken,
  kTakeToken,
  kRename,
  kLogin,
  kLogout,
  kPassword,
  kRecoveryCodes,
  kMyData,
  kDeleteAccount,
  kKeepAccount,
  kHeroes,
  kMakeHero,
  kShowHero,
  kRetireHero,
  kFallenHeroes,
  kHeroBoard
};

// Who decides: the person, or the client by itself.
enum class Decider : std::uint8_t { kPerson, kRandom, kFirst };

enum class Colour : std::uint8_t { kAuto, kAlways, kNever };

struct Settings {
  CommandName command = CommandName::kPlay;
  // For all commands.
  clients::Address server;
  std::string name;        // empty: a made-up one
  std::string invitation;  // the code of one, for servers that ask new guests for it
  std::filesystem::path data;
  bool json = false;
  bool plain = false;  // lines below each other, where there could be a screen
  Colour colour = Colour::kAuto;
  std::string language;             // empty: that of the environment
  bool person_at_terminal = false;  // standard input is a terminal
  // play; rules, where it may be empty
  std::string game;
  std::vector<std::string> options;  // key=value
  std::vector<std::string> any;      // options that do not matter, "clock", or "all"
  std::optional<v1::BotLevel> bot;
  std::optional<std::uint32_t> turn_seconds;     // 0: no limit; absent: what the server has for it
  std::optional<std::uint32_t> absence_seconds;  // likewise
  bool no_odds = false;
  std::vector<std::string> challenged;  // names of players
  int matches = 1;                      // how many in a row; more than one only when the client decides by itself
  // play, join
  Decider decider = Decider::kPerson;
  std::optional<std::uint64_t> seed;
  std::chrono::milliseconds think{0};
  bool accept_key = false;             // the server's key, where it is another than before
  bool give_up_chain = false;          // without asking, where the chain of a match is not here
  std::vector<std::string> bring;      // key=value, of what the own seat brings
  std::vector<std::string> heroes;     // of the player's own that come along, each a name or an id
  std::vector<std::string> newcomers;  // names of heroes to be made and brought
  // tables: those at which the player sits, hidden ones too
  bool mine = false;
  // join, decline, watch, leave, export; for join, decline and leave also of the table at which the match is set up
  MatchId match;
  std::string id_begins;  // where that is still to be found: how it begins, or kLastId (commands/typed_id.h)
  // rules: numbers of rules, or words to look for
  std::vector<std::string> words;
  // block, unblock, follow, unfollow: a name, or an id as text
  std::string player;
  // sign-out, name-sign-in: how its id begins; for sign-out empty for all others
  std::string sign_in;
  bool everywhere_else = false;
  bool read_only = false;  // new-token
  // take-token: 32 bytes
  std::string token;
  // login, password, recovery-codes, delete-account: the password, or the recovery code; asked for, never an argument
  std::string secret;
  bool by_recovery_code = false;
  bool by_browser = false;   // login: by a code that is confirmed in a browser
  std::string new_password;  // password
  bool yes = false;          // logout: although nobody can get back in; delete-account: that is meant
  // rename, name-sign-in; new-token, where it may be empty
  std::string new_name;
  // heroes
  std::string hero;                // the name of one, or its id
  std::vector<std::string> sheet;  // heroes make: the class, and of a custom hero the symbol and the skills
  std::string board;               // heroes board: chapter or slain
  // export; verify, which takes several as evidence of an accusation
  std::filesystem::path file;
  std::string key;  // verify: 64 hexadecimal digits or a file; empty for none
  std::vector<std::filesystem::path> evidence;

  [[nodiscard]] bool by_itself() const { return decider != Decider::kPerson; }
  // play: a table of which only those who are challenged are told, or nobody.
  [[nodiscard]] bool opens_own_table() const { return bot || !challenged.empty(); }
  // Whether there is somebody to read a question and answer it.
  [[nodiscard]] bool can_ask() const { return !by_itself() && !json && person_at_terminal; }
};

}  // namespace wyrmhall::cli
