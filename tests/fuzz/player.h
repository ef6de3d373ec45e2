// A client of the fuzzer: it notes what the server tells it, so that what it sends can be nearly right.
//
// References: where a ClientMessage has an id, a link or a commitment of one byte, that stands for the n-th id that
// anybody has heard of, for the link that comes next, or for the commitment that fits; where it has the largest version
// or channel there is, that stands for the present one.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "clients/model/offered_actions.h"
#include "rules/dice/chain.h"
#include "tests/server/harness.h"

namespace wyrmhall::fuzz {

namespace pb = wyrmhall::v1;
using test::World;

// Every table, match and hero that anybody was told of.
using KnownIds = std::vector<std::string>;

class Player {
 public:
  Player(World& world, KnownIds& ids, int number)
      : world_(&world), ids_(&ids), name_("Player " + std::to_string(number)), next_command_(number * 100'000UL + 1) {
    last_.fill(static_cast<std::uint8_t>(number + 1));
  }

  void arrive() {
    vanish();
    channels_.clear();
    session_ = world_->connect();
    pb::ClientMessage message;
    message.mutable_hello()->set_protocol_version(1);
    send(message);
    message.Clear();
    if (token_.empty()) {
      message.mutable_sign_in()->set_new_guest(name_);
    } else {
      message.mutable_sign_in()->set_token(token_);
    }
    send(message);
  }

  void vanish() {
    if (session_ == 0) return;
    world_->core->disconnected(session_);
    world_->settle();
    world_->inbox.erase(session_);
    session_ = 0;
  }

  // The server starts again: there is no connection any more.
  void forget_connection() { session_ = 0; }

  void send_bytes(const std::string& bytes) {
    if (is_open()) world_->send_bytes(session_, bytes);
  }

  // Sends a command, with an id of its own where it has none. Whether it has been answered.
  bool send(pb::ClientMessage message) {
    if (!is_open()) return true;
    if (message.command_id() == 0) message.set_command_id(next_command_++);
    resolve(message);
    world_->send(session_, message);
    bool answered = !is_open();
    for (const pb::ServerMessage& told : std::exchange(world_->inbox[session_], {})) {
      answered = answered || told.answer_to() == message.command_id();
      note(told);
    }
    return answered;
  }

  bool choose(std::uint8_t pick) {
    listen();
    for (auto& [channel, match] : channels_) {
      if (!clients::offers_anything(match.choices)) continue;
      pb::ClientMessage message;
      message.mutable_act()->set_channel(channel);
      message.mutable_act()->set_version(match.version);
      *message.mutable_act()->mutable_action() =
          clients::action_at(match.choices, pick % clients::count_actions(match.choices));
      message.mutable_act()->set_link("\1");
      return send(message);
    }
    return true;
  }

  bool shake_hands() {
    listen();
    for (auto& [id, table] : std::map(tables_)) {
      pb::ClientMessage message;
      if (table.phase() == pb::TABLE_PHASE_OPEN) {
        message.mutable_ready()->set_table_id(id);
        message.mutable_ready()->set_commitment("\1");
        message.mutable_ready()->set_server_commitment("\1");
      } else if (table.phase() == pb::TABLE_PHASE_REVEALING) {
        message.mutable_reveal()->set_table_id(id);
        message.mutable_reveal()->set_x0("\1");
      } else {
        continue;
      }
      return send(message);
    }
    return true;
  }

  // Takes note of what came by itself.
  void listen() {
    for (const pb::ServerMessage& told : std::exchange(world_->inbox[session_], {})) note(told);
  }

  [[nodiscard]] bool is_open() const { return session_ != 0 && !world_->closed.contains(session_); }

 private:
  static constexpr int kChain = 64;  // links: one for each action; after that it has none any more

  struct Match {
    std::uint64_t version = 0;
    pb::Choices choices;
    std::string last_link;
  };

  void know(const std::string& id) {
    if (std::ranges::find(*ids_, id) == ids_->end()) ids_->push_back(id);
  }

  void note(const pb::ServerMessage& told) {
    if (told.has_signed_in() && !told.signed_in().token().empty()) token_ = told.signed_in().token();
    if (told.has_table_state()) {
      know(told.table_state().table_id());
      tables_[told.table_state().table_id()] = told.table_state();
    }
    for (const pb::Hero& hero : told.stable().heroes()) know(hero.hero_id());
    for (const pb::Hero& hero : told.famous_heroes().heroes()) know(hero.hero_id());
    if (told.has_match_opened()) {
      know(told.match_opened().info().match_id());
      Match& match = channels_[told.match_opened().channel()];
      for (const auto& update : told.match_opened().updates()) note(match, update);
    }
    if (told.has_update()) note(channels_[told.update().channel()], told.update());
  }

  static void note(Match& match, const pb::MatchUpdate& update) {
    match.version = std::max<std::uint64_t>(match.version, update.version());
    if (update.has_diff() || update.has_snapshot()) match.choices = update.choices();
    if (!update.last_link().empty()) match.last_link = update.last_link();
  }

  // The link after the last one that this player showed.
  std::string next_link() {
    const int k = std::min(links_used_ + 1, kChain);
    const rules::Link link = rules::chain_link(last_, kChain, k);
    links_used_ = k;
    return {link.begin(), link.end()};
  }

  void resolve(std::string& id) const {
    if (id.size() == 1 && !ids_->empty()) id = (*ids_)[static_cast<std::uint8_t>(id[0]) % ids_->size()];
  }

  void resolve(pb::ClientMessage& message) {
    const auto present = [&](auto& command) {
      if (command.channel() == ~0U && !channels_.empty()) command.set_channel(channels_.begin()->first);
    };
    switch (message.command_case()) {
      case pb::ClientMessage::kAct: {
        pb::Act& act = *message.mutable_act();
        present(act);
        if (act.version() == ~0ULL) act.set_version(channels_[act.channel()].version);
        if (act.link().size() == 1) act.set_link(next_link());
        return;
      }
      case pb::ClientMessage::kAskOdds:
        present(*message.mutable_ask_odds());
        if (message.ask_odds().version() == ~0ULL) {
          message.mutable_ask_odds()->set_version(channels_[message.ask_odds().channel()].version);
        }
        return;
      case pb::ClientMessage::kAskStory:
        return present(*message.mutable_ask_story());
      case pb::ClientMessage::kResign:
        return present(*message.mutable_resign());
      case pb::ClientMessage::kClaimAbsence:
        return present(*message.mutable_claim_absence());
      case pb::ClientMessage::kCloseMatch:
        return present(*message.mutable_close_match());
      case pb::ClientMessage::kCloseChain:
        if (message.close_chain().link().size() == 1) message.mutable_close_chain()->set_link(next_link());
        return resolve(*message.mutable_close_chain()->mutable_match_id());
      case pb::ClientMessage::kOpenMatch:
        return resolve(*message.mutable_open_match()->mutable_match_id());
      case pb::ClientMessage::kExport:
        return resolve(*message.mutable_export_()->mutable_match_id());
      case pb::ClientMessage::kRematch:
        return resolve(*message.mutable_rematch()->mutable_match_id());
      case pb::ClientMessage::kListMatches:
        return resolve(*message.mutable_list_matches()->mutable_before());
      case pb::ClientMessage::kListTables:
        return resolve(*message.mutable_list_tables()->mutable_after());
      case pb::ClientMessage::kTakeSeat:
        return resolve(*message.mutable_take_seat()->mutable_table_id());
      case pb::ClientMessage::kLeaveTable:
        return resolve(*message.mutable_leave_table()->mutable_table_id());
      case pb::ClientMessage::kSeatBot:
        return resolve(*message.mutable_seat_bot()->mutable_table_id());
      case pb::ClientMessage::kSay:
        return resolve(*message.mutable_say()->mutable_table_id());
      case pb::ClientMessage::kListHeroes:
        return resolve(*message.mutable_list_heroes()->mutable_after());
      case pb::ClientMessage::kRetireHero:
        return resolve(*message.mutable_retire_hero()->mutable_hero_id());
      case pb::ClientMessage::kAskHeroStory:
        return resolve(*message.mutable_ask_hero_story()->mutable_hero_id());
      case pb::ClientMessage::kBringHeroes:
        resolve(*message.mutable_bring_heroes()->mutable_table_id());
        for (auto& hero : *message.mutable_bring_heroes()->mutable_heroes()) resolve(*hero.mutable_hero_id());
        return;
      case pb::ClientMessage::kSetPart:
        return resolve(*message.mutable_set_part()->mutable_table_id());
      case pb::ClientMessage::kReady: {
        pb::Ready& ready = *message.mutable_ready();
        resolve(*ready.mutable_table_id());
        if (ready.commitment().size() == 1) {
          links_used_ = 0;
          ++last_[0];
          const rules::Link commitment = rules::link(rules::chain_link(last_, kChain, 0));
          ready.set_commitment(std::string(commitment.begin(), commitment.end()));
        }
        if (ready.server_commitment().size() == 1) {
          ready.set_server_commitment(tables_[ready.table_id()].server_commitment());
        }
        return;
      }
      case pb::ClientMessage::kReveal: {
        resolve(*message.mutable_reveal()->mutable_table_id());
        if (message.reveal().x0().size() == 1) {
          const rules::Link x0 = rules::chain_link(last_, kChain, 0);
          message.mutable_reveal()->set_x0(std::string(x0.begin(), x0.end()));
        }
        return;
      }
      default:
        return;
    }
  }

  World* world_;
  KnownIds* ids_;
  std::string name_;
  std::string token_;
  std::uint64_t session_ = 0;
  std::uint64_t next_command_;
  rules::Link last_{};
  int links_used_ = 0;
  std::map<std::uint32_t, Match> channels_;
  std::map<std::string, pb::Table> tables_;
};

}  // namespace wyrmhall::fuzz
