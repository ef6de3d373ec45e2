// Bytes, ids and times as text.
#include <doctest/doctest.h>

#include <type_traits>

#include "common/bytes.h"
#include "common/hex.h"
#include "common/rfc3339.h"
#include "common/uuid.h"

using namespace wyrmhall;

namespace {

constexpr const char* kIdText = "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f";
constexpr const char* kIdUpper = "0190F3A2-1B2C-7D3E-8F40-5A6B7C8D9E0F";
constexpr Uuid kId = {0x01, 0x90, 0xf3, 0xa2, 0x1b, 0x2c, 0x7d, 0x3e, 0x8f, 0x40, 0x5a, 0x6b, 0x7c, 0x8d, 0x9e, 0x0f};
constexpr std::int64_t kSecond = 1'000'000;

}  // namespace

TEST_CASE("an array is made of exactly as many bytes as it has") {
  using Three = std::array<std::uint8_t, 3>;
  CHECK(array_from<Three>("a\xff\x01") == Three{0x61, 0xff, 0x01});
  CHECK(array_from<Three>("ab") == std::nullopt);
  CHECK(array_from<Three>("abcd") == std::nullopt);
  CHECK(to_bytes(Three{0x61, 0xff, 0x01}) == "a\xff\x01");
}

TEST_CASE("hexadecimal") {
  CHECK(hex_text(std::string_view("\x00\xff\x1a", 3)) == "00ff1a");
  CHECK(hex_text(std::array<std::uint8_t, 2>{0x0f, 0xf0}) == "0ff0");
  std::array<std::uint8_t, 2> bytes{};
  CHECK(read_hex("0ff0", bytes));
  CHECK(bytes == std::array<std::uint8_t, 2>{0x0f, 0xf0});
  for (const char* wrong : {"", "0ff", "0ff00", "0FF0", "0fg0"}) CHECK_FALSE(read_hex(wrong, bytes));
  CHECK(from_hex("0fF0") == "\x0f\xf0");
  CHECK(from_hex("") == "");
  for (const char* wrong : {"0", "012", "0g", "0 "}) CHECK(from_hex(wrong) == std::nullopt);
}

TEST_CASE("ids are UUID text both ways") {
  CHECK(uuid_text(kId) == kIdText);
  CHECK(uuid_text(to_bytes(kId)) == kIdText);
  CHECK(uuid_text(std::string_view("\x01\x02")) == "0102");
  CHECK(read_uuid(kIdText) == kId);
  CHECK(read_uuid(kIdUpper) == std::nullopt);
  CHECK(parse_uuid(kIdText) == kId);
  CHECK(parse_uuid(kIdUpper) == kId);
  for (const char* wrong : {"", "0190f3a2", "0190f3a21b2c7d3e8f405a6b7c8d9e0f", "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0g",
                            "0190f3a-21b2c-7d3e-8f40-5a6b7c8d9e0f", "0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f "}) {
    CHECK_FALSE(parse_uuid(wrong));
    CHECK_FALSE(read_uuid(wrong));
  }
}

template <class Left, class Right>
concept Addable = requires(Left left, Right right) { left + right; };

// A moment is neither a number nor a length of time.
static_assert(!std::is_convertible_v<std::int64_t, Timestamp> && !std::is_convertible_v<Timestamp, std::int64_t>);
static_assert(Addable<Timestamp, Duration> && !Addable<Timestamp, Timestamp> && !Addable<Timestamp, std::int64_t>);

TEST_CASE("times are read to the letter where each byte counts") {
  constexpr Timestamp kMoment = from_unix_micros(1'772'368'496 * kSecond + 123'456);
  CHECK(time_text(kMoment) == "2026-03-01T12:34:56.123456Z");
  CHECK(read_time("2026-03-01T12:34:56.123456Z") == kMoment);
  CHECK(time_text(Timestamp{}) == "1970-01-01T00:00:00.000000Z");
  CHECK(time_text(from_unix_micros(253'402'300'799 * kSecond + 999'999)) == "9999-12-31T23:59:59.999999Z");
  for (const char* wrong :
       {"", "2026-03-01", "2026-03-01T12:34:56Z", "2026-03-01t12:34:56.123456Z", "2026-03-01T12:34:56.123456+00:00",
        "2026-03-01T12:34:60.123456Z", "2026-02-29T12:34:56.123456Z", "1969-12-31T23:59:59.999999Z"}) {
    CHECK_FALSE(read_time(wrong));
  }
}

TEST_CASE("times as people write them") {
  constexpr Timestamp kMorning = from_unix_micros(1'763'717'400 * kSecond);
  for (const char* same : {"2025-11-21T09:30:00Z", "2025-11-21 09:30:00z", "2025-11-21t10:30:00+01:00",
                           "2025-11-21T04:00:00-05:30", "2025-11-21T09:30:00.0Z"}) {
    CHECK_MESSAGE(parse_time(same) == kMorning, same);
  }
  CHECK(parse_time("2025-11-21T09:30:00.25Z") == kMorning + std::chrono::milliseconds(250));
  CHECK(parse_time("2025-11-21") == from_unix_micros(1'763'683'200 * kSecond));
  for (const char* wrong : {"", "yesterday", "2025-11-21T09:30:00", "2025-11-21T24:00:00Z", "2025-11-21T09:30:00.Z",
                            "2025-13-01", "2025-11-31", "2025-11-21T09:30:00+1:00", "2025-11-21T09:30:00Z "}) {
    CHECK_FALSE(parse_time(wrong));
  }
}

TEST_CASE("days") {
  using namespace std::chrono;
  CHECK(day_text(sys_days()) == "1970-01-01");
  CHECK(day_text(sys_days(days(20'413))) == "2025-11-21");
  CHECK(parse_day("2025-11-21") == sys_days(days(20'413)));
  for (const char* wrong : {"", "2025-11-21T00:00:00Z", "2025-2-1", "25-11-21"}) CHECK_FALSE(parse_day(wrong));
}
