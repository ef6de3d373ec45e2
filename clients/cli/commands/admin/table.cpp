#include "clients/cli/commands/admin/table.h"

#include "clients/cli/terminal/table.h"
#include "clients/cli/terminal/terminal.h"

namespace wyrmhall::cli {
namespace {

std::string seat_text(const AdminJson& seat) {
  std::string text = seat.contains("player") ? seat["player"].value("name", "") : seat.value("bot", "nobody");
  if (seat.value("won", false)) text += "*";
  return text;
}

// What stands in a cell: a person's name, seats, or the value itself.
std::string cell(const AdminJson& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) {
    std::string text = value.get<std::string>();
    // Times need no microseconds here.
    if (text.size() == 27 && text[10] == 'T' && text.back() == 'Z')
      text = text.substr(0, 10) + " " + text.substr(11, 8);
    return strip_control_chars(text);
  }
  if (value.is_object() && value.contains("name")) return strip_control_chars(value["name"].get<std::string>());
  if (value.is_array()) {
    std::string text;
    for (const AdminJson& part : value) {
      text += (text.empty() ? "" : ", ") + (part.is_object() && part.contains("seat") ? seat_text(part) : cell(part));
    }
    return text.empty() ? "-" : strip_control_chars(text);
  }
  return value.dump();
}

void print_value(std::ostream& out, const std::string& name, const AdminJson& value, int depth) {
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  const bool nested = value.is_object() || (value.is_array() && !value.empty() && value.front().is_object());
  if (!nested) {
    out << indent << name << ": " << cell(value) << '\n';
    return;
  }
  out << indent << name << ":\n";
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) print_value(out, strip_control_chars(key), inner, depth + 1);
    return;
  }
  int number = 0;
  for (const AdminJson& inner : value) print_value(out, "- " + std::to_string(number++), inner, depth + 1);
}

}  // namespace

void print_table(std::ostream& out, const AdminJson& list, const std::vector<Column>& columns) {
  std::vector<std::vector<std::string>> rows(1);
  for (const Column& column : columns) rows[0].emplace_back(column.title);
  for (const AdminJson& element : list) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const Column& column : columns) {
      const auto found = element.find(column.member);
      row.push_back(found == element.end() ? "-" : cell(*found));
    }
  }
  for (const std::string& line : table_lines(rows)) out << line << '\n';
}

void print_members(std::ostream& out, const AdminJson& json) {
  for (const auto& [name, value] : json.items()) print_value(out, strip_control_chars(name), value, 0);
}

}  // namespace wyrmhall::cli
