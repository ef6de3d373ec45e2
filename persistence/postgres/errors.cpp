#include "persistence/postgres/errors.h"

#include <cstring>
#include <memory>
#include <string_view>

namespace wyrmhall::persistence::postgres {
namespace {

std::string advice(std::string_view state) {
  if (state.empty() || state.starts_with("08")) {
    return "There is no connection to PostgreSQL: check that it runs, and the place, user and database of --store";
  }
  // 57P01 to 57P03: it is being stopped or started.
  if (state.starts_with("57P")) return "PostgreSQL is going down or coming up: wait for it";
  if (state == "42501") return "PostgreSQL does not let the server's user do this: give it the database";
  if (state == "53100") return "The disk of PostgreSQL is full: free some space on it";
  if (state == "53300") return "PostgreSQL has no connection left: raise its max_connections";
  if (state == "25006") return "PostgreSQL may only be read: name the primary with --store, and not a standby";
  return "PostgreSQL cannot do this: look at its log";
}

}  // namespace

std::string sentence(const sql::Error& error) {
  const std::string detail = std::string(" (") + error.what() + ").";
  if (error.about() == sql::Error::About::kDamage) {
    return "The database is damaged: stop the server and restore it from a backup" + detail;
  }
  const auto* reported = dynamic_cast<const Error*>(&error);
  return advice(reported != nullptr ? reported->state() : std::string_view("XX000")) + detail;
}

std::string without_password(const std::string& place) {
  struct Free {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
  };
  const std::unique_ptr<PQconninfoOption, Free> options(PQconninfoParse(place.c_str(), nullptr));
  if (!options) return "a place that cannot be read";
  std::string named;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string_view keyword = option->keyword;
    if (option->val == nullptr || (keyword != "host" && keyword != "port" && keyword != "dbname")) continue;
    if (!named.empty()) named += ' ';
    named.append(keyword).append("=").append(option->val);
  }
  return named;
}

}  // namespace wyrmhall::persistence::postgres
