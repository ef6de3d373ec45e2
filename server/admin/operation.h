// The operations of the interface. Each is a function, listed with all that is to be known of it. From the types of its
// arguments and its result follow how the request is read, the response, and its part of the OpenAPI document:
//
//   Context&, Call&    what it works with, and the request
//   an id, a TextForm  the values in the path, in order
//   a query()          the parameters of the query
//   an object()        the body
#pragma once

#include <span>
#include <string_view>
#include <tuple>

#include "server/admin/context.h"
#include "server/admin/rest/answer.h"
#include "server/admin/rest/csv.h"
#include "server/admin/rest/schemas.h"

namespace wyrmhall::server::admin {

// Which calls the log of changes has.
enum class Noted : std::uint8_t {
  kChanges = 0,   // what changes something notes itself, with its details; where it failed before, the dispatcher does
  kReadings = 1,  // it tells of a person: each reading
};

// What else an operation may have.
struct Facts {
  std::string_view about = {};  // more than the summary
  std::string_view done = {};   // what an answer means, if its status does not make that plain
  std::string_view media = {};  // the type of an answer that is no described value
  bool conflict = false;        // may be refused as things stand
  bool location = false;        // the answer says where to ask how it goes on
  bool history = false;         // reads the history, which may be that of a replica
  Noted noted = Noted::kChanges;
};

struct Operation {
  std::string_view id;
  std::string_view method;
  std::string_view path;       // a part in braces stands for one value
  Role role = Role::kOperate;  // the least that a token must have
  std::string_view summary;    // one line
  Facts facts;
  Response (*handle)(Context&, Call&);
  void (*describe)(const Operation&, Schemas&, Json& to);
};

// The names in a path's braces.
std::vector<std::string_view> names_in(std::string_view path);

// Adds a parameter, a body, an answer to an operation in the document.
void add_parameter(Json& to, std::string_view name, bool in_path, Json schema);
void add_body(Json& to, Json schema);
void add_answer(Json& to, const Operation& operation, int status, const Json& schema);
// Says that the answer can be had as CSV too.
void add_csv(Json& to);

namespace detail {

template <class T>
concept Environs = std::same_as<T, Context> || std::same_as<T, Call>;

template <class A>
using Held = std::conditional_t<Environs<std::remove_cvref_t<A>>, A, std::remove_cvref_t<A>>;

template <class A>
Held<A> take(Context& context, Call& call, std::size_t& value) {
  using T = std::remove_cvref_t<A>;
  if constexpr (std::same_as<T, Context>) {
    return context;
  } else if constexpr (std::same_as<T, Call>) {
    return call;
  } else if constexpr (DescribedQuery<T>) {
    return call.query.read<T>();
  } else if constexpr (Described<T>) {
    call.query.finish();
    return read_body<T>(call.request);
  } else {
    const std::size_t at = value++;
    return path_value<T>(call.values.at(at), names_in(call.path).at(at));
  }
}

template <class A>
void describe_argument(const Operation& operation, Schemas& schemas, Json& to, std::size_t& value) {
  using T = std::remove_cvref_t<A>;
  if constexpr (DescribedQuery<T>) {
    visit_fields<T>([&](const auto& field) {
      using Value = std::remove_cvref_t<std::invoke_result_t<decltype(field.get), T&>>;
      Json schema = schemas.of_input<Value>(field.notes);
      if constexpr (Number<Value>) schema["default"] = Json(std::invoke(field.get, T{}));
      add_parameter(to, field.name, false, std::move(schema));
    });
  } else if constexpr (Described<T>) {
    add_body(to, schemas.of_input<T>());
  } else if constexpr (!Environs<T>) {
    add_parameter(to, names_in(operation.path).at(value++), true, schemas.of_input<T>());
  }
}

template <auto handler, class Result, class... Arguments>
struct Handling {
  static Response handle(Context& context, Call& call) {
    [[maybe_unused]] std::size_t value = 0;
    std::tuple<Held<Arguments>...> arguments{take<Arguments>(context, call, value)...};
    if constexpr (Tabular<Result>) {
      const auto wished = call.query.read<FormatQuery>();
      call.query.finish();
      const Result result = std::apply(handler, arguments);
      Response response = wants_csv(wished, call.request) ? csv_response(kTable<Result>(result), call.request)
                                                          : Answer<Result>::respond(result);
      response.headers.emplace_back("Vary", "Accept");
      return response;
    } else {
      call.query.finish();
      return Answer<Result>::respond(std::apply(handler, arguments));
    }
  }

  static void describe(const Operation& operation, Schemas& schemas, Json& to) {
    [[maybe_unused]] std::size_t value = 0;
    (describe_argument<Arguments>(operation, schemas, to, value), ...);
    if constexpr (Tabular<Result>) describe_argument<FormatQuery>(operation, schemas, to, value);
    Json schema;
    if constexpr (!std::is_void_v<typename Answer<Result>::Value>)
      schema = schemas.of<typename Answer<Result>::Value>();
    add_answer(to, operation, Answer<Result>::kStatus, schema);
    if constexpr (Tabular<Result>) add_csv(to);
  }
};

template <auto handler, class Result, class... Arguments>
constexpr auto handling(Result (*)(Arguments...)) {
  return Handling<handler, Result, Arguments...>{};
}

}  // namespace detail

template <auto handler>
constexpr Operation operation(std::string_view id, std::string_view method, std::string_view path, Role role,
                              std::string_view summary, Facts facts = {}) {
  using Handling = decltype(detail::handling<handler>(handler));
  return {id, method, path, role, summary, facts, Handling::handle, Handling::describe};
}

// In the file of the same name.
std::span<const Operation> match_operations();
std::span<const Operation> player_operations();
std::span<const Operation> player_data_operations();
std::span<const Operation> identity_operations();
std::span<const Operation> present_operations();
std::span<const Operation> upkeep_operations();
std::span<const Operation> token_operations();
std::span<const Operation> ending_operations();
std::span<const Operation> many_operations();
std::span<const Operation> about_operations();
std::span<const Operation> ban_operations();
std::span<const Operation> invitation_operations();
std::span<const Operation> cluster_operations();

}  // namespace wyrmhall::server::admin
