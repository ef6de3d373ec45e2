// A guest who can become a member, and other devices that try to get in.
#pragma once

#include <string>
#include <vector>

#include "tests/server/players.h"

namespace wyrmhall::test {

inline const std::string kPassword = "seven quiet wyrms";

struct OneGuest : OnePlayer {
  // By the present password or a code, where one is given.
  pb::ServerMessage set_password(const std::string& password, const std::string& now = {},
                                 const std::string& code = {}) {
    pb::ClientMessage ask;
    ask.mutable_set_password()->set_password(password);
    if (!now.empty()) ask.mutable_set_password()->set_current_password(now);
    if (!code.empty()) ask.mutable_set_password()->set_recovery_code(code);
    return mira.ask(ask);
  }
  pb::ServerMessage new_codes(const std::string& password) {
    pb::ClientMessage ask;
    ask.mutable_new_recovery_codes()->set_password(password);
    return mira.ask(ask);
  }
  pb::Membership membership() {
    pb::ClientMessage ask;
    ask.mutable_ask_membership();
    return mira.ask(ask).membership();
  }
  std::vector<std::string> become_member() {
    const pb::ServerMessage answer = set_password(kPassword);
    REQUIRE_MESSAGE(answer.has_membership(), answer.DebugString());
    const auto& codes = answer.membership().recovery_codes();
    return {codes.begin(), codes.end()};
  }

  // Another device that says hello, from an address of its own if none is given; `page`: of which web page.
  std::uint64_t device(const std::string& address = {}, const std::string& page = {}) {
    const std::uint64_t session =
        world.connect(address.empty() ? "address " + std::to_string(++devices_) : address, page);
    pb::ClientMessage hello;
    hello.set_command_id(++last_id_);
    hello.mutable_hello()->set_protocol_version(1);
    hello.mutable_hello()->set_client("another device");
    world.send(session, hello);
    return session;
  }
  // What it is answered to a command, or what it was told last.
  pb::ServerMessage ask(std::uint64_t session, pb::ClientMessage message) {
    message.set_command_id(++last_id_);
    world.send(session, message);
    return world.inbox[session].empty() ? pb::ServerMessage() : world.inbox[session].back();
  }
  pb::ServerMessage sign_in(std::uint64_t session, const std::string& name, const std::string& password,
                            const std::string& code = {}) {
    pb::ClientMessage message;
    pb::MemberSignIn& member = *message.mutable_sign_in()->mutable_member();
    member.set_name(name);
    code.empty() ? member.set_password(password) : member.set_recovery_code(code);
    return ask(session, message);
  }
  pb::RefusalCode guess(const std::string& name, const std::string& password, const std::string& address = {}) {
    return code_of(sign_in(device(address), name, password));
  }

 private:
  int devices_ = 0;
  std::uint64_t last_id_ = 1000;
};

}  // namespace wyrmhall::test
