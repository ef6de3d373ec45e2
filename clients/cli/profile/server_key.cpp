#include "clients/cli/profile/server_key.h"

#include <nlohmann/json.hpp>

#include "clients/cli/profile/private_file.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

using Json = nlohmann::ordered_json;

// Keys that a server had before and that are kept; the older ones are forgotten.
constexpr std::size_t kMaxBefore = 100;

Json read(const std::filesystem::path& file) {
  Json json = Json::parse(read_file(file).value_or(""), nullptr, false);
  return json.is_object() ? json : Json::object();
}

}  // namespace

ServerKey::ServerKey(std::filesystem::path file) : file_(std::move(file)) {
  const Json json = read(file_);
  if (json.contains("key") && json["key"].is_string()) {
    pinned_ = from_hex(json["key"].get<std::string>()).value_or("");
  }
}

std::expected<ServerKey::Standing, std::string> ServerKey::shown(std::string_view key) {
  if (pinned_ == key) return key.empty() ? Standing::kUnsigned : Standing::kPinned;
  if (!pinned_.empty()) return Standing::kChanged;
  if (auto kept = accept(key); !kept) return std::unexpected(kept.error());
  return Standing::kPinned;
}

std::expected<void, std::string> ServerKey::accept(std::string_view key) {
  Json before = read(file_).value("before", Json::array());
  if (!pinned_.empty()) before.insert(before.begin(), hex_text(pinned_));
  if (before.size() > kMaxBefore) before.erase(before.begin() + kMaxBefore, before.end());
  const Json json = {{"key", hex_text(key)}, {"before", before}};
  if (auto written = write_private_file(file_, json.dump() + "\n"); !written) return written;
  pinned_ = key;
  return {};
}

}  // namespace wyrmhall::cli
