#include "server/connections/lobby_host.h"

#include <memory>
#include <vector>

#include "server/cluster/node.pb.h"

namespace wyrmhall::server {

namespace nodes = node::v1;
using persistence::Incarnation;

namespace {

void not_here(Incarnation to, std::uint64_t session, std::uint64_t command_id, Outbox& out) {
  nodes::NodeMessage told;
  told.mutable_lobby_not_here()->set_command_id(command_id);
  told.mutable_lobby_not_here()->set_session(session);
  out.to_node(to, told.SerializeAsString());
}

}  // namespace

void LobbyHost::heard(Incarnation from, const nodes::Admit& admit, Outbox& out) {
  if (!is_open()) return not_here(from, admit.session(), 0, out);
  const SessionId id{.incarnation = from, .number = admit.session()};
  if (core_.sessions.find(id) != nullptr) leave(id, out);
  PeerAddress address{.text = admit.address(), .groups = {}, .page = {}};
  address.groups.assign(admit.address_groups().begin(), admit.address_groups().end());
  Session& visitor =
      core_.sessions.visit(id, std::make_shared<const PeerAddress>(std::move(address)), core_.environment.clock.now());
  visitor.stage = Session::Stage::kSigningIn;
  visitor.account = id_from_bytes<AccountId>(admit.account()).value_or(AccountId());
  visitor.name = admit.name();
  visitor.read_only = admit.read_only();
  visitor.token_hash = array_from<persistence::Hash>(admit.token_hash()).value_or(persistence::Hash{});
  nodes::NodeMessage told;
  nodes::Admitted& admitted = *told.mutable_admitted();
  admitted.set_session(admit.session());
  pb::SignedIn known;
  const auto running = ids_from_bytes<MatchId>(admit.running());
  if (auto refused = authentication_.enter(visitor, running, ids_from_bytes<AccountId>(admit.blocked()),
                                           admit.resumes(), known, out)) {
    admitted.set_refusal(refused->SerializeAsString());
    core_.sessions.end_visit(id);
  } else {
    admitted.set_signed_in(known.SerializeAsString());
  }
  out.to_node(from, told.SerializeAsString());
}

void LobbyHost::heard(Incarnation from, const nodes::LobbyCommand& command, Outbox& out) {
  Session* const visitor = core_.sessions.find({.incarnation = from, .number = command.session()});
  pb::ClientMessage message;
  if (!message.ParseFromString(command.message())) return;
  if (visitor == nullptr || !is_open()) return not_here(from, command.session(), message.command_id(), out);
  session_actor_.carry_out(*visitor, message, out);
}

void LobbyHost::heard(Incarnation from, const nodes::Left& left, Outbox& out) {
  leave({.incarnation = from, .number = left.session()}, out);
}

void LobbyHost::leave(const SessionId& id, Outbox& out) {
  Session* const session = core_.sessions.find(id);
  if (session == nullptr) return;
  const AccountId account = session->account;
  const bool was_there = core_.sessions.is_there(account);
  core_.sessions.end_visit(id);
  if (was_there && !core_.sessions.is_there(account)) {
    play_.lobby.went(account);
    play_.attendance.went(account, out);
  }
  if (core_.sessions.of(account).empty()) play_.lobby.blocks().forget(account);
}

void LobbyHost::forget_visitors(Incarnation from, Outbox& out) {
  for (const SessionId& id : core_.sessions.visitors_of(from)) leave(id, out);
}

// They are in another lobby, or will be: nobody has gone.
void LobbyHost::forget_all_visitors() {
  while (!core_.sessions.visitors().empty()) {
    const auto from = static_cast<Incarnation>(core_.sessions.visitors().begin()->first);
    for (const SessionId& id : core_.sessions.visitors_of(from)) {
      const AccountId account = core_.sessions.find(id)->account;
      core_.sessions.end_visit(id);
      if (core_.sessions.of(account).empty()) play_.running.went(account);
    }
  }
}

}  // namespace wyrmhall::server
