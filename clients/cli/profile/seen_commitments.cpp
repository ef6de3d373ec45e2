#include "clients/cli/profile/seen_commitments.h"

#include <algorithm>

#include "clients/cli/profile/private_file.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

// A line: the commitment, a blank, the table, both in hexadecimal.
std::string line_of(std::string_view commitment, const TableId& table) {
  return hex_text(commitment) + " " + hex_text(table.bytes()) + "\n";
}

}  // namespace

std::optional<TableId> SeenCommitments::table_of(std::string_view commitment) const {
  const auto text = read_file(file_);
  if (!text) return std::nullopt;
  const std::string key = hex_text(commitment) + " ";
  std::size_t at = text->starts_with(key) ? 0 : text->find("\n" + key);
  if (at == std::string::npos) return std::nullopt;
  if (at != 0) ++at;
  const std::size_t begin = at + key.size();
  const auto bytes = from_hex(std::string_view(*text).substr(begin, text->find('\n', begin) - begin));
  return id_from_bytes<TableId>(bytes.value_or("")).value_or(TableId());
}

std::expected<void, std::string> SeenCommitments::add(std::string_view commitment, const TableId& table) const {
  const FileLock lock(file_);
  if (table_of(commitment)) return {};
  const std::string line = line_of(commitment, table);
  std::string text = read_file(file_).value_or("");
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (lines < kMax) return append_private_file(file_, line);
  std::size_t cut = 0;
  for (std::size_t i = 0; i < kMax / 2; ++i) cut = text.find('\n', cut) + 1;
  return write_private_file(file_, text.substr(cut) + line);
}

}  // namespace wyrmhall::cli
