// The real core on one thread with a clock, entropy and store of the test's own, and clients that speak the real
// protocol.
#pragma once

#include <doctest/doctest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clients/model/chain.h"
#include "clients/model/handshake.h"
#include "clients/model/match_model.h"
#include "clients/model/offered_actions.h"
#include "rules/dice/fast_dice.h"
#include "server/core.h"
#include "server/match/job_result.h"
#include "tests/memory_store/memory_store.h"
#include "tests/support/environment.h"

namespace wyrmhall::test {

namespace pb = wyrmhall::v1;
using server::Core;

// A whole server without sockets and disk. Work is done at once, or thoughts when told to; the store answers when told
// to.
class World {
 public:
  explicit World(std::uint64_t seed = 1,
                 server::CoreSettings settings = {.limits = {.commands_per_second = 1e6, .command_burst = 1e6}})
      : World(seed, std::move(settings), persistence::open_memory_store) {}
  // Over a store that it shares with others.
  using OpenStore = std::function<std::unique_ptr<persistence::Store>(persistence::Store::Deliver)>;
  World(std::uint64_t seed, server::CoreSettings settings, const OpenStore& open_store)
      : entropy(seed), settings_(std::move(settings)) {
    settings_.password_cost = {.passes = 1, .memory_kib = 8};  // as quick as can be
    store_ = open_store([this](std::vector<persistence::Answer> answers) {
      for (auto& answer : answers) answers_.push_back(std::move(answer));
    });
    boot();
  }

  // Ends the run of the server and begins another over the same store: what only memory held is gone.
  void restart(const receipts::SigningKey& key = signing_key()) {
    inbox.clear();
    closed.clear();
    key_ = &key;
    boot();
  }

  // `group`: whose limits of addresses the connection shares; empty for none.
  // `page`: the origin of the web page that connects.
  std::uint64_t connect(const std::string& group = {}, const std::string& page = {}) {
    const std::uint64_t number = next_session_++;
    server::PeerAddress from{.text = group, .groups = {}, .page = page};
    if (!group.empty()) from.groups.push_back(group);
    core->connected(number, std::move(from));
    settle();
    return number;
  }

  void send(std::uint64_t session, const pb::ClientMessage& message) {
    const std::string bytes = message.SerializeAsString();
    send_bytes(session, bytes);
  }
  void send_bytes(std::uint64_t session, std::string_view bytes) {
    core->prefetch(std::span<const std::uint64_t>(&session, 1));
    core->received(session, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    settle();
  }

  // As administration does.
  void keep(const persistence::Invitation& invitation) { write(persistence::KeepInvitation{.invitation = invitation}); }
  void write(persistence::Request request) {
    store_->submit({.ticket = 0, .request = std::move(request)});
    settle();
  }

  // Lets the work that was held first come to its end.
  void think() {
    server::Work work = std::move(held.front());
    held.pop_front();
    clock.each_look = thinking_look;
    server::JobResult result = work.task();
    clock.each_look = {};
    core->found(work.ticket, std::move(result), thought);
    settle();
  }

  // Carries out effects until nothing is left but what is held back.
  void settle() {
    while (true) {
      if (!core->effects().empty()) {
        for (auto& effect : std::exchange(core->effects(), {})) {
          std::visit([this](auto& e) { carry_out(e); }, effect);
        }
      } else if (!answers_.empty() && !hold_answers) {
        std::vector<persistence::Answer> batch;
        for (auto& answer : std::exchange(answers_, {})) {
          auto& to = hold_reads && reads_.contains(answer.ticket) ? held_reads : batch;
          to.push_back(std::move(answer));
        }
        for (auto& answer : batch) {
          if (fail_writes && answer.verdict == persistence::Verdict::kKept)
            answer.verdict = persistence::Verdict::kUnknown;
        }
        core->prefetch(batch);
        for (auto& answer : batch) core->answered(answer);
      } else {
        core->talk();
        if (core->effects().empty()) break;
      }
    }
    if (on_settled) on_settled();
  }

  // The answer to one of the reads that were held back, by its place among them.
  void answer_read(std::size_t which) {
    persistence::Answer answer = std::move(held_reads.at(which));
    held_reads.erase(held_reads.begin() + static_cast<std::ptrdiff_t>(which));
    core->answered(answer);
    settle();
  }

  void pass(Duration time) {
    clock.pass(time);
    core->tick();
    settle();
  }

  ManualClock clock;
  SeededEntropy entropy;
  std::unique_ptr<Core> core;
  std::map<std::uint64_t, std::deque<pb::ServerMessage>> inbox;
  std::map<std::uint64_t, std::uint16_t> closed;  // sessions that the server ended, with the close code
  bool hold_answers = false;                      // the disk is slow: nothing is answered until this is off
  bool hold_reads = false;                        // what was read is answered by answer_read(), in any order
  std::vector<persistence::Answer> held_reads;
  bool fail_writes = false;         // the disk does as it is told, and says that it failed
  bool deaf = false;                // no client reads: nothing counts as sent
  std::set<std::uint64_t> stalled;  // these sessions take nothing
  bool hold_thoughts = false;       // bots think for long: what they were asked gathers in `held`
  bool hold_passwords = false;      // passwords are looked at for long, in the same way
  Duration thinking_look{};         // passes whenever a bot that thinks looks at the clock
  Duration thought{};               // of a processor's time, that each thought of a bot has taken
  std::deque<server::Work> held;
  std::vector<persistence::Submission> submitted;
  std::function<void(server::SendToNode&)> to_node;  // takes what is for other servers of the store; may be empty
  std::function<void()> on_settled;                  // nothing is left to be done here; may be empty
  bool keep_frames = false;
  std::map<std::uint64_t, std::vector<std::string>> frames;  // all that was ever sent, by session

 private:
  void boot() {
    settings_.incarnation += 1;
    answers_.clear();
    reads_.clear();
    held_reads.clear();
    core = std::make_unique<Core>(server::Environment{.clock = clock, .entropy = entropy, .signing_key = *key_},
                                  settings_);
    core->open();
    settle();
    REQUIRE(core->ready() != fail_writes);
  }

  void carry_out(server::SendFrame& effect) {
    pb::ServerMessage message;
    REQUIRE(message.ParseFromString(effect.frame));
    if (keep_frames) frames[effect.session].push_back(effect.frame);
    inbox[effect.session].push_back(std::move(message));
    if (!deaf && !stalled.contains(effect.session)) core->sent(effect.session, 1, effect.frame.size());
  }
  void carry_out(server::CloseSession& effect) {
    closed[effect.session] = effect.code;
    core->disconnected(effect.session);
  }
  void carry_out(server::PauseReading& /*effect*/) {}  // a test sends what it sends
  void carry_out(server::SendToNode& effect) {
    if (to_node) to_node(effect);
  }
  void carry_out(persistence::Submission& effect) {
    submitted.push_back(effect);
    // But for the clocks that end soon: these are read all the time.
    const bool of_clocks = std::holds_alternative<persistence::LoadDeadlines>(effect.request);
    if (!of_clocks && !persistence::is_write(effect.request)) reads_.insert(effect.ticket);
    store_->submit(std::move(effect));
  }
  void carry_out(server::Work& effect) {
    using Kind = server::Work::Kind;
    if ((hold_thoughts && effect.kind == Kind::kBotMove) || (hold_passwords && effect.kind == Kind::kPassword)) {
      held.push_back(std::move(effect));
    } else {
      clock.each_look = effect.kind == Kind::kBotMove ? thinking_look : Duration{};
      server::JobResult result = effect.task();
      clock.each_look = {};
      core->found(effect.ticket, std::move(result), effect.kind == Kind::kBotMove ? thought : Duration{});
    }
  }

  server::CoreSettings settings_;
  const receipts::SigningKey* key_ = &signing_key();
  std::unique_ptr<persistence::Store> store_;
  std::vector<persistence::Answer> answers_;
  std::set<std::uint64_t> reads_;  // tickets
  std::uint64_t next_session_ = 1;
};

// A client that keeps what it was shown, as a real one does. What it is shown has to fit what it was shown before.
class Client {
 public:
  Client(World& world, std::string name, std::uint64_t seed)
      : world_(&world), name_(std::move(name)), ids_(seed * 1'000'000), dice_(seed), chain_(draw_chain(dice_)) {}

  bool is_program = false;         // as it says when it becomes a guest
  std::uint64_t delete_at_us = 0;  // when it is to be deleted, as it was told at its last sign-in

  struct Match : clients::MatchModel {
    int links_used = 0;
    std::vector<pb::GameEvent> events;
  };

  // Connects, says hello and signs in: as a new guest, or by the token of before.
  void arrive() {
    session_ = world_->connect(address, page);
    opened_.clear();
    pb::ClientMessage hello;
    hello.mutable_hello()->set_protocol_version(1);
    hello.mutable_hello()->set_client("test");
    ask(hello);
    pb::ClientMessage sign;
    if (token_.empty()) {
      sign.mutable_sign_in()->set_new_guest(name_);
      sign.mutable_sign_in()->set_bot(is_program);
    } else {
      sign.mutable_sign_in()->set_token(token_);
    }
    const pb::ServerMessage reply = ask(sign);
    REQUIRE(reply.has_signed_in());
    if (token_.empty()) token_ = reply.signed_in().token();
    account_ = reply.signed_in().player().account_id();
    delete_at_us = reply.signed_in().delete_at_us();
    running.clear();
    for (const pb::MatchSummary& match : reply.signed_in().matches()) running.push_back(match.match_id());
    for (const pb::Table& table : reply.signed_in().tables()) tables[table.table_id()] = table;
  }

  // Arrives as another client's account: a second device of it.
  void arrive_as(const Client& owner) { arrive_by(owner.token_); }
  void arrive_by(const std::string& token) {
    token_ = token;
    arrive();
  }

  // Its server is gone: it will arrive at this one.
  void move_to(World& world) { world_ = &world; }

  void vanish() {
    world_->core->disconnected(session_);
    world_->settle();
    world_->inbox.erase(session_);
  }

  // Sends a command with a fresh id and gives back its answer; what came beside it is noted.
  pb::ServerMessage ask(pb::ClientMessage message) {
    if (message.command_id() == 0) message.set_command_id(++ids_);
    world_->send(session_, message);
    return answer_to(message.command_id());
  }

  pb::ServerMessage answer_to(std::uint64_t id) {
    pb::ServerMessage found;
    for (pb::ServerMessage& message : std::exchange(world_->inbox[session_], {})) {
      note(message);
      if (message.answer_to() == id) found = std::move(message);
    }
    return found;
  }

  void read() { answer_to(~0ULL); }

  // --- The hand-shake ---

  void make_chain() { chain_ = draw_chain(dice_); }

  pb::ServerMessage get_ready(const pb::Table& table) {
    make_chain();
    return ask(clients::ready_command(table, chain_.commitment()));
  }
  pb::ServerMessage reveal(const pb::Table& table) { return ask(clients::reveal_command(table, chain_.at(0))); }

  // --- Play ---

  pb::ClientMessage act_message(const Match& match, const pb::GameAction& action) {
    pb::ClientMessage message;
    message.set_command_id(++ids_);
    message.mutable_act()->set_channel(match.channel());
    message.mutable_act()->set_version(match.version());
    *message.mutable_act()->mutable_action() = action;
    message.mutable_act()->set_link(chain_.at(match.links_used + 1));
    return message;
  }

  // Plays a random choice if it is this client's turn. True when it did.
  bool play_one(Match& match) {
    read();
    if (match.over() || !clients::offers_anything(match.choices())) return false;
    const auto count = static_cast<int>(clients::count_actions(match.choices()));
    const auto pick = static_cast<std::uint64_t>((dice_.roll(std::max(2, count)) - 1) % count);
    const pb::ServerMessage reply = ask(act_message(match, clients::action_at(match.choices(), pick)));
    REQUIRE_MESSAGE(reply.has_update(), reply.DebugString());
    ++match.links_used;
    return true;
  }

  Match& open(const std::string& match_id, std::optional<std::uint64_t> have = std::nullopt) {
    pb::ClientMessage message;
    message.mutable_open_match()->set_match_id(match_id);
    if (have) message.mutable_open_match()->set_have_version(*have);
    const pb::ServerMessage reply = ask(message);
    REQUIRE_MESSAGE(reply.has_match_opened(), reply.DebugString());
    return matches.at(match_id);
  }

  [[nodiscard]] std::uint64_t session() const { return session_; }
  [[nodiscard]] const clients::Chain& chain() const { return chain_; }
  [[nodiscard]] const std::string& token() const { return token_; }
  [[nodiscard]] const std::string& account() const { return account_; }
  std::uint64_t next_id() { return ++ids_; }

  std::string address;                   // from which it connects: whose limits it shares; empty for none
  std::string page;                      // the origin of the page that it is, if it is one
  std::map<std::string, Match> matches;  // by id
  std::vector<std::string> running;      // that it was told of at its last sign-in
  std::map<std::string, pb::Table> tables;
  std::vector<pb::Notice> notices;

 private:
  static constexpr int kChain = 512;

  static clients::Chain draw_chain(rules::FastDice& dice) {
    std::string root(clients::kLinkBytes, '\0');
    for (char& byte : root) byte = static_cast<char>(dice.roll(256) - 1);
    return clients::Chain(std::move(root), kChain);
  }

  void note(const pb::ServerMessage& message) {
    if (message.has_table_state()) tables[message.table_state().table_id()] = message.table_state();
    if (message.has_lobby_moved()) {
      const auto has = [](const auto& ids, const std::string& id) { return std::ranges::find(ids, id) != ids.end(); };
      const pb::LobbyMoved& moved = message.lobby_moved();
      std::erase_if(tables, [&](const auto& one) {
        return !has(moved.table_ids(), one.first) && !has(moved.match_ids(), one.first);
      });
    }
    if (message.has_notice()) notices.push_back(message.notice());
    if (message.has_match_opened()) {
      const pb::MatchOpened& opened = message.match_opened();
      Match& match = matches[opened.info().match_id()];
      opened_.insert(opened.info().match_id());
      check(match.open(opened), message);
      for (const auto& update : opened.updates()) note_events(match, update);
    }
    if (message.has_update()) {
      const pb::MatchUpdate& update = message.update();
      for (auto& [id, match] : matches) {
        if (match.channel() != update.channel() || !opened_.contains(id)) continue;
        const Match::Fit fit = match.take(update, message.answer_to() != 0);
        check(fit, message);
        // Only the bare answer to a command that was sent again may say what was said already.
        if (fit == Match::Fit::kRepeated) REQUIRE_MESSAGE(!update.has_diff(), message.DebugString());
        note_events(match, update);
      }
    }
  }

  static void check(Match::Fit fit, const pb::ServerMessage& message) {
    REQUIRE_MESSAGE((fit == Match::Fit::kNew || fit == Match::Fit::kRepeated), message.DebugString());
  }
  static void note_events(Match& match, const pb::MatchUpdate& update) {
    for (const auto& event : update.events()) match.events.push_back(event);
  }

  World* world_;
  std::set<std::string> opened_;  // matches, on this connection
  std::string name_;
  std::string token_;
  std::string account_;
  std::uint64_t session_ = 0;
  std::uint64_t ids_;
  rules::FastDice dice_;
  clients::Chain chain_;
};

// A message that opens a table; the options are the game's as text format.
inline pb::ClientMessage open_table(const pb::GameOptions& options, const std::vector<pb::BotLevel>& bots = {}) {
  pb::ClientMessage message;
  *message.mutable_open_table()->mutable_options() = options;
  for (const auto bot : bots) message.mutable_open_table()->add_bots(bot);
  return message;
}

// Seats `clients` at a table of the first one's and starts the match; gives its id back.
inline std::string start_match(const std::vector<Client*>& clients, const pb::GameOptions& options,
                               const std::vector<pb::BotLevel>& bots = {}, std::uint32_t turn_seconds = 0) {
  pb::ClientMessage opening = open_table(options, bots);
  opening.mutable_open_table()->set_turn_seconds(turn_seconds);
  const pb::ServerMessage opened = clients[0]->ask(opening);
  REQUIRE_MESSAGE(opened.has_table_state(), opened.DebugString());
  const std::string id = opened.table_state().table_id();
  for (std::size_t i = 1; i < clients.size(); ++i) {
    pb::ClientMessage take;
    take.mutable_take_seat()->set_table_id(id);
    REQUIRE(clients[i]->ask(take).has_table_state());
  }
  clients[0]->read();
  const pb::Table table = clients[0]->tables.at(id);
  for (Client* client : clients) REQUIRE(client->get_ready(table).has_table_state());
  for (Client* client : clients) REQUIRE(client->reveal(table).has_table_state());
  for (Client* client : clients) {
    client->read();
    REQUIRE(client->matches.contains(id));
  }
  return id;
}

inline pb::GameOptions duel_options() {
  pb::GameOptions options;
  options.mutable_duel()->add_dragons(1);
  options.mutable_duel()->add_dragons(2);
  return options;
}

}  // namespace wyrmhall::test
