#include "server/admin/rest/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

namespace wyrmhall::server::admin {
namespace {

// What a formula begins with, the full-width forms among them, which some spreadsheets take for the same.
constexpr std::array<std::string_view, 10> kFormulaSigns = {
    "=", "+", "-", "@", "\t", "\r", "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};

constexpr std::string_view kPlain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.:";

// What is not plain is put between quotes: some spreadsheets cut at semicolons and tabs as well.
std::string in_quotes(std::string_view cell) {
  if (cell.find_first_not_of(kPlain) == std::string_view::npos) return std::string(cell);
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

void add_line(std::string& text, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += ',';
    text += in_quotes(cells[i]);
  }
  text += "\r\n";
}

std::string_view trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t") + 1 - from);
}

// How much an Accept header wants a type, from 0 to 1.
double wish(std::string_view accept, std::string_view type) {
  for (const auto part : std::views::split(accept, ',')) {
    const std::string_view range(part.begin(), part.end());
    const auto end = range.find(';');
    if (trimmed(range.substr(0, end)) != type) continue;
    double weight = 1;
    const auto q = range.find("q=", end == std::string_view::npos ? range.size() : end);
    if (q != std::string_view::npos) std::from_chars(range.data() + q + 2, range.data() + range.size(), weight);
    return weight;
  }
  return 0;
}

// The same address with another cursor.
std::string with_cursor(std::string_view target, std::string_view cursor) {
  const auto mark = target.find('?');
  std::string next(target.substr(0, mark));
  char before = '?';
  if (mark != std::string_view::npos) {
    for (const auto part : std::views::split(target.substr(mark + 1), '&')) {
      const std::string_view parameter(part.begin(), part.end());
      if (parameter.empty() || parameter.starts_with("cursor=")) continue;
      next += before;
      next += parameter;
      before = '&';
    }
  }
  // Escapes what would end the address between angle brackets.
  std::string safe;
  for (const char c : next) safe += c == '>' || c == '<' || c == '"' ? fmt::format("%{:02X}", c) : std::string(1, c);
  return fmt::format("{}{}cursor={}", safe, before, cursor);
}

}  // namespace

std::string harmless(std::string_view text) {
  const bool formula =
      std::ranges::any_of(kFormulaSigns, [&](std::string_view sign) { return text.starts_with(sign); });
  return (formula ? "'" : "") + std::string(text);
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? harmless(value.get_ref<const std::string&>()) : to_text(value);
}

std::string csv_text(const CsvTable& table) {
  std::string text;
  add_line(text, table.titles);
  for (const auto& row : table.rows) add_line(text, row);
  return text;
}

bool wants_csv(const FormatQuery& query, const Request& request) {
  if (query.format) return *query.format == Format::kCsv;
  return wish(request.accept, kCsvType) > wish(request.accept, "application/json");
}

Response csv_response(const CsvTable& table, const Request& request) {
  Response response{.status = 200,
                    .content_type = std::string(kCsvType) + "; charset=utf-8; header=present",
                    .body = csv_text(table),
                    .headers = {}};
  if (table.next) {
    response.headers.emplace_back("Link", fmt::format("<{}>; rel=\"next\"", with_cursor(request.target, *table.next)));
  }
  return response;
}

}  // namespace wyrmhall::server::admin
