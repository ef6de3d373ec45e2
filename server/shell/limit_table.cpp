#include "server/shell/limit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <type_traits>

namespace wyrmhall::server {
namespace {

constexpr double kMany = 1e6;  // where there may be many: a host who wants no limit sets this

// clang-format off
constexpr auto kTable = std::to_array<LimitRow>({
    {"limit-connections", &Limits::connections_in_all, 1, kMany, "connections in all"},
    {"limit-connections-per-address", &Limits::sessions_per_address, 1, kMany,
     "connections of one address for playing; it has twice as many more for pages, and may open half as many per second, "
     "after a burst of three times as many"},
    {"limit-connections-per-account", &Limits::sessions_per_account, 1, kMany,
     "connections on which one account is signed in; the next one is told when to try again"},
    {"limit-commands-per-second", &Limits::commands_per_second, 1, 1e9,
     "commands per second and connection, on average; on all its connections together an account may send three times as many"},
    {"limit-command-burst", &Limits::command_burst, 1, 1e9, "largest burst of commands per connection, and a third of an account's"},
    {"limit-unsent-bytes", &Limits::unsent_bytes, 1 << 20, 1e12,
     "bytes waiting to be sent, over all connections; from half of that on, connections that do not read get no updates, "
     "and beyond it they are closed"},
    {"limit-tables", &Limits::tables_in_all, 1, kMany, "tables where a match is being set up"},
    {"limit-tables-per-account", &Limits::tables_per_account, 1, kMany, "tables at which one account sits"},
    {"limit-tables-per-address", &Limits::tables_per_address, 1, kMany, "seats at tables held from one address"},
    {"limit-matches-per-connection", &Limits::channels_per_connection, 1, kMany, "open matches per connection"},
    {"limit-viewers-per-match", &Limits::viewers_per_match, 1, kMany, "accounts that watch one match without playing it"},
    {"limit-watched-per-account", &Limits::watched_per_account, 1, kMany,
     "running matches that one account watches without playing them, on all its connections together"},
    {"limit-matches", &Limits::matches_in_memory, 1, kMany, "matches in memory; beyond it nobody can watch another one, but players still can play"},
    {"limit-running-matches", &Limits::matches_in_all, 1, kMany, "running matches, in memory or not"},
    {"limit-running-matches-per-account", &Limits::matches_per_account, 1, kMany, "running matches in which one account has a seat"},
    {"limit-running-matches-per-address", &Limits::matches_per_address, 1, kMany,
     "seats in running matches held from one address"},
    {"limit-starts-per-account", &Limits::starts_per_account, 1, 1e9,
     "matches started per hour by one account, on average; a quarter of them at once"},
    {"limit-starts-per-address", &Limits::starts_per_address, 1, 1e9,
     "matches started per hour from one address, on average; a quarter of them at once"},
    {"limit-free-guests-per-hour", &Limits::free_guests_per_hour, 0, kMany,
     "new guests per hour from one address that need no proof of work"},
    {"limit-guests-per-hour", &Limits::guests_per_hour, 1, kMany, "new guests per hour from one address in all"},
});
// clang-format on

double number(const LimitRow& row, const Limits& limits) {
  return std::visit(
      [&](auto field) {
        if constexpr (std::is_same_v<decltype(field), std::chrono::seconds Limits::*>) {
          return static_cast<double>((limits.*field).count());
        } else {
          return static_cast<double>(limits.*field);
        }
      },
      row.field);
}

std::optional<double> parse(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// As people write it: 20000, 0.5.
std::string as_text(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

}  // namespace

std::span<const LimitRow> limit_table() {
  return kTable;
}

std::string limit_variable(std::string_view option) {
  std::string name = "WYRMHALL_" + std::string(option);
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(c)); });
  return name;
}

std::string limit_value(const LimitRow& row, const Limits& limits) {
  return as_text(number(row, limits));
}

std::string set_limit(const LimitRow& row, const std::string& text, Limits& limits) {
  const auto value = parse(text);
  const bool whole = !std::holds_alternative<double Limits::*>(row.field);
  if (!value || *value < row.lowest || *value > row.highest || (whole && *value != std::floor(*value))) {
    return fmt::format("{} is not a {} between {} and {}", text, whole ? "whole number" : "number", as_text(row.lowest),
                       as_text(row.highest));
  }
  std::visit(
      [&](auto field) {
        using Value = std::remove_reference_t<decltype(limits.*field)>;
        if constexpr (std::is_same_v<Value, std::chrono::seconds>) {
          limits.*field = std::chrono::seconds(static_cast<std::int64_t>(*value));
        } else {
          limits.*field = static_cast<Value>(*value);
        }
      },
      row.field);
  return {};
}

std::vector<std::string> changed_limits(const Limits& before, const Limits& after) {
  std::vector<std::string> changes;
  for (const LimitRow& row : kTable) {
    const std::string old_value = limit_value(row, before);
    const std::string new_value = limit_value(row, after);
    if (old_value != new_value) changes.push_back(fmt::format("{}: {} -> {}", row.option, old_value, new_value));
  }
  return changes;
}

std::string limits_in_markdown() {
  std::string table = "| option | default | range | |\n|---|---|---|---|\n";
  for (const LimitRow& row : kTable) {
    table += fmt::format("| `--{}` | {} | {} to {} | {} |\n", row.option, limit_value(row, kDefaultLimits),
                         as_text(row.lowest), as_text(row.highest), row.what);
  }
  return table;
}

}  // namespace wyrmhall::server
