#include "clients/cli/profile/profile_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <random>

#include <nlohmann/json.hpp>

#include "clients/cli/profile/statement_json.h"
#include "clients/model/chain.h"
#include "common/hex.h"

namespace wyrmhall::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kSchemeEnds = "://";
constexpr std::size_t kSignInTokenBytes = 32;
constexpr std::size_t kMaxFolderName = 200;
constexpr std::size_t kMaxReceipts = 1'000;
constexpr int kMaxSetAside = 20;  // tokens of a name that were there before another was given

// A name of a file for any text: letters, digits, dashes and dots as they are, other bytes as %XX.
std::string file_name(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool dot_inside = c == '.' && !name.empty();
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || dot_inside) {
      name += c;
    } else {
      name += '%' + hex_text(std::string_view(&c, 1));
    }
  }
  return name.size() <= kMaxFolderName ? name : hex_text(clients::sha256(text));
}

std::string_view without_scheme(std::string_view server) {
  const auto end = server.find(kSchemeEnds);
  return end == std::string_view::npos ? server : server.substr(end + kSchemeEnds.size());
}

std::optional<Json> read_json(const fs::path& path) {
  const auto text = read_file(path);
  if (!text) return std::nullopt;
  Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

// The bytes under a key, written in hexadecimal; empty where there are none.
std::string bytes_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) return {};
  return from_hex(found->get<std::string>()).value_or("");
}

// 0 where there is none: what is not known to have been shown.
int number_in(const fs::path& path) {
  const std::string text = read_file(path).value_or("");
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number >= 0 && number <= clients::kChainLength ? number : 0;
}

// The name that a folder's token was last known by.
std::optional<std::string> kept_name(const fs::path& folder) {
  const auto json = read_json(folder / "token.json");
  if (!json || !json->contains("name") || !(*json)["name"].is_string()) return std::nullopt;
  return (*json)["name"].get<std::string>();
}

std::string make_up_name() {
  static constexpr std::array<std::string_view, 16> kFirst = {"Amber", "Brisk", "Calm",  "Deft",  "Early", "Fair",
                                                              "Glad",  "Hardy", "Ivory", "Jolly", "Keen",  "Lucky",
                                                              "Merry", "Noble", "Quiet", "Swift"};
  static constexpr std::array<std::string_view, 16> kSecond = {"Adder",  "Badger", "Crane", "Drake", "Elk",  "Falcon",
                                                               "Gecko",  "Heron",  "Ibex",  "Jay",   "Kite", "Lynx",
                                                               "Marten", "Newt",   "Otter", "Raven"};
  std::random_device random;
  return std::string(kFirst[random() % kFirst.size()]) + " " + std::string(kSecond[random() % kSecond.size()]) + " " +
         std::to_string(1000 + (random() % 9000));
}

}  // namespace

ProfileStore::ProfileStore(const fs::path& data, std::string_view server)
    : server_folder_(data / file_name(without_scheme(server))) {}

ProfileStore::~ProfileStore() {
  if (lock_ >= 0) ::close(lock_);
}

fs::path ProfileStore::default_data() {
  // Read once at the start of the program, before there is a second thread.
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state != '\0') {
    return fs::path(state) / "wyrmhall";
  }
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr && *home != '\0' ? home : ".") / ".local" / "state" / "wyrmhall";
}

void ProfileStore::use_name(const std::string& name) {
  name_ = name;
  made_up_ = false;
  folder_ = folder_of(name);
  // Somebody who names a name that is in use means to share it.
  take(folder_);
}

// A folder is called by the first name of its player, who may have another one by now.
fs::path ProfileStore::folder_of(const std::string& name) const {
  fs::path own = server_folder_ / file_name(name);
  const auto kept = kept_name(own);
  if (kept == name) return own;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(server_folder_, error)) {
    if (kept_name(entry.path()) == name) return entry.path();
  }
  if (!kept) return own;
  for (int number = 2;; ++number) {
    // No name makes a folder with an underscore (file_name).
    const fs::path other = server_folder_ / fmt::format("{}_{}", file_name(name), number);
    if (!kept_name(other)) return other;
  }
}

void ProfileStore::use_made_up_name() {
  std::error_code error;
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(server_folder_, error)) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  for (const fs::path& folder : folders) {
    const auto made_up = read_file(folder / "made-up");
    if (!made_up || !take(folder)) continue;
    name_ = *made_up;
    folder_ = folder;
    made_up_ = true;
    return;
  }
  use_new_made_up_name();
}

void ProfileStore::use_new_made_up_name() {
  use_name(make_up_name());
  made_up_ = true;
}

bool ProfileStore::use_name_of_match(const MatchId& match) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(server_folder_, error)) {
    const fs::path& folder = entry.path();
    if (!fs::exists(folder / "chains" / (uuid_text(match) + ".json"))) continue;
    const auto name = kept_name(folder);
    if (!name || !take(folder)) continue;
    name_ = *name;
    folder_ = folder;
    made_up_ = fs::exists(folder / "made-up");
    return true;
  }
  return false;
}

// The lock goes with the process, so a crash leaves nothing behind.
bool ProfileStore::take(const fs::path& folder) {
  make_private_folders(folder);
  const int lock = ::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return false;
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock);
    return false;
  }
  if (lock_ >= 0) ::close(lock_);
  lock_ = lock;
  return true;
}

fs::path ProfileStore::token_path() const {
  return folder_ / "token.json";
}

std::expected<std::optional<KeptToken>, std::string> ProfileStore::token() const {
  if (!given_.empty()) return KeptToken{.token = given_, .account = {}};
  if (!fs::exists(token_path())) return std::nullopt;
  const auto json = read_json(token_path());
  if (json) {
    KeptToken kept{.token = bytes_at(*json, "token"), .account = id_from_bytes<AccountId>(bytes_at(*json, "account"))};
    if (kept.token.size() == kSignInTokenBytes) return kept;
  }
  return std::unexpected(token_path().string() + " does not hold a token. Move it away to come as a new guest.");
}

std::expected<void, std::string> ProfileStore::keep_given(const std::string& name, const AccountId& account) {
  use_name(name);
  const std::string token = std::exchange(given_, {});
  if (const auto before = this->token(); before && (!*before || (*before)->token == token)) {
    return save_token({.token = token, .account = account});
  }
  if (auto aside = set_token_aside(); !aside) return aside;
  return save_token({.token = token, .account = account});
}

std::expected<void, std::string> ProfileStore::forget_token() const {
  std::error_code error;
  fs::remove(token_path(), error);
  if (error) return std::unexpected(token_path().string() + " cannot be removed: " + error.message());
  return {};
}

std::expected<void, std::string> ProfileStore::set_token_aside() const {
  for (int number = 1; number <= kMaxSetAside; ++number) {
    const fs::path aside = folder_ / fmt::format("token.before-{}.json", number);
    if (fs::exists(aside)) continue;
    std::error_code error;
    fs::rename(token_path(), aside, error);
    if (error) return std::unexpected(token_path().string() + " cannot be moved: " + error.message());
    return {};
  }
  return std::unexpected(folder_.string() + " holds too many old tokens: move some of them away");
}

std::expected<void, std::string> ProfileStore::renamed(const std::string& name) {
  name_ = name;
  const auto kept = token();
  if (!kept) return std::unexpected(kept.error());
  return *kept ? save_token(**kept) : std::expected<void, std::string>{};
}

std::expected<void, std::string> ProfileStore::save_token(const KeptToken& token) const {
  const std::string account = token.account ? hex_text(token.account->bytes()) : "";
  const Json json = {{"name", name_}, {"account", account}, {"token", hex_text(token.token)}};
  if (auto written = write_private_file(token_path(), json.dump() + "\n"); !written) return written;
  return made_up_ ? write_private_file(folder_ / "made-up", name_) : std::expected<void, std::string>{};
}

fs::path ProfileStore::chain_path(const MatchId& match) const {
  return folder_ / "chains" / (uuid_text(match) + ".json");
}

fs::path ProfileStore::links_path(const MatchId& match) const {
  return folder_ / "chains" / (uuid_text(match) + ".links");
}

std::optional<clients::KeptChain> ProfileStore::chain(const MatchId& match) const {
  const auto json = read_json(chain_path(match));
  if (!json) return std::nullopt;
  clients::KeptChain kept;
  kept.root = bytes_at(*json, "root");
  kept.server_commitment = bytes_at(*json, "serverCommitment");
  kept.shown = json->value("shown", false);
  kept.given_up = json->value("givenUp", false);
  if (kept.root.size() != clients::kLinkBytes && !kept.given_up) return std::nullopt;
  kept.links_shown = number_in(links_path(match));
  if (const auto seats = json->find("seatCommitments"); seats != json->end() && seats->is_array()) {
    for (const Json& seat : *seats) {
      kept.seat_commitments.push_back(seat.is_string() ? from_hex(seat.get<std::string>()).value_or("") : "");
    }
  }
  if (const auto starts = json->find("starts"); starts != json->end() && starts->is_array()) {
    for (const Json& start : *starts) {
      if (auto statement = signed_from_json(start)) kept.starts.push_back(*std::move(statement));
    }
  }
  return kept;
}

std::expected<void, std::string> ProfileStore::save_chain(const MatchId& match, const clients::KeptChain& chain) const {
  Json json = {{"match", uuid_text(match)},
               {"root", hex_text(chain.root)},
               {"serverCommitment", hex_text(chain.server_commitment)}};
  for (const std::string& seat : chain.seat_commitments) json["seatCommitments"].push_back(hex_text(seat));
  if (chain.shown) json["shown"] = true;
  if (chain.given_up) json["givenUp"] = true;
  for (const receipts::Signed& start : chain.starts) json["starts"].push_back(json_of(start));
  return write_private_file(chain_path(match), json.dump() + "\n");
}

// One width for all numbers, since they are written over each other in place.
void ProfileStore::save_links_shown(const MatchId& match, int k) const {
  note_in_private_file(links_path(match), fmt::format("{:08}\n", k));
}

void ProfileStore::drop_chain(const MatchId& match) const {
  std::error_code ignored;
  fs::remove(chain_path(match), ignored);
  fs::remove(links_path(match), ignored);
}

// Ids begin with the time, so the last names are the newest.
std::vector<MatchId> ProfileStore::kept_chains(std::chrono::hours ago) const {
  if (folder_.empty()) return {};
  std::vector<std::string> names;
  std::error_code error;
  const auto oldest = fs::file_time_type::clock::now() - ago;
  for (const auto& entry : fs::directory_iterator(folder_ / "chains", error)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".json") continue;
    const std::string name = path.stem().string();
    fs::path links = path;
    links.replace_extension(".links");
    const bool is_new = fs::last_write_time(path, error) >= oldest || fs::last_write_time(links, error) >= oldest;
    if (is_new) names.push_back(name);
  }
  std::ranges::sort(names, std::greater());
  std::vector<MatchId> matches;
  for (const std::string& name : names) {
    if (const auto match = read_uuid<MatchId>(name)) matches.push_back(*match);
  }
  return matches;
}

std::shared_ptr<const void> ProfileStore::lock_chains() const {
  return std::make_shared<const FileLock>(folder_ / "chains");
}

std::optional<TableId> ProfileStore::table_of_commitment(std::string_view commitment) const {
  return seen_commitments().table_of(commitment);
}

std::expected<void, std::string> ProfileStore::save_commitment(std::string_view commitment,
                                                               const TableId& table) const {
  return seen_commitments().add(commitment, table);
}

std::string ProfileStore::pinned_key() const {
  return server_key().pinned();
}

// Ids begin with the time, so the first names are the oldest.
void ProfileStore::save_receipts(const MatchId& match, const receipts::Signed& start,
                                 const receipts::Signed& end) const {
  const fs::path folder = folder_ / "receipts";
  const Json json = {{"match", uuid_text(match)}, {"start", json_of(start)}, {"end", json_of(end)}};
  if (!write_private_file(folder / (uuid_text(match) + ".json"), json.dump() + "\n")) return;
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error)) files.push_back(entry.path());
  if (files.size() <= kMaxReceipts) return;
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size() - kMaxReceipts; ++i) fs::remove(files[i], error);
}

// No name makes a folder that begins with an underscore (file_name).
SeenCommitments ProfileStore::seen_commitments() const {
  return SeenCommitments(server_folder_ / "_commitments");
}

ServerKey ProfileStore::server_key() const {
  return ServerKey(server_folder_ / "_key.json");
}

fs::path ProfileStore::accusations_folder() const {
  return server_folder_ / "_accusations";
}

}  // namespace wyrmhall::cli
