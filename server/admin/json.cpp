#include "server/admin/json.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <charconv>
#include <chrono>
#include <limits>

#include "server/ids.h"

namespace wyrmhall::server::admin {
namespace {

namespace chrono = std::chrono;

constexpr Micros kSecond = 1'000'000;
constexpr Micros kDay = 86'400 * kSecond;
// Years outside of these are nobody's matches, and would not fit.
constexpr int kFirstYear = 1970;
constexpr int kLastYear = 9999;

// A number of exactly so many digits at the front of `text`, which loses them.
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

std::optional<std::int64_t> take_day(std::string_view& text) {
  const auto year = digits(text, 4);
  if (!year || *year < kFirstYear || *year > kLastYear || !take(text, '-')) return std::nullopt;
  const auto month = digits(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = digits(text, 2);
  if (!day) return std::nullopt;
  const chrono::year_month_day date(chrono::year(*year), chrono::month(static_cast<unsigned>(*month)),
                                    chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return chrono::sys_days(date).time_since_epoch().count();
}

// HH:MM:SS with a fraction and an offset, in microseconds of UTC since the day began.
std::optional<Micros> take_time_of_day(std::string_view& text) {
  const auto hour = digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = digits(text, 2);
  if (!minute || *minute > 59 || !take(text, ':')) return std::nullopt;
  const auto second = digits(text, 2);
  if (!second || *second > 60) return std::nullopt;
  Micros at = ((*hour * 60 + *minute) * 60 + *second) * kSecond;
  if (take(text, '.')) {
    Micros unit = kSecond / 10;
    std::size_t count = 0;
    while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
      at += unit * (text.front() - '0');
      unit /= 10;
      text.remove_prefix(1);
      ++count;
    }
    if (count == 0) return std::nullopt;
  }
  if (take(text, 'Z') || take(text, 'z')) return at;
  const bool east = take(text, '+');
  if (!east && !take(text, '-')) return std::nullopt;
  const auto hours = digits(text, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = digits(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const Micros offset = (Micros{*hours} * 60 + *minutes) * 60 * kSecond;
  return east ? at - offset : at + offset;
}

}  // namespace

Json id_json(const Id& id) {
  return server::to_text(id);
}
Json id_json(const std::optional<Id>& id) {
  return id ? id_json(*id) : Json(nullptr);
}

Json time_json(Micros at) {
  const Micros day = at / kDay;
  const Micros rest = at % kDay;
  return fmt::format("{}T{:02}:{:02}:{:02}.{:06}Z", day_text(day), rest / (3600 * kSecond), rest / (60 * kSecond) % 60,
                     rest / kSecond % 60, rest % kSecond);
}
Json time_json(const std::optional<Micros>& at) {
  return at ? time_json(*at) : Json(nullptr);
}

std::string day_text(std::int64_t day) {
  const chrono::year_month_day date{chrono::sys_days(chrono::days(day))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::optional<std::int64_t> parse_day(std::string_view text) {
  const auto day = take_day(text);
  return text.empty() ? day : std::nullopt;
}

std::optional<Micros> parse_time(std::string_view text) {
  const auto day = take_day(text);
  if (!day || text.empty()) return day ? std::optional(*day * kDay) : std::nullopt;
  if (!take(text, 'T') && !take(text, 't') && !take(text, ' ')) return std::nullopt;
  const auto time = take_time_of_day(text);
  if (!time || !text.empty()) return std::nullopt;
  return *day * kDay + *time;
}

std::optional<Id> parse_id(std::string_view uuid) {
  constexpr std::size_t kLength = 36;
  if (uuid.size() != kLength) return std::nullopt;
  Id id{};
  std::size_t at = 0;
  for (std::uint8_t& byte : id) {
    if (at == 8 || at == 13 || at == 18 || at == 23) {
      if (uuid[at++] != '-') return std::nullopt;
    }
    const auto [end, error] = std::from_chars(uuid.data() + at, uuid.data() + at + 2, byte, 16);
    if (error != std::errc() || end != uuid.data() + at + 2) return std::nullopt;
    at += 2;
  }
  return id;
}

Json message_json(const google::protobuf::Message& message) {
  std::string text;
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = false;
  if (!google::protobuf::util::MessageToJsonString(message, &text, options).ok()) return nullptr;
  return Json::parse(text, nullptr, false);
}

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Response json_response(const Json& json, int status) {
  return {.status = status, .content_type = "application/json", .body = to_text(json) + "\n", .headers = {}};
}

}  // namespace wyrmhall::server::admin
