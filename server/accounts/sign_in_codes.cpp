#include "server/accounts/sign_in_codes.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "server/accounts/secret_code.h"
#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/cluster/node.pb.h"
#include "server/core/ids.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {
namespace {

pb::Refusal code_unknown(std::string_view detail) {
  return refusal(pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN, detail, "code");
}

constexpr std::string_view kNobodyWaits = "no device waits to be let in by this code";

void describe(const Asker& asker, const std::string& client, std::uint64_t since_us, Outbox& out) {
  pb::ServerMessage reply;
  reply.mutable_sign_in_asked()->set_client(client);
  reply.mutable_sign_in_asked()->set_since_us(since_us);
  out.answer(asker, reply);
}

}  // namespace

void SignInCodes::ask(Session& session, std::uint64_t command_id, Outbox& out) {
  const Asker asker{session.id, command_id};
  if (codes_.size() >= kSignInCodes) forget_those_gone();
  if (codes_.size() >= kSignInCodes) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again"));
  }
  std::array<std::uint8_t, kSignInCodeBytes> secret{};
  core_.environment.entropy.fill(secret);
  std::string code = secret_code(secret);
  const auto [entry, fresh] =
      codes_.emplace(secret_code_hash(code), Waiting{.device = session.id, .since = core_.environment.clock.now()});
  if (!fresh) return out.refuse(asker, refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again"));
  commands_[session.id.number] = command_id;
  session.account = {};
  session.stage = Session::Stage::kSigningIn;
  std::ranges::transform(code, code.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  pb::ServerMessage news;
  news.mutable_sign_in_code()->set_code(code);
  news.mutable_sign_in_code()->set_valid_ms(
      wire_ms(std::chrono::duration_cast<std::chrono::milliseconds>(kSignInCodeTime)));
  out.post(session.id, frame(0, news));
}

Session* SignInCodes::waiting(ByCode::const_iterator found) {
  if (found == codes_.end()) return nullptr;
  Session* const session = core_.sessions.find(found->second.device);
  const bool waits = session != nullptr && session->stage == Session::Stage::kSigningIn;
  if (waits && core_.environment.clock.now() - found->second.since < kSignInCodeTime) return session;
  return nullptr;
}

void SignInCodes::forget_those_gone() {
  for (auto entry = codes_.begin(); entry != codes_.end();) {
    if (waiting(entry) != nullptr) {
      ++entry;
    } else {
      commands_.erase(entry->second.device.number);
      entry = codes_.erase(entry);
    }
  }
}

void SignInCodes::command(const Session& session, const pb::ClientMessage& message, Outbox& out) {
  const Asker asker{session.id, message.command_id()};
  const bool looks = message.has_look_up_sign_in();
  const std::string& code = looks ? message.look_up_sign_in().code() : message.confirm_sign_in().code();
  if (code.size() > kTypedCodeBytes) return out.refuse(asker, code_unknown(kNobodyWaits));
  const persistence::Hash hash = secret_code_hash(code);
  const auto found = codes_.find(hash);
  Session* const device = waiting(found);
  if (device == nullptr && others_ != 0) return ask_others(asker, hash, session.account, !looks, out);
  if (device == nullptr) return out.refuse(asker, code_unknown(kNobodyWaits));
  if (looks) return describe(asker, tame_client(device->client), wire_us(found->second.since), out);
  codes_.erase(found);
  let_in(*device, asker, session.account, out);
}

void SignInCodes::let_in(Session& device, const Asker& asker, const AccountId& account, Outbox& out) {
  const Timestamp now = core_.environment.clock.now();
  device.token = make_token(core_.environment.entropy);
  device.token_hash = hash_of(device.token);
  out.ask(
      ConfirmedKept{.asker = asker, .device = device.id.number},
      persistence::AddToken{
          .account = account,
          .token = {.hash = device.token_hash, .client = tame_client(device.client), .made_at = now, .used_at = now},
          .limit = kTokensPerAccount,
          .replaces = true});
}

// --- Codes of devices that wait at another server ---

void SignInCodes::ask_others(const Asker& asker, const persistence::Hash& code, const AccountId& account, bool confirms,
                             Outbox& out) {
  if (typed_.size() >= kSignInCodes) {
    return out.refuse(asker, refusal(pb::REFUSAL_CODE_BUSY, "the server is busy; try again"));
  }
  typed_[{asker.session.number, asker.command_id}] = {
      .since = core_.environment.clock.now(), .silent = others_, .confirms = confirms};
  node::v1::NodeMessage message;
  node::v1::CodeTyped& typed = *message.mutable_code_typed();
  typed.set_session(asker.session.number);
  typed.set_command_id(asker.command_id);
  typed.set_code_hash(std::string(code.begin(), code.end()));
  typed.set_account(to_bytes(account));
  typed.set_confirms(confirms);
  out.to_node(Outbox::kAllNodes, message.SerializeAsString());
}

void SignInCodes::answer(persistence::Incarnation to, const node::v1::CodeAnswered& answered, Outbox& out) {
  node::v1::NodeMessage message;
  *message.mutable_code_answered() = answered;
  out.to_node(to, message.SerializeAsString());
}

void SignInCodes::heard(persistence::Incarnation from, const node::v1::CodeTyped& typed, Outbox& out) {
  node::v1::CodeAnswered told;
  told.set_session(typed.session());
  told.set_command_id(typed.command_id());
  const auto hash = array_from<persistence::Hash>(typed.code_hash());
  const auto account = id_from_bytes<AccountId>(typed.account());
  const auto found = hash ? codes_.find(*hash) : codes_.end();
  Session* const device = waiting(found);
  if (device == nullptr || !account) return answer(from, told, out);
  if (typed.confirms()) {
    codes_.erase(found);
    const Asker asker{SessionId{.incarnation = from, .number = typed.session()}, typed.command_id()};
    return let_in(*device, asker, *account, out);
  }
  told.set_waits(true);
  told.set_client(tame_client(device->client));
  told.set_since_us(wire_us(found->second.since));
  answer(from, told, out);
}

void SignInCodes::heard(const node::v1::CodeAnswered& answered, Outbox& out) {
  const auto found = typed_.find({answered.session(), answered.command_id()});
  if (found == typed_.end()) return;
  Typed& typed = found->second;
  if (!answered.waits() && --typed.silent != 0) return;
  const bool confirms = typed.confirms;
  typed_.erase(found);
  const Session* const session = core_.sessions.find(answered.session());
  if (session == nullptr) return;
  const Asker asker{session->id, answered.command_id()};
  if (!answered.waits()) return out.refuse(asker, code_unknown(kNobodyWaits));
  if (answered.failed()) return out.refuse(asker, store_failed());
  if (!confirms) return describe(asker, answered.client(), answered.since_us(), out);
  out.ask(SignInList{asker}, persistence::ListTokens{.account = session->account});
}

// From here on the device signs in as anybody does by a token.
void SignInCodes::answered(const ConfirmedKept& wait, const ConfirmedKept::Answer& answer, Outbox& out) {
  const auto command = commands_.find(wait.device);
  const std::uint64_t command_id = command->second;
  commands_.erase(command);
  if (Session* const device = core_.sessions.find(wait.device)) {
    const Asker waits{device->id, command_id};
    if (answer.kept()) {
      device->look_again = false;
      out.ask(TokenOwner{waits}, persistence::FindAccount{.token_hash = device->token_hash});
    } else {
      device->sign_in_failed();
      out.refuse(waits, store_failed());
    }
  }
  if (wait.asker.session.incarnation != core_.settings.incarnation) {
    node::v1::CodeAnswered told;
    told.set_session(wait.asker.session.number);
    told.set_command_id(wait.asker.command_id);
    told.set_waits(true);
    told.set_failed(!answer.kept());
    return this->answer(wait.asker.session.incarnation, told, out);
  }
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session != nullptr) out.ask(SignInList{wait.asker}, persistence::ListTokens{.account = session->account});
}

void SignInCodes::tick(Timestamp now, Outbox& out) {
  std::erase_if(typed_, [&](const auto& entry) {
    const auto& [asked, typed] = entry;
    if (now - typed.since < kTypedCodeTime) return false;
    if (const Session* const session = core_.sessions.find(asked.first)) {
      out.refuse(Asker{session->id, asked.second}, code_unknown(kNobodyWaits));
    }
    return true;
  });
  std::erase_if(codes_, [&](const auto& entry) {
    const Waiting& one = entry.second;
    if (now - one.since < kSignInCodeTime) return false;
    const auto command = commands_.find(one.device.number);
    if (Session* const device = core_.sessions.find(one.device)) {
      device->sign_in_failed();
      out.refuse(Asker{one.device, command->second},
                 code_unknown("nobody has confirmed the code in time; ask for another"));
    }
    commands_.erase(command);
    return true;
  });
}

}  // namespace wyrmhall::server
