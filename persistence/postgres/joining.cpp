#include "persistence/postgres/joining.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "persistence/postgres/errors.h"

namespace wyrmhall::persistence::postgres {
namespace {

// Locks what is in use: of servers that join and of those that raise it, one at a time does. So nobody comes who does
// not know what is taken into use at that moment.
RulesInUse lock_rules(Database& database) {
  Statement statement(database, "SELECT rules FROM cluster FOR UPDATE");
  Cursor row = statement.query();
  return row.next() ? read_rules_in_use(row.bytes(0)) : RulesInUse();
}

std::vector<std::vector<GameRules>> rules_of_living(Database& database) {
  std::vector<std::vector<GameRules>> known;
  Statement statement(database, "SELECT rules FROM node WHERE alive");
  Cursor row = statement.query();
  while (row.next()) known.push_back(read_known_rules(row.bytes(0)));
  return known;
}

void keep_rules(Database& database, const RulesInUse& rules) {
  Statement(database, "UPDATE cluster SET rules = ?").run(std::string_view(rules_text(rules)));
}

std::string unknown_rules(std::string_view game, std::uint32_t version, std::string_view where) {
  return "Version " + std::to_string(version) + " of the rules of " + std::string(game) + " is in use " +
         std::string(where) + ", and this wyrmhalld does not know it: start one that does.";
}

// What a server must know to play here, as a sentence where it does not.
std::optional<std::string> missing_rules(Database& database, const NodeInfo& node, const RulesInUse& in_use) {
  for (const auto& [game, version] : in_use) {
    if (!knows(node.rules, game, version)) return unknown_rules(game, version, "by the other servers of this store");
  }
  Statement statement(
      database,
      "SELECT DISTINCT game, rules_version FROM match_classes AS c WHERE state = 0 AND EXISTS (SELECT 1 "
      "FROM matches AS m WHERE m.class = c.no)");
  Cursor row = statement.query();
  while (row.next()) {
    const std::string game = row.bytes(0);
    const auto version = static_cast<std::uint32_t>(row.integer(1));
    if (!knows(node.rules, game, version)) return unknown_rules(game, version, "in matches that go on");
  }
  return std::nullopt;
}

}  // namespace

std::expected<Incarnation, std::string> join(Database& database, const NodeInfo& node) {
  database.execute("BEGIN");
  try {
    RulesInUse in_use = lock_rules(database);
    Statement(database, "UPDATE node SET alive = false WHERE alive AND name = ?").run(std::string_view(node.name));
    std::vector<std::vector<GameRules>> known = rules_of_living(database);
    // Who is alone can go back to older rules, where no match needs the newer ones.
    if (known.empty()) in_use.clear();
    if (!node.rules.empty()) {
      if (auto reason = missing_rules(database, node, in_use)) {
        database.roll_back();
        return std::unexpected(*std::move(reason));
      }
    }
    const Incarnation drawn =
        Statement(database, "INSERT INTO node (name, address, version, rules) VALUES (?, ?, ?, ?) RETURNING id")
            .run(std::string_view(node.name), std::string_view(node.address), std::string_view(node.version),
                 std::string_view(rules_text(node.rules)))
            .value();
    Statement(database, "INSERT INTO beat (node, n) VALUES (?, 0)").run(drawn);
    known.push_back(node.rules);
    keep_rules(database, raised(std::move(in_use), known));
    database.commit();
    return drawn;
  } catch (...) {
    database.roll_back();
    throw;
  }
}

void raise_rules(Database& database) {
  database.execute("BEGIN");
  try {
    RulesInUse in_use = lock_rules(database);
    keep_rules(database, raised(std::move(in_use), rules_of_living(database)));
    database.commit();
  } catch (...) {
    database.roll_back();
    throw;
  }
}

}  // namespace wyrmhall::persistence::postgres
