// JSON of the admin interface as a person reads it: lists as tables, single things line by line.
#pragma once

#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace wyrmhall::cli {

using AdminJson = nlohmann::ordered_json;

struct Column {
  std::string_view title;
  std::string_view member;
};

// One line for each element of `list`, under the titles.
void print_table(std::ostream& out, const AdminJson& list, const std::vector<Column>& columns);

// One line for each value, indented by how deep it lies.
void print_members(std::ostream& out, const AdminJson& json);

}  // namespace wyrmhall::cli
