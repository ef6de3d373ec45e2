// What a struct is made of, listed once, as a tuple of its fields. What is written, read or compared field by field
// follows from the list:
//
//   static constexpr auto kFields = fields(field("actor", &Waited::actor), field("energy", &Waited::energy));
//   visit_fields(waited, [](const auto& field, const auto& value) { fmt::print("{}: {}\n", field.name, value); });
//
// What is to be known of a field beside its name and type are its notes. Each part of the project has its own struct of
// them, and a function field(name, get, notes) that makes a Field: rules/described.h, server/admin/rest/schema.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace wyrmhall {

// In notes: a number about which nothing is said.
inline constexpr std::int64_t kUnset = std::numeric_limits<std::int64_t>::min();

// `get` is a pointer to a member, or a function from the struct to a reference or a span into it. `holds` is null, or
// says whether a struct has this field; it may look at the fields before it.
template <class Get, class Notes, class Holds = std::nullptr_t>
struct Field {
  std::string_view name;
  Get get;
  Notes notes;
  Holds holds = {};
};

// The fields of a T: kFields, unless a specialization lists them elsewhere.
template <class T>
inline constexpr auto kFieldsOf = nullptr;
template <class T>
  requires requires { T::kFields; }
inline constexpr auto kFieldsOf<T> = T::kFields;

template <class T>
concept Described = !std::is_null_pointer_v<std::remove_const_t<decltype(kFieldsOf<T>)>>;

namespace detail {
template <class... T>
constexpr auto listed(const Field<T...>& field) {
  return std::tuple(field);
}
template <class... T>
constexpr auto listed(const std::tuple<T...>& fields) {
  return fields;
}
}  // namespace detail

// Makes a list of fields. kFieldsOf<Base> among them stands for those of the struct's base; a struct that has no others
// inherits kFields.
constexpr auto fields(const auto&... all) {
  return std::tuple_cat(detail::listed(all)...);
}

// Calls visit(field) for each field that a T may have, in order.
template <Described T>
constexpr void visit_fields(auto&& visit) {
  std::apply([&](const auto&... each) { (visit(each), ...); }, kFieldsOf<T>);
}

// Calls visit(field, value) for each field that the object has, in order; it may be const.
template <class T>
constexpr void visit_fields(T& object, auto&& visit) {
  visit_fields<std::remove_const_t<T>>([&](const auto& field) {
    if constexpr (!std::is_null_pointer_v<decltype(field.holds)>) {
      if (!field.holds(std::as_const(object))) return;
    }
    auto&& value = std::invoke(field.get, object);
    visit(field, value);
  });
}

}  // namespace wyrmhall
