// Nothing that a viewer may not know has any influence on what it is sent: the server's seed, links that were not
// shown, the others' tokens, and what they decided in secret.
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "clients/model/offered_actions.h"
#include "server/games/registry.h"
#include "tests/server/harness.h"
#include "tests/sim/canonical.h"
#include "tests/sim/log_watch.h"
#include "tests/sim/random_options.h"
#include "tests/sim/twin.h"
#include "tests/support/effort.h"

namespace wyrmhall::sim {
namespace {

namespace pb = wyrmhall::v1;
using test::Client;

constexpr std::uint64_t kMaxProbed = 100;  // of the actions that are offered at once

// What is drawn in secret for a match.
struct Secrets {
  std::vector<std::uint64_t> client_seeds;  // by seat: chains come from them
  std::vector<std::optional<persistence::Hash>> tokens;
  std::optional<persistence::Hash> server_seed;
};

// A match of people alone, and somebody who watches it.
struct Room {
  Room(const pb::GameOptions& options, const Secrets& secrets) {
    world.keep_frames = true;
    for (std::size_t seat = 0; seat < secrets.client_seeds.size(); ++seat) {
      if (secrets.tokens[seat]) world.entropy.give(*secrets.tokens[seat]);
      players.emplace_back(world, fmt::format("Player {}", seat), secrets.client_seeds[seat]).arrive();
    }
    watcher.arrive();
    if (secrets.server_seed) world.entropy.give(*secrets.server_seed);
    std::vector<Client*> all;
    all.reserve(players.size());
    for (Client& player : players) all.push_back(&player);
    id = test::start_match(all, options);
    watcher.open(id);
  }

  Client& viewer(int seat) { return seat < 0 ? watcher : players[static_cast<std::size_t>(seat)]; }

  void read() {
    for (Client& player : players) player.read();
    watcher.read();
  }

  void decide(const Decision& decision) {
    Client& player = players[decision.seat];
    Client::Match& match = player.matches.at(id);
    const pb::ServerMessage reply = player.ask(player.act_message(match, decision.action));
    REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
    ++match.links_used;
    read();
  }

  // Decides something at random. False when the match is over.
  bool decide_anything(Rng& rng, std::vector<Decision>& decisions) {
    std::vector<std::uint8_t> asked;
    for (std::size_t seat = 0; seat < players.size(); ++seat) {
      if (clients::offers_anything(players[seat].matches.at(id).choices()))
        asked.push_back(static_cast<std::uint8_t>(seat));
    }
    if (asked.empty()) return false;
    const std::uint8_t seat = rng.pick(asked);
    const pb::Choices& choices = players[seat].matches.at(id).choices();
    decisions.push_back({seat, clients::action_at(choices, rng.below(clients::count_actions(choices)))});
    decide(decisions.back());
    return true;
  }

  // Asks for everything that the server might say too much about.
  void probe(int seat, const Decision& of_somebody) {
    Client& client = viewer(seat);
    const Client::Match match = client.matches.at(id);
    pb::ClientMessage message;
    message.mutable_ask_story()->set_channel(match.channel());
    client.ask(message);
    for (std::uint64_t i = 0; i < std::min(clients::count_actions(match.choices()), kMaxProbed); ++i) {
      const pb::GameAction action = clients::action_at(match.choices(), i);
      message.mutable_ask_odds()->set_channel(match.channel());
      message.mutable_ask_odds()->set_version(match.version());
      *message.mutable_ask_odds()->mutable_action() = action;
      client.ask(message);
      pb::ClientMessage act;
      act.mutable_act()->set_channel(match.channel());
      act.mutable_act()->set_version(match.version());
      *act.mutable_act()->mutable_action() = action;
      act.mutable_act()->set_link(std::string(16, 'w'));
      client.ask(act);  // legal, but the link does not fit
    }
    pb::ClientMessage act;
    act.mutable_act()->set_channel(match.channel());
    act.mutable_act()->set_version(match.version());
    client.ask(act);  // no action
    if (seat < 0 || !clients::offers_anything(match.choices())) {
      *act.mutable_act()->mutable_action() = of_somebody.action;
      client.ask(act);  // nothing is asked of this viewer
    }
    message.mutable_export_()->set_match_id(id);
    client.ask(message);
    message.mutable_rematch()->set_match_id(id);
    client.ask(message);
    message.mutable_list_matches();
    client.ask(message);
    message.mutable_list_tables();
    client.ask(message);
    message.mutable_open_match()->set_match_id(id);
    if (match.version() > 0) {
      // As a client that is one version behind. This one is not, so it does not take the answer.
      message.mutable_open_match()->set_have_version(match.version() - 1);
      message.set_command_id(client.next_id());
      world.send(client.session(), message);
      world.inbox[client.session()].clear();
    }
    client.open(id);
  }

  [[nodiscard]] const persistence::MatchRow& row() const {
    for (const auto& submission : world.submitted) {
      if (const auto* made = std::get_if<persistence::CreateMatch>(&submission.request)) return *made->match;
    }
    throw std::logic_error("no match was started");
  }
  [[nodiscard]] Course course() const {
    Course made{.row = row(), .chains = {}, .decisions = {}};
    for (const Client& player : players) made.chains.push_back(player.chain());
    return made;
  }

  test::World world;
  std::deque<Client> players;
  Client watcher{world, "Watcher", 99};
  std::string id;
};

// Commitments are hashes of secrets, and there for everybody to see, as are the statements that repeat them: only they
// may differ.
void mask(google::protobuf::Message& message) {
  if (message.GetDescriptor()->name() == "Statement") return message.Clear();
  const auto& reflection = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->name() == "server_commitment" || field->name() == "commitment" || field->name() == "x0") {
      reflection.SetString(&message, field, "masked");
    } else if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE && !field->is_map()) {
      if (field->is_repeated()) {
        for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
          mask(*reflection.MutableRepeatedMessage(&message, field, i));
        }
      } else {
        mask(*reflection.MutableMessage(&message, field));
      }
    }
  }
}

std::vector<std::string> told(Room& room, int seat) {
  std::vector<std::string> all;
  for (const std::string& frame : room.world.frames.at(room.viewer(seat).session())) {
    pb::ServerMessage message;
    REQUIRE(message.ParseFromString(frame));
    mask(message);
    all.push_back(canonical(message));
  }
  return all;
}

std::string hex(const persistence::Hash& secret) {
  std::string text;
  for (const std::uint8_t byte : secret) text += fmt::format("{:02x}", byte);
  return text;
}

bool holds(const std::string& bytes, const persistence::Hash& secret) {
  const std::string raw(secret.begin(), secret.end());
  return bytes.find(raw) != std::string::npos || bytes.find(hex(secret)) != std::string::npos;
}

// Options of one game, for two or three people.
pb::GameOptions small_options(const server::GameKind& kind, Rng& rng) {
  while (true) {
    pb::GameOptions options = draw_options(rng);
    if (server::game_of(options) != &kind) continue;
    const int seats = kind.seats(options);
    if (seats == 2 || seats == 3) return options;
  }
}

TEST_CASE("a viewer is sent the same bytes, whatever it may not know") {
  for (const server::GameKind* kind : server::all_games()) {
    CAPTURE(kind->offer().game());
    int twins = 0;
    int moves = 0;
    int decided_otherwise = 0;
    bool has_secrets = false;
    // Not every match of a game with secrets has one so early.
    const auto enough = [&] { return !has_secrets || decided_otherwise >= 8; };
    for (std::uint64_t round = 1; round <= static_cast<std::uint64_t>(enough() ? tests::cases(12) : 60); ++round) {
      Rng rng(round);
      const pb::GameOptions options = small_options(*kind, rng);
      const auto seats = static_cast<std::size_t>(kind->seats(options));
      Secrets secrets{
          .client_seeds = {}, .tokens = std::vector<std::optional<persistence::Hash>>(seats), .server_seed = {}};
      for (std::size_t seat = 0; seat < seats; ++seat) secrets.client_seeds.push_back(10 * round + seat);
      Room room(options, secrets);
      Course course = room.course();
      for (int i = 0; i < 6; ++i) room.decide_anything(rng, course.decisions);
      has_secrets = has_secrets || keeps_secrets(course);
      for (int viewer = -1; viewer < static_cast<int>(seats); ++viewer) {
        CAPTURE(round);
        CAPTURE(viewer);
        // What it is sent in the course and in a twin of it, where one is found; whether somebody decided otherwise.
        bool any_move = false;
        const auto compare = [&](TwinDice dice, int tries) -> std::optional<bool> {
          // The others have other tokens and, where the dice may be other ones, other chains.
          Secrets others = secrets;
          for (std::size_t seat = 0; seat < seats; ++seat) {
            if (static_cast<int>(seat) == viewer) continue;
            if (dice == TwinDice::kOther) others.client_seeds[seat] += 5000;
            for (std::uint8_t& byte : others.tokens[seat].emplace()) byte = static_cast<std::uint8_t>(rng.below(256));
          }
          const auto twin = find_twin(course, Room(options, others).course(), dice, viewer, tries, rng);
          if (!twin) return std::nullopt;
          ++twins;
          moves += static_cast<int>(twin->decisions.size());
          any_move = any_move || !twin->decisions.empty();
          decided_otherwise += twin->decided_otherwise ? 1 : 0;
          others.server_seed = twin->server_seed;
          Room as_it_was(options, secrets);
          Room as_it_might_be(options, others);
          REQUIRE((as_it_was.row().server_seed == as_it_might_be.row().server_seed) == (dice == TwinDice::kSame));
          for (std::size_t i = 0; i < twin->decisions.size(); ++i) {
            as_it_was.decide(course.decisions[i]);
            as_it_might_be.decide(twin->decisions[i]);
          }
          as_it_was.probe(viewer, course.decisions.front());
          as_it_might_be.probe(viewer, course.decisions.front());
          const auto here = told(as_it_was, viewer);
          const auto there = told(as_it_might_be, viewer);
          REQUIRE(here.size() == there.size());
          CHECK(here.size() > twin->decisions.size() + 8);
          for (std::size_t i = 0; i < here.size(); ++i) CHECK_MESSAGE(here[i] == there[i], "message ", i);
          return twin->decided_otherwise;
        };
        // Where no other dice fall alike for one move, or none with another decision, they fall as they did.
        const auto otherwise = compare(TwinDice::kOther, 400);
        if (!otherwise || !any_move || (!*otherwise && keeps_secrets(course))) REQUIRE(compare(TwinDice::kSame, 100));
      }
    }
    MESSAGE(kind->offer().game(), ": ", twins, " twins, ", moves, " moves, ", decided_otherwise, " decided otherwise");
    CHECK(twins >= tests::cases(12));
    CHECK(moves >= tests::cases(12));
    if (has_secrets) CHECK(decided_otherwise >= 5);
  }
}

TEST_CASE("a server's seed is in nothing that is sent or logged before its match is over, and then it is") {
  std::vector<std::string> lines;
  const LogWatch watch([&](std::string_view line, bool) { lines.emplace_back(line); });
  for (const server::GameKind* kind : server::all_games()) {
    for (std::uint64_t round = 1; round <= static_cast<std::uint64_t>(tests::cases(6)); ++round) {
      Rng rng(round);
      const pb::GameOptions options = small_options(*kind, rng);
      const auto seats = static_cast<std::size_t>(kind->seats(options));
      Secrets secrets{
          .client_seeds = {}, .tokens = std::vector<std::optional<persistence::Hash>>(seats), .server_seed = {}};
      for (std::size_t seat = 0; seat < seats; ++seat) secrets.client_seeds.push_back(10 * round + seat);
      Room room(options, secrets);
      const persistence::Hash seed = room.row().server_seed;
      std::vector<Decision> decisions;
      for (int i = 0; i < 8; ++i) room.decide_anything(rng, decisions);
      // Also when the disk fails, and what the server says about that.
      room.world.fail_writes = true;
      for (Client& player : room.players) {
        const Client::Match& match = player.matches.at(room.id);
        if (match.over() || match.choices().choices().empty()) continue;
        player.ask(player.act_message(match, match.choices().choices(0).action()));
        break;
      }
      room.world.fail_writes = false;
      room.world.pass(std::chrono::seconds(2));
      room.read();
      for (int viewer = -1; viewer < static_cast<int>(seats); ++viewer) room.probe(viewer, decisions.front());
      bool over = room.watcher.matches.at(room.id).over();
      if (!over) {
        for (const auto& [session, frames] : room.world.frames) {
          for (const std::string& frame : frames) REQUIRE(!holds(frame, seed));
        }
      }
      for (Client& player : room.players) {
        pb::ClientMessage resign;
        resign.mutable_resign()->set_channel(player.matches.at(room.id).channel());
        player.ask(resign);
      }
      // The search finds it where it must be.
      room.read();
      over = room.watcher.matches.at(room.id).over();
      REQUIRE(over);
      bool found = false;
      for (const std::string& frame : room.world.frames.at(room.watcher.session())) found = found || holds(frame, seed);
      CHECK(found);
      for (const std::string& line : lines) CHECK(!holds(line, seed));
    }
  }
  CHECK(!lines.empty());  // the failed disk was worth a line
}

}  // namespace
}  // namespace wyrmhall::sim
