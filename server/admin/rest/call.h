// A request as it reaches a handler: its path's values, its query, its body. All that is wrong with parameters is told
// at once, by their names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/admin/rest/exchange.h"
#include "server/admin/rest/problem.h"
#include "server/admin/rest/reading.h"

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
  explicit Query(std::vector<std::pair<std::string, std::string>> given) : left_(std::move(given)) {}

  template <DescribedQuery T>
  T read() {
    T values;
    visit_fields(values, [&]<class Value>(const auto& field, Value& value) {
      const auto given = take(field.name);
      if (given && !read_text(*given, value, field.notes)) wrong(field.name, refusal_of<Value>(field.notes));
    });
    return values;
  }
  // To be called once all have been read: a parameter that nobody took is unknown.
  void finish();

 private:
  std::optional<std::string> take(std::string_view name);
  void wrong(std::string_view name, std::string detail);

  std::vector<std::pair<std::string, std::string>> left_;
  std::vector<WrongParameter> wrong_;
};

// The value in a path, which is called `name` there.
template <class T>
T path_value(std::string_view text, std::string_view name) {
  T value{};
  if (!read_text(text, value, {})) wrong_parameter(name, refusal_of<T>({}));
  return value;
}

// The body as a JSON object that has no members but these. An empty body is an empty object.
Json body_object(const Request& request, const std::vector<std::string_view>& members);

template <Described T>
T read_body(const Request& request) {
  const Json body = body_object(request, field_names<T>());
  T values{};
  visit_fields(values, [&]<class Value>(const auto& field, Value& value) {
    const auto given = body.find(field.name);
    if (given == body.end() && !field.notes.required) return;
    if (!read_json(given == body.end() ? Json(nullptr) : *given, value, field.notes)) {
      wrong_body(field.name, refusal_of<Value>(field.notes));
    }
  });
  return values;
}

struct Call {
  const Request& request;
  std::string_view who;             // the name of the token
  std::vector<std::string> values;  // of the path's parameters, in order
  Query query;
  std::string_view operation = {};                   // its id
  std::string_view path = {};                        // the operation's
  bool settled_apart = false;                        // what it did has lines of its own in the log of changes
  std::optional<std::int64_t> noted = std::nullopt;  // the line of the log of changes that is about it
};

// Why something is done, for the log of changes.
constexpr auto reason_field(auto get, std::string_view about = "For the log, and for whoever looks later.") {
  constexpr std::int64_t kReasonBytes = 500;
  return field("reason", get, {.about = about, .most = kReasonBytes});
}

}  // namespace wyrmhall::server::admin
