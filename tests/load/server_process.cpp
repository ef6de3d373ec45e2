#include "tests/load/server_process.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <string>

namespace wyrmhall::load {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::optional<ProcessFigures> figures_of_one(int pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  ProcessFigures figures;

  std::ifstream stat(folder + "/stat");
  // The second field is the program's name in brackets and may hold anything, blanks too: so from its end on.
  stat.ignore(std::numeric_limits<std::streamsize>::max(), ')');
  std::string skipped;
  for (int field = 3; field < 14; ++field) stat >> skipped;
  std::uint64_t user_ticks = 0;
  std::uint64_t system_ticks = 0;
  if (!(stat >> user_ticks >> system_ticks)) return std::nullopt;
  const auto ticks_a_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  figures.user_seconds = static_cast<double>(user_ticks) / ticks_a_second;
  figures.system_seconds = static_cast<double>(system_ticks) / ticks_a_second;

  std::ifstream rollup(folder + "/smaps_rollup");
  std::string word;
  while (rollup >> word) {
    std::uint64_t kib = 0;
    if (word == "Rss:" && rollup >> kib) figures.resident_kib = kib;
    if ((word == "Private_Clean:" || word == "Private_Dirty:") && rollup >> kib) figures.private_kib += kib;
  }
  return figures;
}

}  // namespace

std::optional<ProcessFigures> figures_of(const std::vector<int>& pids) {
  if (pids.empty()) return std::nullopt;
  ProcessFigures all;
  for (const int pid : pids) {
    const std::optional<ProcessFigures> one = figures_of_one(pid);
    if (!one) return std::nullopt;
    all.user_seconds += one->user_seconds;
    all.system_seconds += one->system_seconds;
    all.private_kib += one->private_kib;
    all.resident_kib += one->resident_kib;
  }
  return all;
}

double own_cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

}  // namespace wyrmhall::load
