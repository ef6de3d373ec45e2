// The harness's REQUIRE outside of doctest's own test cases: what does not hold ends the fuzzer, which keeps the input.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

namespace {

const bool set_up = [] {
  static doctest::Context context;
  context.setAssertHandler([](const doctest::AssertData& assert) {
    if (!assert.m_failed) return;
    std::fprintf(stderr, "%s:%d: does not hold: %s %s\n", assert.m_file, assert.m_line, assert.m_expr,
                 assert.m_exception.c_str());
    std::abort();
  });
  context.setAsDefaultForAssertsOutOfTestCases();
  return true;
}();

}  // namespace
