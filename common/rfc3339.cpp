#include "common/rfc3339.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace wyrmhall {
namespace {

namespace chrono = std::chrono;

constexpr std::int64_t kSecond = 1'000'000;  // in microseconds
// Years outside of these are nobody's matches, and would not fit.
constexpr int kFirstYear = 1970;
constexpr int kLastYear = 9999;

// Takes a number of exactly `count` digits off the front of `text`.
std::optional<int> digits(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int value = 0;
  const std::string_view front = text.substr(0, count);
  const auto [at, error] = std::from_chars(front.begin(), front.end(), value);
  if (error != std::errc() || at != front.end() || text.front() == '-') return std::nullopt;
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<chrono::sys_days> take_day(std::string_view& text) {
  const auto year = digits(text, 4);
  if (!year || *year < kFirstYear || *year > kLastYear || !take(text, '-')) return std::nullopt;
  const auto month = digits(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = digits(text, 2);
  if (!day) return std::nullopt;
  const chrono::year_month_day date(chrono::year(*year), chrono::month(static_cast<unsigned>(*month)),
                                    chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return date;
}

// HH:MM:SS with a fraction and an offset: how long the day of UTC has lasted then.
std::optional<Duration> take_time_of_day(std::string_view& text) {
  const auto hour = digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = digits(text, 2);
  if (!minute || *minute > 59 || !take(text, ':')) return std::nullopt;
  const auto second = digits(text, 2);
  if (!second || *second > 60) return std::nullopt;
  std::int64_t at = ((*hour * 60 + *minute) * 60 + *second) * kSecond;
  if (take(text, '.')) {
    std::int64_t unit = kSecond / 10;
    std::size_t count = 0;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
      at += unit * (text.front() - '0');
      unit /= 10;
      text.remove_prefix(1);
      ++count;
    }
    if (count == 0) return std::nullopt;
  }
  if (take(text, 'Z') || take(text, 'z')) return Duration(at);
  const bool east = take(text, '+');
  if (!east && !take(text, '-')) return std::nullopt;
  const auto hours = digits(text, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = digits(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const Duration offset = chrono::hours(*hours) + chrono::minutes(*minutes);
  return east ? Duration(at) - offset : Duration(at) + offset;
}

}  // namespace

std::string time_text(Timestamp at) {
  const auto day = chrono::floor<chrono::days>(at);
  const chrono::hh_mm_ss time(at - day);
  const auto number = [](auto part) { return static_cast<unsigned>(part.count()); };
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "T%02u:%02u:%02u.%06uZ", number(time.hours()), number(time.minutes()),
                number(time.seconds()), number(time.subseconds()));
  return day_text(day) + text.data();
}

std::optional<Timestamp> read_time(std::string_view text) {
  const auto time = parse_time(text);
  return time && *time >= Timestamp{} && time_text(*time) == text ? time : std::nullopt;
}

std::optional<Timestamp> parse_time(std::string_view text) {
  const auto day = take_day(text);
  if (!day || text.empty()) return day;
  if (!take(text, 'T') && !take(text, 't') && !take(text, ' ')) return std::nullopt;
  const auto time = take_time_of_day(text);
  if (!time || !text.empty()) return std::nullopt;
  return *day + *time;
}

std::string day_text(chrono::sys_days day) {
  const chrono::year_month_day date{day};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

std::optional<chrono::sys_days> parse_day(std::string_view text) {
  const auto day = take_day(text);
  return text.empty() ? day : std::nullopt;
}

}  // namespace wyrmhall
