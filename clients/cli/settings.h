// What was asked for on the command line.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "clients/connection/address.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

enum class Command : std::uint8_t { kPlay, kTables, kJoin, kWatch, kMatches, kNuggets, kRichest, kExport, kVerify };

// Who decides: the person, or the client by itself.
enum class Decider : std::uint8_t { kPerson, kRandom, kFirst };

enum class Colour : std::uint8_t { kAuto, kAlways, kNever };

struct Settings {
  Command command = Command::kPlay;
  // For all commands.
  clients::Address server;
  std::string name;  // empty: a made-up one
  std::filesystem::path data;
  bool json = false;
  Colour colour = Colour::kAuto;
  bool person_at_terminal = false;  // standard input is a terminal
  // play
  std::string game;
  std::vector<std::string> options;  // key=value
  std::optional<v1::BotLevel> bot;
  std::uint32_t turn_seconds = 0;
  bool no_odds = false;
  int matches = 1;  // how many in a row; more than one only when the client decides by itself
  // play, join
  Decider decider = Decider::kPerson;
  std::optional<std::uint64_t> seed;
  std::chrono::milliseconds think{0};
  // join, watch, export: 16 bytes
  std::string id;
  // export; verify
  std::filesystem::path file;

  [[nodiscard]] bool by_itself() const { return decider != Decider::kPerson; }
};

}  // namespace wyrmhall::cli
