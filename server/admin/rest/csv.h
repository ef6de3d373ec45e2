// Lists as CSV (RFC 4180), for spreadsheets: a line of titles, then a line for each row.
//
// A text that a spreadsheet would take for a formula, since it begins with = + - @ or the like, gets an apostrophe
// before it: names and reasons come from other people.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/admin/rest/json.h"

namespace wyrmhall::server::admin {

struct CsvTable {
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;
  std::optional<std::string> next = {};  // the cursor of the next page
};

// A text from outside as it may stand in a cell.
std::string harmless(std::string_view text);
// A value in JSON as a cell: nothing for null.
std::string csv_cell(const Json& value);
std::string csv_text(const CsvTable& table);

// The function that makes a table of a T, for an answer that can be had as CSV.
template <class T>
inline constexpr auto kTable = nullptr;
template <class T>
concept Tabular = !std::same_as<std::remove_cvref_t<decltype(kTable<T>)>, std::nullptr_t>;

// Lines that have nothing but values.
template <Described Line>
CsvTable flat_table(const std::vector<Line>& lines) {
  CsvTable table;
  for (const std::string_view name : field_names<Line>()) table.titles.emplace_back(name);
  for (const Line& line : lines) {
    const Json whole = object_json(line);
    std::vector<std::string>& row = table.rows.emplace_back();
    for (const std::string& name : table.titles) row.push_back(csv_cell(whole.at(name)));
  }
  return table;
}

// How an answer is wished.
enum class Format : std::uint8_t { kJson, kCsv };
template <>
inline constexpr auto kSchema<Format> = words({}, 0, "json", "csv");

struct FormatQuery {
  std::optional<Format> format;
};
template <>
inline constexpr auto kSchema<FormatQuery> = query(
    field("format", &FormatQuery::format, {.about = "Unless given, as the Accept header has it; otherwise JSON."}));

inline constexpr std::string_view kCsvType = "text/csv";

bool wants_csv(const FormatQuery& query, const Request& request);
// The next page is in its Link header (RFC 8288).
Response csv_response(const CsvTable& table, const Request& request);

}  // namespace wyrmhall::server::admin
