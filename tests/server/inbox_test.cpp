// Messages that wait: in order where there are few, by turns of their addresses where there are many.
// And what the store has answered, on its way.
#include "server/shell/net/inbox.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/shell/answers.h"

namespace wyrmhall::server {
namespace {

std::string message(const v1::ClientMessage& of) {
  return of.SerializeAsString();
}

std::string question(std::uint64_t command_id) {
  v1::ClientMessage asked;
  asked.set_command_id(command_id);
  asked.mutable_list_tables();
  return message(asked);
}

std::string move(std::uint64_t command_id) {
  v1::ClientMessage made;
  made.set_command_id(command_id);
  made.mutable_act()->set_channel(1);
  return message(made);
}

struct Reader {
  void put(std::uint64_t session, const std::string& bytes) {
    inbox.put(session, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  }
  // Sessions 1 to 99 share an address; all others have one of their own.
  static std::string whose(std::uint64_t session) { return session < 100 ? "shared" : std::to_string(session); }
  void look(std::uint64_t session, std::span<const std::uint8_t> bytes) {
    v1::ClientMessage said;
    REQUIRE(said.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
    seen.emplace_back(session, said.command_id());
  }
  std::vector<std::uint64_t> take() {
    seen.clear();
    return inbox.take([](std::span<const std::uint64_t>) {},
                      [this](std::uint64_t session, std::span<const std::uint8_t> bytes) { look(session, bytes); },
                      whose);
  }

  Inbox inbox;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> seen;  // session and command
};

using Seen = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

TEST_CASE("few are looked at at once, in the order in which they came") {
  Reader reader;
  reader.put(1, question(1));
  reader.put(200, question(2));
  reader.put(1, question(3));
  CHECK(reader.take().empty());
  CHECK(reader.seen == Seen{{1, 1}, {200, 2}, {1, 3}});
  CHECK_FALSE(reader.inbox.has_more());
}

TEST_CASE("moves are looked at at once, however many") {
  Reader reader;
  for (std::uint64_t id = 1; id <= 1000; ++id) reader.put(id, move(id));
  reader.take();
  CHECK(reader.seen.size() == 1000);
  CHECK_FALSE(reader.inbox.has_more());
}

TEST_CASE("of many, whoever says little is not kept waiting by one address that says much") {
  Reader reader;
  for (std::uint64_t id = 1; id <= 1000; ++id) reader.put(1 + id % 20, question(id));
  reader.put(500, question(1));
  reader.put(501, move(1));
  reader.take();
  CHECK(reader.seen.size() < 100);
  CHECK(reader.inbox.has_more());
  CHECK(std::ranges::count(reader.seen, 500U, &Seen::value_type::first) == 1);
  CHECK(std::ranges::count(reader.seen, 501U, &Seen::value_type::first) == 1);
  // And what comes while they wait has its turn next, though it came last.
  reader.put(502, move(1));
  reader.take();
  CHECK(std::ranges::count(reader.seen, 502U, &Seen::value_type::first) == 1);
}

TEST_CASE("moves wait for nothing that is none") {
  Reader reader;
  for (std::uint64_t id = 200; id <= 1000; ++id) reader.put(id, question(1));
  for (std::uint64_t id = 2000; id <= 3000; ++id) reader.put(id, move(1));
  reader.put(1000, move(2));  // behind its own question
  reader.take();
  for (std::uint64_t id = 2000; id <= 3000; ++id) {
    CHECK(std::ranges::count(reader.seen, id, &Seen::value_type::first) == 1);
  }
  CHECK(std::ranges::count(reader.seen, 1000U, &Seen::value_type::first) == 0);
  CHECK(reader.seen.size() < 1100);
}

TEST_CASE("answers come group by group, and only the first to wait is to be told of") {
  const auto group = [](std::uint64_t ticket) {
    std::vector<persistence::Answer> answers(1);
    answers.front().ticket = ticket;
    return answers;
  };
  Answers answers;
  CHECK_FALSE(answers.some());
  CHECK(answers.put(group(1)));
  CHECK_FALSE(answers.put(group(2)));
  CHECK(answers.some());
  const auto taken = answers.take();
  REQUIRE(taken.size() == 2);
  CHECK(taken[0].front().ticket == 1);
  CHECK(taken[1].front().ticket == 2);
  CHECK_FALSE(answers.some());
  CHECK(answers.take().empty());
  CHECK(answers.put(group(3)));
}

TEST_CASE("nothing is lost, and what one session says stays in its order") {
  Reader reader;
  std::map<std::uint64_t, std::uint64_t> said;
  std::map<std::uint64_t, std::uint64_t> heard;
  for (std::uint64_t round = 0; round < 50; ++round) {
    for (std::uint64_t session = 60; session < 140; ++session) {
      const std::uint64_t id = ++said[session];
      reader.put(session, id % 3 == 0 ? move(id) : question(id));
      if (session % 2 == 0) reader.put(session, question(++said[session]));
    }
    reader.take();
    for (const auto& [session, id] : reader.seen) CHECK(id == ++heard[session]);
  }
  while (reader.inbox.has_more()) {
    reader.take();
    REQUIRE_FALSE(reader.seen.empty());
    for (const auto& [session, id] : reader.seen) CHECK(id == ++heard[session]);
  }
  CHECK(heard == said);
}

TEST_CASE("of whom too much waits no more is to be read") {
  Reader reader;
  for (std::uint64_t id = 1; id <= 200; ++id) reader.put(1, question(id));
  reader.put(200, question(1));
  const auto ahead = reader.take();
  CHECK(std::ranges::count(ahead, 1U) > 0);
  CHECK(std::ranges::count(ahead, 200U) == 0);
}

TEST_CASE("no more than some bytes wait") {
  Reader reader;
  const std::string large = question(1) + std::string(10'000, '\0');
  for (int i = 0; i < 2'000; ++i) {
    reader.inbox.put(1, {reinterpret_cast<const std::uint8_t*>(large.data()), large.size()});
  }
  std::size_t bytes = 0;
  reader.inbox.take([](std::span<const std::uint64_t>) {},
                    [&](std::uint64_t, std::span<const std::uint8_t> some) { bytes += some.size(); }, Reader::whose);
  CHECK(2'000 * large.size() - bytes <= 8U << 20U);
  CHECK(reader.inbox.has_more());
}

TEST_CASE("who goes is heard to the end before") {
  Reader reader;
  for (std::uint64_t id = 1; id <= 100; ++id) {
    reader.put(1, question(id));
    reader.put(2, question(id));
  }
  reader.take();
  const auto before = std::ranges::count(reader.seen, 1U, &Seen::value_type::first);
  reader.seen.clear();
  reader.inbox.take_of(
      "shared", 1, [&](std::uint64_t session, std::span<const std::uint8_t> bytes) { reader.look(session, bytes); });
  CHECK(static_cast<std::int64_t>(reader.seen.size()) == 100 - before);
  while (reader.inbox.has_more()) {
    reader.take();
    for (const auto& [session, id] : reader.seen) CHECK(session == 2);
  }
}

}  // namespace
}  // namespace wyrmhall::server
