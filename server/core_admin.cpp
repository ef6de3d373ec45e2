#include "server/core_admin.h"

#include <algorithm>
#include <utility>

#include "server/cluster/node.pb.h"
#include "server/connections/live_sessions.h"

namespace wyrmhall::server {
namespace {

node::v1::PlayerResigns resigning(const AccountId& account, const std::vector<MatchId>& running) {
  node::v1::PlayerResigns told;
  told.set_account(to_bytes(account));
  for (const MatchId& match : running) told.add_matches(to_bytes(match));
  return told;
}

}  // namespace

LiveFigures CoreAdmin::figures() const {
  LiveFigures figures{.counts = core_.counts(),
                      .totals = core_.out_.totals,
                      .matches = std::vector<LiveMatches>(all_games().size()),
                      .draining = core_.draining_,
                      .store_refuses = core_.store_.refuses()};
  for (const auto& [number, session] : core_.sessions_.all()) {
    ++figures.sessions.at(static_cast<std::size_t>(session.stage));
    figures.queued_messages += session.queued_messages;
  }
  core_.matches_.each([&](const MatchActor& match) {
    LiveMatches& of_game = figures.matches.at(match.log().game_index());
    figures.match_commands += match.queue().size();
    if (!match.log().is_known()) {
      ++of_game.reading;
    } else if (match.log().over()) {
      ++of_game.over;
    } else {
      ++(match.viewers().empty() ? of_game.idle : of_game.playing);
    }
  });
  return figures;
}

std::vector<LiveSession> CoreAdmin::live_sessions(std::uint64_t after, std::size_t limit) const {
  return server::live_sessions(core_.sessions_, after, limit);
}

std::vector<LiveSession> CoreAdmin::live_sessions_of(const AccountId& account) const {
  return server::live_sessions_of(core_.sessions_, account);
}

// --- Here and at other servers ---

void CoreAdmin::tell(persistence::Incarnation to, node::v1::Administered act) {
  node::v1::NodeMessage message;
  *message.mutable_administered() = std::move(act);
  core_.out_.to_node(to, message.SerializeAsString());
}

void CoreAdmin::repeat(const node::v1::Administered& act) {
  using What = node::v1::Administered;
  const auto account_of = [](const std::string& bytes) {
    return id_from_bytes<AccountId>(bytes).value_or(AccountId());
  };
  switch (act.what_case()) {
    case What::kSessionsEnd:
      end_own_sessions(account_of(act.sessions_end().account()), act.sessions_end().reason());
      return;
    case What::kLeavesTables:
      return leave_own_tables(account_of(act.leaves_tables()));
    case What::kSeatsResign: {
      const auto match = id_from_bytes<MatchId>(act.seats_resign().match());
      if (match) resign_own_seats(*match, rules::SeatSet::from_bits(act.seats_resign().seats()));
      return;
    }
    case What::kPlayerResigns:
      return resign_from_own(account_of(act.player_resigns().account()),
                             ids_from_bytes<MatchId>(act.player_resigns().matches()));
    case What::kForgotten:
      return forget_here(account_of(act.forgotten().account()), act.forgotten().name(),
                         ids_from_bytes<MatchId>(act.forgotten().matches()));
    case What::WHAT_NOT_SET:
      return;  // of a later release
  }
}

std::vector<MatchId> CoreAdmin::own(const std::vector<MatchId>& matches) const {
  std::vector<MatchId> found;
  for (const MatchId& match : matches) {
    if (core_.placement_.owns(match)) found.push_back(match);
  }
  return found;
}

std::size_t CoreAdmin::end_sessions(const AccountId& account, std::string_view reason) {
  node::v1::Administered act;
  act.mutable_sessions_end()->set_account(to_bytes(account));
  act.mutable_sessions_end()->set_reason(std::string(reason));
  tell(Outbox::kAllNodes, std::move(act));
  return end_own_sessions(account, reason);
}

void CoreAdmin::resign_seats(const MatchId& match, rules::SeatSet seats) {
  const persistence::Incarnation owner = core_.placement_.owner_of(match);
  if (owner == core_.placement_.self()) return resign_own_seats(match, seats);
  if (owner == 0) return;
  node::v1::Administered act;
  act.mutable_seats_resign()->set_match(to_bytes(match));
  act.mutable_seats_resign()->set_seats(static_cast<std::uint32_t>(seats.bits()));
  tell(owner, std::move(act));
  core_.flush();
}

void CoreAdmin::leave_tables(const AccountId& account) {
  node::v1::Administered act;
  act.set_leaves_tables(to_bytes(account));
  tell(Outbox::kAllNodes, std::move(act));
  leave_own_tables(account);
}

void CoreAdmin::resign_player(const AccountId& account, const std::vector<MatchId>& running) {
  node::v1::Administered act;
  *act.mutable_player_resigns() = resigning(account, running);
  tell(Outbox::kAllNodes, std::move(act));
  resign_from_own(account, running);
}

void CoreAdmin::forget_player(const AccountId& account, const std::string& name, const std::vector<MatchId>& running) {
  node::v1::Administered act;
  *act.mutable_forgotten() = resigning(account, running);
  act.mutable_forgotten()->set_name(name);
  tell(Outbox::kAllNodes, std::move(act));
  forget_here(account, name, running);
}

// --- Here ---

std::size_t CoreAdmin::end_own_sessions(const AccountId& account, std::string_view reason) {
  std::size_t ended = 0;
  for (const auto& [number, session] : core_.sessions_.all()) {
    // Also those that are only about to sign in.
    if (session.account != account || session.stage == Session::Stage::kClosing) continue;
    core_.out_.close(session.id, 1008, reason);
    ++ended;
  }
  core_.machines_.identity.look_again();
  core_.flush();
  return ended;
}

bool CoreAdmin::end_session(std::uint64_t number, std::string_view reason) {
  const Session* session = core_.sessions_.find(number);
  if (session == nullptr || session->stage == Session::Stage::kClosing) return false;
  core_.out_.close(session->id, 1008, reason);
  core_.flush();
  return true;
}

Lobby::Closing CoreAdmin::close_table(const TableId& table) {
  const auto closing = core_.lobby_.close(table, core_.out_);
  core_.flush();
  return closing;
}

// It may have gone to another server meanwhile, whose turn it then is not to know of this.
void CoreAdmin::resign_own_seats(const MatchId& match, rules::SeatSet seats) {
  if (!core_.placement_.owns(match)) return;
  MatchActor& ending = core_.matches_.actor(match, core_.out_);
  ending.resign_seats(seats, core_.out_);
  core_.matches_.arrange(ending);
  core_.flush();
}

std::vector<AccountId> CoreAdmin::away(std::vector<AccountId> accounts) {
  if (!core_.placement_.has_lobby()) return {};
  std::ranges::sort(accounts);
  std::vector<AccountId> here;
  for (const auto& [number, session] : core_.sessions_.all()) {
    if (std::ranges::binary_search(accounts, session.account)) here.push_back(session.account);
  }
  std::erase_if(accounts, [&](const AccountId& account) {
    return std::ranges::count(here, account) != 0 || !core_.sessions_.of(account).empty() ||
           core_.lobby_.sits_somewhere(account);
  });
  core_.machines_.identity.look_again();
  return accounts;
}

void CoreAdmin::leave_own_tables(const AccountId& account) {
  if (!core_.placement_.has_lobby()) return;
  core_.lobby_.evict(account, core_.out_);
  core_.flush();
}

void CoreAdmin::resign_from_own(const AccountId& account, const std::vector<MatchId>& running) {
  for (const MatchId& id : own(running)) {
    MatchActor& match = core_.matches_.actor(id, core_.out_);
    match.resign_player(account, core_.out_);
    core_.matches_.arrange(match);
  }
  core_.flush();
}

void CoreAdmin::forget_here(const AccountId& account, const std::string& name, const std::vector<MatchId>& running) {
  leave_own_tables(account);
  for (const MatchId& match : own(running)) core_.matches_.actor(match, core_.out_);
  core_.matches_.each([&](MatchActor& match) {
    match.forget_player(account, name, core_.out_);
    core_.matches_.arrange(match);
  });
  core_.machines_.reports.forget_records();  // they have the name
  core_.flush();
}

void CoreAdmin::renamed(const AccountId& account, const std::string& name) {
  core_.machines_.identity.renamed(account, name, core_.out_);
  core_.flush();
}

void CoreAdmin::revoked(const AccountId& account, const std::optional<persistence::Hash>& only,
                        const std::optional<persistence::Hash>& but) {
  core_.machines_.identity.revoked(account, only, but, core_.out_);
  core_.flush();
}

}  // namespace wyrmhall::server
