#include "server/accounts/sign_in_codes.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "server/accounts/secret_code.h"
#include "server/accounts/secret_hash.h"
#include "server/accounts/sign_in_token.h"
#include "server/wire/wire_time.h"

namespace wyrmhall::server {
namespace {

pb::Refusal code_unknown(std::string_view detail) {
  return refusal(pb::REFUSAL_CODE_SIGN_IN_CODE_UNKNOWN, detail, "code");
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
  const auto found = code.size() > kTypedCodeBytes ? codes_.end() : codes_.find(secret_code_hash(code));
  Session* const device = waiting(found);
  if (device == nullptr) return out.refuse(asker, code_unknown("no device waits to be let in by this code"));
  if (looks) {
    pb::ServerMessage reply;
    reply.mutable_sign_in_asked()->set_client(tame_client(device->client));
    reply.mutable_sign_in_asked()->set_since_us(wire_us(found->second.since));
    return out.answer(asker, reply);
  }
  codes_.erase(found);
  const Timestamp now = core_.environment.clock.now();
  device->token = make_token(core_.environment.entropy);
  device->token_hash = hash_of(device->token);
  out.ask(
      ConfirmedKept{.asker = asker, .device = device->id.number},
      persistence::AddToken{
          .account = session.account,
          .token = {.hash = device->token_hash, .client = tame_client(device->client), .made_at = now, .used_at = now},
          .limit = kTokensPerAccount,
          .replaces = true});
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
  const Session* const session = core_.waiting(wait.asker, answer, out);
  if (session != nullptr) out.ask(SignInList{wait.asker}, persistence::ListTokens{.account = session->account});
}

void SignInCodes::tick(Timestamp now, Outbox& out) {
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
