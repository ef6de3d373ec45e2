// Moments as administrators type them.
#include "server/admin/rest/moment.h"

#include <doctest/doctest.h>

namespace wyrmhall::server::admin {
namespace {

constexpr Timestamp kNow{std::chrono::days(20'000) + std::chrono::hours(9)};

TEST_CASE("a moment is so long ago, a time, or the beginning of a day") {
  const auto at = [](std::string_view text) { return kReadMoment(text).value().at(kNow); };
  CHECK(at("7d") == kNow - std::chrono::days(7));
  CHECK(at("36h") == kNow - std::chrono::hours(36));
  CHECK(at("30m") == kNow - std::chrono::minutes(30));
  CHECK(at("3660d") == kNow - std::chrono::days(3660));
  CHECK(at("2024-10-04") == Timestamp(std::chrono::days(20'000)));
  CHECK(at("2024-10-04T09:00:00Z") == kNow);
}

TEST_CASE("what is no moment is refused") {
  for (const char* wrong :
       {"", "7", "d", "0d", "-7d", "+7d", "7 d", "7d ", "7D", "7w", "1.5d", "3661d", "87841h", "99999999999d",
        "4294967295d", "yesterday", "9999-12-31T23:59:59-01:00", "7dd", "2024-13-01"}) {
    CHECK_MESSAGE(!kReadMoment(wrong), wrong);
  }
}

}  // namespace
}  // namespace wyrmhall::server::admin
