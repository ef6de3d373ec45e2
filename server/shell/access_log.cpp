#include "server/shell/access_log.h"

#include <fmt/format.h>
#include <sodium.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <span>
#include <utility>

#include "common/hex.h"
#include "server/core/limits.h"

namespace wyrmhall::server {
namespace {

constexpr Duration kEvery = kAddressLinesEvery;
constexpr const char* kOthers = "others";  // those of which there are too many to remember each
constexpr std::array<const char*, 4> kKinds = {"signed-in", "new-guest", "refused", "turned-away"};

bool warns(AccessEvent::Kind kind) {
  return kind == AccessEvent::Kind::kRefused || kind == AccessEvent::Kind::kTurnedAway;
}

}  // namespace

AccessLog::AccessLog(LogAddresses addresses)
    : addresses_(addresses), write_([](bool warning, const std::string& line) {
        spdlog::log(warning ? spdlog::level::warn : spdlog::level::info, "{}", line);
      }) {
  randombytes_buf(key_.data(), key_.size());
}

void AccessLog::happened(const AccessEvent& event, Timestamp now) {
  // By the narrowest network, so that somebody who has a whole network counts once.
  const std::string& group = event.from.groups.empty() ? event.from.text : event.from.groups.front();
  const auto key_of = [&](std::string_view address) {
    return fmt::format("{} {} {}", static_cast<int>(event.kind), address, event.why);
  };
  std::string key = key_of(addresses_ == LogAddresses::kNone ? "-" : group);
  const bool full = !lines_.contains(key) && lines_.size() >= kAddressLinesRemembered;
  if (full) key = key_of(kOthers);
  const auto [line, fresh] = lines_.try_emplace(key);
  Line& of = line->second;
  if (fresh) {
    of.kind = event.kind;
    of.address = full ? kOthers : shown(event.from);
    of.why = event.why;
    of.written_at = now - kEvery;
  }
  ++of.times;
  of.account = of.times == 1 ? event.account : std::nullopt;  // several have none in common
  if (now - of.written_at >= kEvery) write(of, now);
}

void AccessLog::tick(Timestamp now) {
  for (auto entry = lines_.begin(); entry != lines_.end();) {
    Line& line = entry->second;
    const bool due = now - line.written_at >= kEvery;
    if (due && line.times == 0) {
      entry = lines_.erase(entry);
      continue;
    }
    if (due) write(line, now);
    ++entry;
  }
}

void AccessLog::finish(Timestamp now) {
  for (auto& [key, line] : lines_) {
    if (line.times != 0) write(line, now);
  }
  lines_.clear();
}

void AccessLog::set_addresses(LogAddresses addresses, Timestamp now) {
  finish(now);
  addresses_ = addresses;
}

std::string AccessLog::shown(const PeerAddress& from) const {
  if (addresses_ == LogAddresses::kNone || from.text.empty()) return "-";
  if (addresses_ == LogAddresses::kPlain) return from.text;
  const std::string& group = from.groups.empty() ? from.text : from.groups.front();
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(group.data()), group.size(),
                     key_.data(), key_.size());
  constexpr std::size_t kShownBytes = 8;
  return '#' + hex_text(std::span(hash).first<kShownBytes>());
}

void AccessLog::write(Line& line, Timestamp now) {
  std::string text = fmt::format("access {} address={}", kKinds.at(static_cast<std::size_t>(line.kind)), line.address);
  if (!line.why.empty()) text += " why=" + line.why;
  if (line.account) text += " account=" + uuid_text(*line.account);
  text += fmt::format(" times={}", line.times);
  line.times = 0;
  line.account.reset();
  line.written_at = now;
  write_(warns(line.kind), text);
}

}  // namespace wyrmhall::server
