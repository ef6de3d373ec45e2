#include "server/accounts/identity.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/cluster/node.pb.h"
#include "server/core/label.h"
#include "server/core/names.h"
#include "server/wire/frames.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {

using persistence::Conflict;

namespace {

pb::Refusal too_many_renames(Duration wait) {
  const auto whole = std::chrono::floor<std::chrono::milliseconds>(std::clamp<Duration>(wait, 0s, kRenameMemory));
  return again_after(refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                             "you have changed your name as often as you may for now; try again later", "renames"),
                     whole + 1ms);
}

pb::Refusal no_sign_in() {
  return refusal(pb::REFUSAL_CODE_FIELD_INVALID, "a sign-in's id has 32 bytes, as it is listed", "id");
}

}  // namespace

template <class Request>
void Identity::change_tokens(const Asker& asker, TokenChange change, Request request, Outbox& out) {
  change.account = request.account;
  const std::uint64_t number = next_change_++;
  token_changes_[number] = std::move(change);
  out.ask(TokensKept{.asker = asker, .change = number}, std::move(request));
}

void Identity::command(Session& session, const pb::ClientMessage& message, Outbox& out) {
  using C = pb::ClientMessage;
  using Kind = TokenChange::Kind;
  const Asker asker{session.id, message.command_id()};
  switch (message.command_case()) {
    case C::kAddSignIn: {
      const auto name = check_label(message.add_sign_in().name());
      if (!name) return out.refuse(asker, name.error());
      std::string secret = make_token(core_.environment.entropy);
      const Timestamp now = core_.environment.clock.now();
      persistence::AddToken request{.account = session.account,
                                    .token = {.hash = hash_of(secret),
                                              .client = {},
                                              .made_at = now,
                                              .used_at = now,
                                              .name = *name,
                                              .read_only = message.add_sign_in().read_only()},
                                    .limit = kTokensPerAccount};
      return change_tokens(asker, {.kind = Kind::kAdd, .secret = std::move(secret)}, std::move(request), out);
    }
    case C::kNameSignIn:
      return name_sign_in(session, message, out);
    case C::kRevokeSignIn: {
      const auto hash = array_from<persistence::Hash>(message.revoke_sign_in().id());
      if (!hash) return out.refuse(asker, no_sign_in());
      return change_tokens(asker, {.kind = Kind::kRevoke, .token = *hash},
                           persistence::RevokeTokens{.account = session.account, .only = hash}, out);
    }
    case C::kRevokeOtherSignIns:
      return change_tokens(asker, {.kind = Kind::kRevokeOthers, .token = session.token_hash},
                           persistence::RevokeTokens{.account = session.account, .but = session.token_hash}, out);
    case C::kRename:
      return rename(session, message, out);
    default:
      return out.ask(SignInList{asker}, persistence::ListTokens{.account = session.account});
  }
}

void Identity::name_sign_in(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const auto hash = array_from<persistence::Hash>(message.name_sign_in().id());
  if (!hash) return out.refuse(asker, no_sign_in());
  const auto name = check_label(message.name_sign_in().name());
  if (!name) return out.refuse(asker, name.error());
  change_tokens(asker, {.kind = TokenChange::Kind::kName, .token = *hash},
                persistence::NameToken{.account = session.account, .hash = *hash, .name = *name}, out);
}

void Identity::rename(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const std::string& wanted = message.rename().name();
  const auto name = is_bot_name(session.name) ? check_bot_name(wanted) : check_name(wanted);
  if (!name) return out.refuse(asker, refusal(name.error()));
  const std::uint64_t number = next_change_++;
  names_[number] = {.account = session.account, .name = name->shown};
  out.ask(NameKept{.asker = asker, .change = number}, persistence::RenameAccount{.account = session.account,
                                                                                 .name = name->shown,
                                                                                 .name_key = name->key,
                                                                                 .at = core_.environment.clock.now(),
                                                                                 .most = kRenamesPerAccount,
                                                                                 .within = kRenameMemory,
                                                                                 .reserved_for = kOldNameReserved});
}

// What was changed holds for all connections of the player, even if the one that asked is gone.
void Identity::answered(const NameKept& wait, const NameKept::Answer& answer, Outbox& out) {
  const auto entry = names_.find(wait.change);
  const NewName taken = std::move(entry->second);
  names_.erase(entry);
  if (answer.kept()) renamed(taken.account, taken.name, out);
  if (core_.waiting(wait.asker, answer, out) == nullptr) return;
  if (!answer.kept()) {
    return out.refuse(wait.asker, answer.conflict == Conflict::kLimit
                                      ? too_many_renames(answer.value.again_at - core_.environment.clock.now())
                                      : refusal(pb::REFUSAL_CODE_NAME_TAKEN,
                                                "somebody has this name, or one that looks the same", "name"));
  }
  pb::ServerMessage reply;
  reply.mutable_renamed()->mutable_player()->set_account_id(to_bytes(taken.account));
  reply.mutable_renamed()->mutable_player()->set_name(taken.name);
  out.answer(wait.asker, reply);
}

void Identity::answered(const TokensKept& wait, const TokensKept::Answer& answer, Outbox& out) {
  using Kind = TokenChange::Kind;
  const auto entry = token_changes_.find(wait.change);
  const TokenChange change = std::move(entry->second);
  token_changes_.erase(entry);
  const bool kept = answer.kept();
  if (kept && change.kind == Kind::kRevokeOthers) revoked(change.account, std::nullopt, change.token, out);
  if (const Session* session = core_.waiting(wait.asker, answer, out)) tell(*session, wait.asker, change, kept, out);
  // Last, since it may close the connection that asked.
  if (kept && change.kind == Kind::kRevoke) revoked(change.account, change.token, std::nullopt, out);
}

void Identity::tell(const Session& session, const Asker& asker, const TokenChange& change, bool kept,
                    Outbox& out) const {
  using Kind = TokenChange::Kind;
  if (change.kind == Kind::kAdd && !kept) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_LIMIT_REACHED,
                                     "you have as many sign-ins as you may; revoke one first", "sign_ins"));
  }
  if (change.kind == Kind::kName && !kept) return out.refuse(asker, no_sign_in());
  if (!kept) return;
  pb::ServerMessage reply;
  if (change.kind == Kind::kAdd) {
    reply.mutable_sign_in_added()->set_token(change.secret);
  } else if (change.kind == Kind::kRevoke && change.token == session.token_hash) {
    reply.mutable_sign_ins()->set_most(kTokensPerAccount);
  } else {
    return out.ask(SignInList{asker}, persistence::ListTokens{.account = change.account});
  }
  out.answer(asker, reply);
}

void Identity::answered(const SignInList& wait, const SignInList::Answer& answer, Outbox& out) {
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session == nullptr || !answer.kept()) return;
  pb::ServerMessage reply;
  pb::SignIns& to = *reply.mutable_sign_ins();
  to.set_most(kTokensPerAccount);
  for (const persistence::Token& token : answer.value) {
    pb::SignInLine& line = *to.add_lines();
    line.set_id(token.hash.data(), token.hash.size());
    line.set_client(token.client);
    line.set_name(token.name);
    line.set_read_only(token.read_only);
    line.set_made_at_us(wire_us(token.made_at));
    line.set_used_at_us(wire_us(token.used_at));
    line.set_this_one(token.hash == session->token_hash);
    const auto here = std::ranges::count_if(core_.sessions.of(session->account), [&](const SessionId& id) {
      return core_.sessions.find(id)->token_hash == token.hash;
    });
    line.set_connections(static_cast<std::uint32_t>(here));
  }
  out.answer(wait.asker, reply);
}

void Identity::note_use(const Session& session, const persistence::Token& token, Outbox& out) const {
  const Timestamp now = core_.environment.clock.now();
  if (now - token.used_at >= kTokenUseNoted) touch(session, now, out);
}

void Identity::note_stay(const Session& session, Outbox& out) const {
  const Timestamp now = core_.environment.clock.now();
  if (session.account != AccountId{} && now - session.connected_at >= kTokenUseNoted) touch(session, now, out);
}

void Identity::touch(const Session& session, Timestamp now, Outbox& out) const {
  if (core_.store.refuses()) return;
  out.ask(TokenTouched{},
          persistence::TouchToken{.hash = session.token_hash, .client = tame_client(session.client), .at = now});
}

void Identity::look_again() {
  for (auto& [number, session] : core_.sessions.all()) {
    if (session.stage == Session::Stage::kSigningIn && session.account == AccountId{}) session.look_again = true;
  }
}

void Identity::renamed(const AccountId& account, const std::string& name, Outbox& out, bool tell_others) {
  look_again();
  if (tell_others) {
    node::v1::NodeMessage told;
    told.mutable_renamed()->set_account(to_bytes(account));
    told.mutable_renamed()->set_name(name);
    out.to_node(Outbox::kAllNodes, told.SerializeAsString());
  }
  for (auto& [server, visitors] : core_.sessions.visitors()) {
    for (auto& [number, visitor] : visitors) {
      if (visitor.account == account) visitor.name = name;
    }
  }
  pb::ServerMessage news;
  news.mutable_renamed()->mutable_player()->set_account_id(to_bytes(account));
  news.mutable_renamed()->mutable_player()->set_name(name);
  const std::string bytes = frame(0, news);
  for (auto& [number, session] : core_.sessions.all()) {
    if (session.account != account) continue;
    session.name = name;
    if (session.stage == Session::Stage::kSignedIn) out.post(session.id, bytes);
  }
  lobby_.renamed(account, name, out);
}

void Identity::revoked(const AccountId& account, const std::optional<persistence::Hash>& only,
                       const std::optional<persistence::Hash>& but, Outbox& out, bool tell_others) {
  look_again();
  if (tell_others) {
    node::v1::NodeMessage told;
    told.mutable_revoked()->set_account(to_bytes(account));
    if (only) told.mutable_revoked()->set_only(to_bytes(*only));
    if (but) told.mutable_revoked()->set_but(to_bytes(*but));
    out.to_node(Outbox::kAllNodes, told.SerializeAsString());
  }
  pb::ServerMessage notice;
  notice.mutable_notice()->set_kind(pb::NOTICE_KIND_SIGNED_OUT);
  const std::string bytes = frame(0, notice);
  for (auto& [number, session] : core_.sessions.all()) {
    const bool stays = only ? session.token_hash != *only : session.token_hash == but;
    if (session.account != account || stays || session.stage == Session::Stage::kClosing) continue;
    if (session.stage == Session::Stage::kSignedIn) out.post(session.id, bytes);
    out.close(session.id, 1008, "this sign-in was revoked");
  }
}

}  // namespace wyrmhall::server
