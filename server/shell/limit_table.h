// The limits that an operator may change, one row each. From these rows come the options, their environment variables,
// the table in docs/hosting.md and what SIGHUP reads again.
//
// To add one, add a field to Limits (server/core/limits.h), a row here, and to docs/hosting.md the row that `wyrmhalld
// limits` prints.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/core/limits.h"

namespace wyrmhall::server {

struct LimitRow {
  // Seconds are given as a whole number of them.
  using Field = std::variant<std::size_t Limits::*, double Limits::*, std::chrono::seconds Limits::*>;

  std::string_view option;  // without its dashes
  Field field;
  double lowest;
  double highest;
  std::string_view what;  // for --help and the table
};

std::span<const LimitRow> limit_table();

// "limit-tables" is WYRMHALL_LIMIT_TABLES.
std::string limit_variable(std::string_view option);
// A limit's value, as it is written in an option.
std::string limit_value(const LimitRow& row, const Limits& limits);
// What the value would be, or why it is none: "0 is not between 1 and 20".
std::string set_limit(const LimitRow& row, const std::string& value, Limits& limits);
// What differs, each as "limit-tables: 10000 -> 20".
std::vector<std::string> changed_limits(const Limits& before, const Limits& after);
// The table in docs/hosting.md.
std::string limits_in_markdown();

}  // namespace wyrmhall::server
