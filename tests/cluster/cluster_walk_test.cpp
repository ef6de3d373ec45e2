// Many players at three servers, who meet and play while the lobby and the matches change servers, servers die, freeze
// and go on, others take their place, two do not hear each other, the bus loses what it likes, and the store is slow,
// loses its answers and is away: whatever was begun comes to its end, everybody has seen the same, and what was kept is
// what they have done, each action and each nugget once. By hand, more of them, or one:
// WYRMHALL_WALKS=1000 WYRMHALL_FIRST_WALK=1 build/release/bin/nodes -tc='what is begun*'
#include <cstdlib>
#include <numeric>

#include "server/games/ending.h"
#include "tests/cluster/nodes.h"
#include "tests/server/players.h"

namespace wyrmhall::test {
namespace {

using namespace std::chrono_literals;

constexpr int kWalkPatience = 400;  // tenths of a second for an answer
constexpr std::size_t kPlayers = 6;
constexpr int kRoundsToTheEnd = 5000;
constexpr Duration kMaxCut = 15s;

// What anybody was ever shown of matches: of one move nobody is shown anything else than another.
class Shown {
 public:
  // All that a server has sent since it started.
  void note(World& world) {
    for (auto& [session, frames] : world.frames) {
      std::map<std::uint32_t, std::string> matches;  // by channel
      for (const std::string& frame : frames) {
        pb::ServerMessage message;
        REQUIRE(message.ParseFromString(frame));
        if (message.has_match_opened()) {
          const pb::MatchOpened& opened = message.match_opened();
          matches[opened.channel()] = opened.info().match_id();
          for (const pb::MatchUpdate& update : opened.updates()) note(opened.info().match_id(), update);
        } else if (message.has_update() && matches.contains(message.update().channel())) {
          note(matches[message.update().channel()], message.update());
        }
      }
    }
    world.frames.clear();
  }
  [[nodiscard]] std::size_t moves() const { return moves_.size(); }
  // The newest version of a match among what was noted.
  [[nodiscard]] std::uint64_t newest(const std::string& match) const {
    const auto behind = moves_.upper_bound({match, ~std::uint64_t{0}});
    return behind != moves_.begin() && std::prev(behind)->first.first == match ? std::prev(behind)->first.second : 0;
  }

 private:
  void note(const std::string& match, const pb::MatchUpdate& update) {
    const bool repeats = !update.has_diff() && update.events().empty() && !update.has_deadline_us();
    if (update.has_snapshot() || repeats) return;
    std::string story;
    for (const pb::GameEvent& event : update.events()) story += event.SerializeAsString();
    const auto [known, fresh] = moves_.emplace(std::pair(match, update.version()), story);
    if (known->second == story) return;
    FAIL("version " << update.version() << " of " << uuid_text(id_from_bytes<MatchId>(match).value_or(MatchId()))
                    << " was shown in two ways, one of them as " << update.ShortDebugString());
  }

  std::map<std::pair<std::string, std::uint64_t>, std::string> moves_;  // by match and version
};

class Walk {
 public:
  explicit Walk(std::uint64_t seed) : nodes_(3, seed), dice_(seed + 5) {
    for (std::size_t i = 0; i < 3; ++i) nodes_[i].keep_frames = true;
    nodes_.keep_frames = true;
    nodes_.place_all_at(any());
    places_.resize(kPlayers);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      places_[i] = i % 3;
      players_.emplace_back(nodes_[places_[i]], std::string("Player ") + static_cast<char>('A' + i), seed * 10 + i);
      players_.back().arrive();
    }
    misbehave(true);
  }

  // As a store would be that holds no promise.
  void break_store() { nodes_.fence = nodes_.key = false; }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      step(static_cast<std::size_t>(dice_.roll(kPlayers)) - 1, true);
      if (dice_.roll(8) == 1) nodes_.place([&](persistence::Shard shard) { return (shard + turn_) % 3; });
      if (dice_.roll(12) == 1) nodes_.place_all_at(any());
      if (dice_.roll(40) == 1) nodes_.place_all_at(Nodes::kNobody);
      if (dice_.roll(30) == 1) let_one_die();
      if (dice_.roll(25) == 1) let_one_freeze();
      if (dice_.roll(40) == 1) let_the_store_be_away();
      if (dice_.roll(30) == 1) part_two();
      turn_ += static_cast<std::size_t>(dice_.roll(3));
      if (dice_.roll(3) == 1) nodes_.pass(100ms);
    }
    nodes_.place([](persistence::Shard shard) { return shard % 3; });
    misbehave(false);
    nodes_.pass(3s);
    int rounds = 0;
    for (int quiet = 0; quiet < 200; ++quiet) {
      if (++rounds > kRoundsToTheEnd) FAIL("it does not come to an end: " << last_reply_.ShortDebugString());
      for (std::size_t i = 0; i < kPlayers; ++i) {
        if (step(i, false)) quiet = 0;
      }
      nodes_.pass(100ms);
    }
    check_end();
  }

  [[nodiscard]] std::size_t matches() const { return matches_.size(); }
  [[nodiscard]] int deaths() const { return deaths_; }
  [[nodiscard]] std::size_t moves_shown() const { return shown_.moves(); }
  [[nodiscard]] int freezes() const { return freezes_; }
  [[nodiscard]] std::uint64_t cut_off() const { return nodes_.cut_off; }
  [[nodiscard]] std::size_t chains_closed() const { return chains_closed_; }
  [[nodiscard]] const Nodes::StoreCounts& store_counts() const { return nodes_.store_counts(); }

 private:
  std::size_t any() { return static_cast<std::size_t>(dice_.roll(3)) - 1; }
  World& world_of(std::size_t player) { return nodes_[places_[player]]; }

  void misbehave(bool badly) {
    nodes_.lost = badly ? 0.1 : 0;
    nodes_.repeated = badly ? 0.1 : 0;
    nodes_.reordered = badly;
    nodes_.unanswered = badly ? 0.03 : 0;
    nodes_.slow = badly ? Duration(300ms) : Duration{};
    nodes_.down = false;
    nodes_.mend();
  }

  void arrive(std::size_t player, std::size_t server) {
    Client& client = players_[player];
    places_[player] = server;
    client.move_to(nodes_[server]);
    client.tables.clear();  // it is told of those that there are
    client.arrive();
    std::set<std::string> open(client.running.begin(), client.running.end());
    for (const auto& [id, match] : client.matches) {
      if (!match.over()) open.insert(id);
    }
    for (const std::string& id : open) client.open(id);
  }

  // False where the connection of this player has not ended.
  bool come_back(std::size_t player) {
    if (world_of(player).closed.erase(players_[player].session()) == 0) return false;
    const bool badly = nodes_.reordered;
    misbehave(false);
    nodes_.place([&](persistence::Shard shard) { return (shard + turn_) % 3; });
    nodes_.pass(2s);
    arrive(player, places_[player]);
    misbehave(badly);
    return true;
  }

  // Whoever was connected to it goes to another, and comes back to what they played.
  void let_one_die() {
    const std::size_t gone = any();
    shown_.note(nodes_[gone]);
    nodes_.kill(gone);
    const std::size_t other = (gone + 1) % 3;
    nodes_.place_all_at(dice_.roll(2) == 1 ? other : (gone + 2) % 3);
    nodes_.start(gone);
    misbehave(false);
    nodes_.place([&](persistence::Shard shard) { return (shard + turn_) % 3; });
    nodes_.pass(2s);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      if (places_[i] == gone) arrive(i, other);
    }
    misbehave(true);
    ++deaths_;
  }

  // The others take its place, and play on; then it goes on for a moment, and ends as soon as it learns that.
  void let_one_freeze() {
    const std::size_t frozen = any();
    const std::size_t other = (frozen + 1) % 3;
    if (dice_.roll(2) == 1) nodes_.place_all_at(frozen);  // so that it has what is played there
    nodes_.freeze(frozen);
    nodes_.place_all_at(dice_.roll(2) == 1 ? other : (frozen + 2) % 3);
    frozen_ = frozen;
    for (int i = dice_.roll(20); i > 0; --i) step(static_cast<std::size_t>(dice_.roll(kPlayers)) - 1, true);
    frozen_.reset();
    nodes_.thaw(frozen);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      if (places_[i] == frozen) act_once(i);
    }
    nodes_.pass(1s);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      if (places_[i] == frozen) players_[i].read();
    }
    shown_.note(nodes_[frozen]);
    nodes_.kill(frozen);
    nodes_.start(frozen);
    misbehave(false);
    nodes_.place([&](persistence::Shard shard) { return (shard + turn_) % 3; });
    nodes_.pass(2s);
    for (std::size_t i = 0; i < kPlayers; ++i) {
      if (places_[i] == frozen) come_from_frozen(i, other);
    }
    misbehave(true);
    ++freezes_;
  }

  // What the server showed that stood still must be there elsewhere too.
  void come_from_frozen(std::size_t player, std::size_t other) {
    arrive(player, other);
    for (const auto& [id, match] : players_[player].matches) {
      if (match.version() < shown_.newest(id)) FAIL("a move that was shown is gone: " << shown_.newest(id));
    }
  }

  // For a while, which may be longer than a link between servers waits, they do not hear each other, or one of them
  // does not hear the other.
  void part_two() {
    const std::size_t one = any();
    const std::size_t other = (one + static_cast<std::size_t>(dice_.roll(2))) % 3;
    const Duration time = kMaxCut * dice_.roll(10) / 10;
    nodes_.cut(one, other, time);
    if (dice_.roll(2) == 1) nodes_.cut(other, one, time);
  }

  // Acts without waiting for the answer.
  void act_once(std::size_t player) {
    Client& client = players_[player];
    if (unanswered_.contains(player)) return;
    for (auto& [id, match] : client.matches) {
      if (match.over() || !clients::offers_anything(match.choices())) continue;
      const pb::ClientMessage act = first_act(player, match, id);
      unanswered_.emplace(player, std::pair(id, act));
      world_of(player).send(client.session(), act);
      return;
    }
  }

  pb::ClientMessage first_act(std::size_t player, const Client::Match& match, const std::string& id) {
    pb::ClientMessage act = players_[player].act_message(match, clients::action_at(match.choices(), 0));
    act.mutable_act()->set_link(chains_.at({player, id}).at(match.links_used + 1));
    return act;
  }

  // What it did before and does not know the end of, again, as clients do; otherwise the first that it can do.
  pb::ClientMessage next_act(std::size_t player, Client::Match& match, const std::string& id) {
    const auto before = unanswered_.find(player);
    if (before == unanswered_.end() || before->second.first != id) return first_act(player, match, id);
    pb::ClientMessage act = unanswered_.extract(before).mapped().second;
    act.mutable_act()->set_channel(match.channel());
    return act;
  }

  void let_the_store_be_away() {
    nodes_.down = true;
    for (int i = dice_.roll(5); i > 0; --i) {
      const auto player = static_cast<std::size_t>(dice_.roll(kPlayers)) - 1;
      if (dice_.roll(2) == 1) act_once(player);
      nodes_.pass(200ms);
    }
    nodes_.down = false;
  }

  // Everything has an owner that is not taken for dead.
  void place_around() {
    nodes_.place([this](persistence::Shard shard) {
      const std::size_t wanted = shard % 3;
      return frozen_ == wanted ? (wanted + 1) % 3 : wanted;
    });
  }

  // Waits for the answer. Nothing comes back where the connection has ended meanwhile, and there is another.
  pb::ServerMessage ask(std::size_t player, pb::ClientMessage message) {
    Client& client = players_[player];
    if (message.command_id() == 0) message.set_command_id(client.next_id());
    world_of(player).send(client.session(), message);
    for (int i = 0; i < kWalkPatience; ++i) {
      pb::ServerMessage reply = client.answer_to(message.command_id());
      if (reply.message_case() != pb::ServerMessage::MESSAGE_NOT_SET) return reply;
      if (come_back(player)) return {};
      nodes_.pass(100ms);
      if (i % 100 == 99) place_around();
    }
    FAIL("no answer to " << message.ShortDebugString());
    return {};
  }

  // True when the player had something to do. `begins`: may look for somebody to play with.
  bool step(std::size_t player, bool begins) {
    Client& client = players_[player];
    if (frozen_ == places_[player]) return false;
    come_back(player);
    client.read();
    for (auto& [id, match] : client.matches) {
      matches_.insert(id);
      if (match.over() && close_chain(player, id, match)) return true;
      if (match.over() || !clients::offers_anything(match.choices())) continue;
      play(player, id, match);
      return true;
    }
    const bool plays = std::ranges::any_of(client.matches, [](const auto& one) { return !one.second.over(); });
    if (plays) return false;
    for (auto& [id, table] : client.tables) {
      if (client.matches.contains(id) || table.phase() == pb::TABLE_PHASE_CLOSED) continue;
      const int seat = seat_of(table, client.account());
      if (seat >= 0) return set_up(player, pb::Table(table), seat);
    }
    if (!begins) return false;
    ask(player, find_table());
    return true;
  }

  // Once the match is over. True when that was still to be done.
  bool close_chain(std::size_t player, const std::string& id, const Client::Match& match) {
    if (closed_.contains({player, id}) || unanswered_.contains(player)) return false;
    pb::ClientMessage message;
    message.mutable_close_chain()->set_match_id(id);
    message.mutable_close_chain()->set_link(chains_.at({player, id}).at(match.links_used + 1));
    const pb::ServerMessage reply = ask(player, message);
    // Whoever has connected again since then does not have it open, and leaves it at that.
    const bool not_open = code_of(reply) == pb::REFUSAL_CODE_CHANNEL_UNKNOWN;
    if (reply.has_done() || not_open) closed_.emplace(player, id);
    if (reply.has_done()) ++chains_closed_;
    last_reply_ = reply;
    return true;
  }

  static int seat_of(const pb::Table& table, const std::string& account) {
    for (int i = 0; i < table.seats_size(); ++i) {
      if (table.seats(i).player().account_id() == account) return i;
    }
    return -1;
  }

  // What closed while the lobby changed servers is told once somebody has it: a client may see it first when it is
  // refused.
  void at_table(std::size_t player, const pb::Table& table, const pb::ClientMessage& message) {
    const pb::ServerMessage reply = ask(player, message);
    last_reply_ = reply;
    const bool gone = code_of(reply) == pb::REFUSAL_CODE_TABLE_UNKNOWN || code_of(reply) == pb::REFUSAL_CODE_NOT_SEATED;
    if (gone) players_[player].tables.erase(table.table_id());
  }

  bool set_up(std::size_t player, const pb::Table& table, int seat) {
    Client& client = players_[player];
    const bool full = std::ranges::all_of(table.seats(), [](const pb::TableSeat& one) { return one.has_player(); });
    if (!full) return false;
    if (table.phase() == pb::TABLE_PHASE_OPEN && table.seats(seat).commitment().empty()) {
      client.make_chain();
      drawn_.emplace(client.chain().commitment(), client.chain());
      at_table(player, table, clients::ready_command(table, client.chain().commitment()));
      return true;
    }
    if (table.phase() == pb::TABLE_PHASE_REVEALING && !table.seats(seat).revealed()) {
      // Of several that it said it had, since it did not know whether it was heard, the one that was.
      const clients::Chain& chain = drawn_.at(table.seats(seat).commitment());
      chains_.insert_or_assign({player, table.table_id()}, chain);
      at_table(player, table, clients::reveal_command(table, chain.at(0)));
      return true;
    }
    return false;
  }

  void play(std::size_t player, const std::string& id, Client::Match& match) {
    pb::ClientMessage act = next_act(player, match, id);
    for (int tries = 0; tries < 20; ++tries) {
      const pb::ServerMessage reply = ask(player, act);
      last_reply_ = reply;
      if (code_of(reply) == pb::REFUSAL_CODE_BUSY || code_of(reply) == pb::REFUSAL_CODE_NO_STORE) {
        nodes_.pass(500ms);  // the same again after a while, as clients do
        if (tries % 5 == 4) place_around();
        continue;
      }
      act.mutable_act()->set_channel(match.channel());
      if (reply.message_case() == pb::ServerMessage::MESSAGE_NOT_SET) continue;
      REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
      ++match.links_used;
      return;
    }
    FAIL("never played: " << last_reply_.ShortDebugString());
  }

  void check_end() {
    for (std::size_t i = 0; i < 3; ++i) shown_.note(nodes_[i]);
    std::int64_t nuggets = 0;
    for (const std::string& id : matches_) {
      std::uint64_t version = 0;
      for (Client& client : players_) {
        const auto match = client.matches.find(id);
        if (match == client.matches.end()) continue;
        REQUIRE(match->second.over());
        if (version == 0) version = match->second.version();
        CHECK(match->second.version() == version);
      }
      const auto kept = nodes_.kept(*id_from_bytes<MatchId>(id));
      CHECK(kept.moves.size() == version);
      pb::Outcome outcome;
      REQUIRE(kept.end);
      REQUIRE(outcome.ParseFromString(kept.end->outcome));
      nuggets = std::accumulate(outcome.nuggets().begin(), outcome.nuggets().end(), nuggets);
    }
    for (std::size_t i = 0; i < kPlayers; ++i) check_tables(i);
    CHECK(nodes_.booked(std::string(server::kNuggets)) == nuggets);
  }

  // A player sees the tables at which they sit, and no others.
  void check_tables(std::size_t player) {
    Client& client = players_[player];
    client.read();
    std::erase_if(client.tables, [&](const auto& one) {
      const bool sits = one.second.phase() != pb::TABLE_PHASE_CLOSED && seat_of(one.second, client.account()) >= 0;
      return !sits || client.matches.contains(one.first);
    });
    const auto seen = std::exchange(client.tables, {});
    arrive(player, places_[player]);
    for (const auto& [id, table] : seen) CHECK_MESSAGE(client.tables.contains(id), table.ShortDebugString());
    for (const auto& [id, table] : client.tables) CHECK_MESSAGE(seen.contains(id), table.ShortDebugString());
  }

  Nodes nodes_;
  rules::FastDice dice_;
  Shown shown_;
  std::deque<Client> players_;
  std::set<std::string> matches_;
  pb::ServerMessage last_reply_;
  std::size_t turn_ = 0;
  std::vector<std::size_t> places_;                                       // the server of each player
  std::map<std::string, clients::Chain> drawn_;                           // by their commitments
  std::map<std::pair<std::size_t, std::string>, clients::Chain> chains_;  // that are played with, by player and table
  std::map<std::size_t, std::pair<std::string, pb::ClientMessage>> unanswered_;  // by player: in which match, and what
  std::set<std::pair<std::size_t, std::string>> closed_;                         // chains, likewise
  std::optional<std::size_t> frozen_;
  std::size_t chains_closed_ = 0;
  int deaths_ = 0;
  int freezes_ = 0;
};

}  // namespace

TEST_CASE("what is begun while servers change comes to its end, and everybody sees the same") {
  const char* const walks = std::getenv("WYRMHALL_WALKS");
  const std::uint64_t count = walks == nullptr ? 10 : std::strtoull(walks, nullptr, 10);
  std::size_t matches = 0;
  std::size_t moves = 0;
  std::size_t chains = 0;
  int deaths = 0;
  int freezes = 0;
  std::uint64_t cut_off = 0;
  Nodes::StoreCounts store;
  const char* const first = std::getenv("WYRMHALL_FIRST_WALK");
  const std::uint64_t begin = first == nullptr ? 1 : std::strtoull(first, nullptr, 10);
  for (std::uint64_t seed = begin; seed < begin + count; ++seed) {
    CAPTURE(seed);
    Walk walk(seed);
    walk.run(150);
    matches += walk.matches();
    moves += walk.moves_shown();
    chains += walk.chains_closed();
    deaths += walk.deaths();
    freezes += walk.freezes();
    cut_off += walk.cut_off();
    store.fenced += walk.store_counts().fenced;
    store.unanswered_and_kept += walk.store_counts().unanswered_and_kept;
    store.unanswered_and_lost += walk.store_counts().unanswered_and_lost;
    store.conflicts += walk.store_counts().conflicts;
  }
  CHECK(matches > 3 * count);
  CHECK(moves > 30 * count);
  CHECK(chains > 3 * count);
  CHECK(deaths > 0);
  // All of it has happened.
  CHECK(freezes > 0);
  CHECK(cut_off > 0);
  CHECK(store.fenced > 0);
  CHECK(store.unanswered_and_kept > 0);
  CHECK(store.unanswered_and_lost > 0);
}

// Without what holds the promises they are broken, and that is found.
TEST_CASE("canary: a store that keeps the moves of two servers at once" * doctest::should_fail()) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Walk walk(seed);
    walk.break_store();
    walk.run(150);
  }
}

}  // namespace wyrmhall::test
