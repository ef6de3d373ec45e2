#include "server/admin/keyring.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace wyrmhall::server::admin {
namespace {

constexpr Duration kLookEvery = 1s;  // at the file

}  // namespace

std::expected<std::unique_ptr<Keyring>, std::string> Keyring::open(const std::optional<Token>& single,
                                                                   const std::string& file) {
  std::unique_ptr<Keyring> ring(new Keyring(file));
  if (single) ring->single_ = NamedToken{.name = std::string(kSingleName), .role = Role::kOperate, .token = *single};
  std::vector<NamedToken> tokens;
  if (!file.empty()) {
    ring->seen_ = ring->stamp();
    auto read = read_token_file(file);
    if (!read) return std::unexpected(read.error());
    tokens = *std::move(read);
    if (tokens.empty() && !single)
      return std::unexpected(fmt::format("the admin tokens file {} contains no token", file));
  }
  ring->take(std::move(tokens));
  return ring;
}

Knock Keyring::knock(std::string_view authorization, Timestamp now) {
  const auto presented = Token::presented(authorization);
  const std::scoped_lock lock(mutex_);
  look_at_file(now);
  if (!presented) return {};
  Key* found = nullptr;
  for (Key& key : keys_) {  // all of them, however early it is found
    if (key.named.token.is(*presented)) found = &key;
  }
  if (found == nullptr) return {.verdict = Knock::Verdict::kWrong, .name = {}};
  if (found->named.until && *found->named.until <= now) {
    return {.verdict = Knock::Verdict::kExpired, .name = found->named.name};
  }
  found->used_at = now;
  return {.verdict = Knock::Verdict::kKnown, .name = found->named.name, .role = found->named.role};
}

std::vector<KeyLine> Keyring::list() {
  const std::scoped_lock lock(mutex_);
  std::vector<KeyLine> lines;
  lines.reserve(keys_.size());
  for (const Key& key : keys_) lines.push_back({key.named.name, key.named.role, key.named.until, key.used_at});
  return lines;
}

Keyring::Stamp Keyring::stamp() const {
  struct stat is{};
  if (::stat(file_.c_str(), &is) != 0) return {};
  return {.seconds = is.st_mtim.tv_sec, .nanoseconds = is.st_mtim.tv_nsec, .size = is.st_size, .inode = is.st_ino};
}

void Keyring::look_at_file(Timestamp now) {
  if (file_.empty() || (now >= looked_at_ && now - looked_at_ < kLookEvery)) return;
  looked_at_ = now;
  const Stamp is = stamp();
  if (is == seen_) return;
  seen_ = is;
  auto tokens = read_token_file(file_);
  if (!tokens) return spdlog::error("{}; the previous tokens stay valid", tokens.error());
  spdlog::info("{} admin tokens were read again", tokens->size());
  take(*std::move(tokens));
}

void Keyring::take(std::vector<NamedToken> tokens) {
  std::vector<Key> keys;
  if (single_) keys.push_back({.named = *single_, .used_at = std::nullopt});
  for (NamedToken& token : tokens) keys.push_back({.named = std::move(token), .used_at = std::nullopt});
  for (Key& key : keys) {
    const auto was = std::ranges::find(keys_, key.named.name, [](const Key& old) { return old.named.name; });
    if (was != keys_.end()) key.used_at = was->used_at;
  }
  keys_ = std::move(keys);
}

}  // namespace wyrmhall::server::admin
