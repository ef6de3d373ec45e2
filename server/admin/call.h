// A request as a handler sees it: its path's values, its query, its body. Whatever is wrong with a parameter is told by
// the parameter's name, all at once.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/admin/exchange.h"
#include "server/admin/json.h"
#include "server/admin/problem.h"

namespace wyrmhall::server::admin {

// The parts of a target. Percent-encoding is undone; a Problem where it is wrong.
struct Target {
  std::vector<std::string> path;                           // without the slashes
  std::vector<std::pair<std::string, std::string>> query;  // in the order given
};
Target parse_target(std::string_view target);

// Takes parameters out of a query, notes what is wrong with them, and in the end throws all of that as one Problem.
class Query {
 public:
  explicit Query(const std::vector<std::pair<std::string, std::string>>& given);

  std::optional<std::string> text(std::string_view name, std::size_t longest);
  std::optional<std::int64_t> number(std::string_view name, std::int64_t lowest, std::int64_t highest);
  std::optional<bool> flag(std::string_view name);
  std::optional<Id> id(std::string_view name);
  std::optional<Timestamp> time(std::string_view name);
  std::optional<std::chrono::sys_days> day(std::string_view name);
  std::optional<std::string> choice(std::string_view name, std::initializer_list<std::string_view> of);
  // Words between commas, each one of these.
  std::vector<std::string> words(std::string_view name, std::initializer_list<std::string_view> of);
  // How many lines a list shall have.
  std::uint32_t limit();

  void wrong(std::string_view name, std::string detail);
  // To be called once all have been taken: a parameter that nobody took is unknown.
  void finish();

 private:
  std::optional<std::string> take(std::string_view name);

  std::vector<std::pair<std::string, std::string>> left_;
  std::vector<WrongParameter> wrong_;
};

// The body as a JSON object that has no other members than these. An empty body is an empty object.
Json body_object(const Request& request, std::initializer_list<std::string_view> members);
// Why something is done, as the body says: a text of at most 500 bytes; empty where it says nothing.
std::string reason_of(const Json& body);

// The id in a path, which is called `name` there.
Id path_id(const std::string& text, std::string_view name);

struct Call {
  const Request& request;
  std::string_view who;             // the name of the token
  std::vector<std::string> values;  // of the path's parameters, in order
  Query query;
  bool settled_apart = false;                        // what it did has lines of its own in the log of changes
  std::optional<std::int64_t> noted = std::nullopt;  // the line of the log of changes that is about it
};

}  // namespace wyrmhall::server::admin
