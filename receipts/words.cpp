#include "receipts/words.h"

#include <chrono>
#include <cstdio>

namespace wyrmhall::receipts {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kTimeLetters = 27;
constexpr std::size_t kUuidLetters = 36;
constexpr std::int64_t kMicrosADay = std::int64_t{86'400} * 1'000'000;

constexpr bool is_dash_at(std::size_t position) {
  return position == 8 || position == 13 || position == 18 || position == 23;
}

// The number of `count` digits at a position; -1 where there are others.
int digits_at(std::string_view text, std::size_t position, std::size_t count) {
  int number = 0;
  for (const char c : text.substr(position, count)) {
    if (c < '0' || c > '9') return -1;
    number = number * 10 + (c - '0');
  }
  return number;
}

}  // namespace

std::string hex_text(std::span<const std::uint8_t> bytes) {
  std::string text(bytes.size() * 2, '\0');
  auto to = text.begin();
  for (const std::uint8_t byte : bytes) {
    *to++ = kDigits[byte >> 4U];
    *to++ = kDigits[byte & 15U];
  }
  return text;
}

bool read_hex(std::string_view text, std::span<std::uint8_t> bytes) {
  if (text.size() != bytes.size() * 2) return false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto high = kDigits.find(text[i * 2]);
    const auto low = kDigits.find(text[(i * 2) + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return false;
    bytes[i] = static_cast<std::uint8_t>((high * 16) + low);
  }
  return true;
}

std::string uuid_text(const Id& id) {
  std::string text(kUuidLetters, '-');
  std::size_t at = 0;
  for (const std::uint8_t byte : id) {
    if (is_dash_at(at)) ++at;
    text[at++] = kDigits[byte >> 4U];
    text[at++] = kDigits[byte & 15U];
  }
  return text;
}

std::optional<Id> read_uuid(std::string_view text) {
  if (text.size() != kUuidLetters) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_dash_at(i) != (text[i] == '-')) return std::nullopt;
    if (!is_dash_at(i)) digits += text[i];
  }
  Id id{};
  if (!read_hex(digits, id)) return std::nullopt;
  return id;
}

std::string time_text(std::int64_t microseconds) {
  const std::int64_t day = microseconds / kMicrosADay;
  const std::int64_t rest = microseconds % kMicrosADay;
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  const auto part = [&](std::int64_t unit, std::int64_t of) { return static_cast<unsigned>(rest / unit % of); };
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02u:%02u:%02u.%06uZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), part(3'600'000'000, 24),
                part(60'000'000, 60), part(1'000'000, 60), part(1, 1'000'000));
  return text.data();
}

std::optional<std::int64_t> read_time(std::string_view text) {
  if (text.size() != kTimeLetters) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(digits_at(text, 0, 4)),
                                         std::chrono::month(static_cast<unsigned>(digits_at(text, 5, 2))),
                                         std::chrono::day(static_cast<unsigned>(digits_at(text, 8, 2)))};
  if (!date.ok() || date.year() < std::chrono::year(1970)) return std::nullopt;
  const std::int64_t seconds = (digits_at(text, 11, 2) * 3600) + (digits_at(text, 14, 2) * 60) + digits_at(text, 17, 2);
  const std::int64_t time = (std::chrono::sys_days(date).time_since_epoch().count() * kMicrosADay) +
                            (seconds * 1'000'000) + digits_at(text, 20, 6);
  // Whatever else is odd about the text shows when the time is written again.
  if (time < 0 || time_text(time) != text) return std::nullopt;
  return time;
}

}  // namespace wyrmhall::receipts
