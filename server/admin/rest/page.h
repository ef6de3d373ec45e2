// Lists of lines, whole or page by page.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/admin/rest/schema.h"
#include "server/core/limits.h"

namespace wyrmhall::server::admin {

struct ListName {
  std::string_view schema;  // the list's, in the document
  std::string_view member;  // which holds the lines
  std::string_view about = {};
};
template <class T>
inline constexpr ListName kListName = {};

template <class T>
struct List {
  std::vector<T> lines;
};
template <class T>
struct Page : List<T> {
  std::optional<std::string> next;  // nothing: this was the last
};

inline constexpr std::string_view kAboutNext = "Give it as \"cursor\" to get the next page. Null: this was the last.";

template <class T>
inline constexpr auto kSchema<List<T>> =
    object({kListName<T>.schema}, field(kListName<T>.member, &List<T>::lines, {.about = kListName<T>.about}));
template <class T>
inline constexpr auto kSchema<Page<T>> =
    object({kListName<T>.schema}, kFieldsOf<List<T>>, field("next", &Page<T>::next, {.about = kAboutNext}));

// A list of what `make` makes of each row.
template <class Row>
auto list_of(const std::vector<Row>& rows, auto&& make) {
  List<std::remove_cvref_t<decltype(make(rows[0]))>> list;
  for (const Row& row : rows) list.lines.push_back(make(row));
  return list;
}

// A page of what `make` makes of each row. One row more than the limit shows that there is another page; `cursor` makes
// the cursor for it from the last row.
template <class Row>
auto page_of(std::vector<Row> rows, std::uint32_t limit, auto&& make, auto&& cursor) {
  const bool more = rows.size() > limit;
  if (more) rows.resize(limit);
  return Page<std::remove_cvref_t<decltype(make(rows[0]))>>{
      list_of(rows, make), more ? std::optional<std::string>(cursor(rows.back())) : std::nullopt};
}

constexpr auto cursor_field(auto get, std::int64_t least = kUnset) {
  return field("cursor", get, {.about = "The \"next\" of the page before.", .least = least});
}
constexpr auto limit_field(auto get) {
  return field("limit", get, {.about = "Lines of a page.", .least = 1, .most = kMaxAdminPage});
}

inline constexpr std::string_view kCursorRefusal = "must be the \"next\" of an earlier page";

}  // namespace wyrmhall::server::admin
