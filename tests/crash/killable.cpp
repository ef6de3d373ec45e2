// Linked to the server's own main(): makes of it wyrmhalld-killable, which dies when the environment says so.
//
//   WYRMHALL_DIE_AT=POINT:TIMES         by SIGKILL, at a point of death_points.cpp
//   WYRMHALL_CUT_POWER=OPERATIONS:SEED  by a power cut, as power_cut_vfs.h has it
//
// Neither name is in wyrmhalld; tests/crash/kills.py looks.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/crash/death_points.h"
#include "tests/crash/power_cut_vfs.h"

namespace {

struct Setting {
  std::string what;
  std::uint64_t number = 0;
};

// WHAT:NUMBER from the environment.
bool read_setting(const char* name, Setting& setting) {
  const char* text = std::getenv(name);
  if (text == nullptr) return false;
  const std::string whole(text);
  const auto colon = whole.find(':');
  if (colon == std::string::npos) {
    std::fprintf(stderr, "%s=%s lacks a colon\n", name, text);
    std::_Exit(2);
  }
  setting = {.what = whole.substr(0, colon), .number = std::strtoull(text + colon + 1, nullptr, 10)};
  return true;
}

// Before main().
const bool armed = [] {
  Setting setting;
  if (read_setting("WYRMHALL_DIE_AT", setting) && !wyrmhall::crash::die_at(setting.what, setting.number)) {
    std::fprintf(stderr, "there is no point «%s»\n", setting.what.c_str());
    std::_Exit(2);
  }
  if (read_setting("WYRMHALL_CUT_POWER", setting)) {
    wyrmhall::crash::install_power_cut_vfs(std::strtoull(setting.what.c_str(), nullptr, 10), setting.number);
  }
  return true;
}();

}  // namespace
