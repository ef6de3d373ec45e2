#include "clients/cli/terminal/moment_text.h"

#include <fmt/chrono.h>

#include <ctime>

namespace wyrmhall::cli {
namespace {

std::tm local(std::uint64_t microseconds) {
  return fmt::localtime(static_cast<std::time_t>(microseconds / 1'000'000));
}

}  // namespace

std::string moment_text(std::uint64_t microseconds) {
  return fmt::format("{:%Y-%m-%d %H:%M}", local(microseconds));
}

std::string day_text(std::uint64_t microseconds) {
  return fmt::format("{:%Y-%m-%d}", local(microseconds));
}

}  // namespace wyrmhall::cli
