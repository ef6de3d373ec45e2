// What is remembered by key: the latest used, up to a number of bytes.
#include "server/core/latest.h"

#include <doctest/doctest.h>

#include <string>

namespace wyrmhall::test {
namespace {

using Texts = server::Latest<int, std::string>;

TEST_CASE("what was used longest ago goes first, and the very latest stays however long it is") {
  Texts texts(10);
  texts.put(1, "one", 4);
  texts.put(2, "two", 4);
  REQUIRE(texts.find(1) != nullptr);  // used, so 2 is next to go
  texts.put(3, "three", 4);
  CHECK(texts.find(2) == nullptr);
  CHECK(*texts.find(1) == "one");
  CHECK(*texts.find(3) == "three");
  CHECK(texts.bytes() == 8);
  texts.put(4, "more than there is room for", 100);
  CHECK(texts.find(1) == nullptr);
  CHECK(texts.find(3) == nullptr);
  CHECK(*texts.find(4) == "more than there is room for");
  CHECK(texts.bytes() == 100);
}

TEST_CASE("what is put again takes the place of what was there") {
  Texts texts(10);
  texts.put(1, "old", 3);
  texts.put(1, "new", 5);
  CHECK(*texts.find(1) == "new");
  CHECK(texts.bytes() == 5);
  texts.forget(2);
  texts.forget(1);
  CHECK(texts.find(1) == nullptr);
  CHECK(texts.bytes() == 0);
  texts.put(1, "again", 5);
  CHECK(texts.take(2) == std::nullopt);
  CHECK(texts.take(1) == "again");
  CHECK(texts.bytes() == 0);
  texts.put(1, "once more", 9);
  texts.forget();
  CHECK(texts.find(1) == nullptr);
  CHECK(texts.bytes() == 0);
}

}  // namespace
}  // namespace wyrmhall::test
