#include "tests/load/guest.h"

#include <array>
#include <chrono>
#include <utility>

namespace wyrmhall::load {
namespace {

// Letters none of which, alone or in a row, looks like another: names that look alike are refused.
constexpr std::string_view kLetters = "abcdefhkprstxyz";
constexpr std::size_t kNameLetters = 14;
// When the server does not say after which time to try again.
constexpr std::chrono::milliseconds kPatience{50};

Bytes bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

bool passes_by_itself(v1::RefusalCode code) {
  return code == v1::REFUSAL_CODE_TOO_FAST || code == v1::REFUSAL_CODE_BUSY || code == v1::REFUSAL_CODE_NO_STORE;
}

}  // namespace

std::uint16_t port_of(const LoadOptions& options, std::size_t connection) {
  const std::size_t pair = connection / 2;
  const std::size_t server = pair + (options.joiners_apart ? connection % 2 : 0);
  const std::size_t number = server % (options.more_ports.size() + 1);
  return number == 0 ? options.port : options.more_ports[number - 1];
}

std::string source_address(const LoadOptions& options, std::size_t connection) {
  constexpr std::size_t kSharing = 16;
  constexpr std::size_t kHostsANet = 250;
  if (!options.host.starts_with("127.")) return "";
  const std::size_t address = connection / kSharing;
  return "127.1." + std::to_string(address / kHostsANet) + "." + std::to_string(address % kHostsANet + 1);
}

Guest::Guest(Setting& setting, std::size_t connection, std::string token)
    : setting_(setting),
      connection_(connection),
      socket_(setting.poller, *this),
      token_(std::move(token)),
      // As long on the wire as a real client's, which begins at random.
      last_id_(setting.random.bits() >> 16) {}

void Guest::connect() {
  const LoadOptions& options = setting_.options;
  socket_.connect(options.host, port_of(options, connection_), source_address(options, connection_));
}

Guest::Sent Guest::send(v1::ClientMessage& command) {
  command.set_command_id(++last_id_);
  command.SerializeToString(&last_sent_);
  socket_.send(bytes_of(last_sent_));
  return {last_id_, last_sent_.size()};
}

void Guest::opened() {
  v1::ClientMessage command;
  command.mutable_hello()->set_protocol_version(1);
  command.mutable_hello()->set_client("wyrmhall-load");
  send(command);
}

void Guest::sign_in() {
  v1::ClientMessage command;
  if (!token_.empty()) {
    command.mutable_sign_in()->set_token(token_);
    send(command);
    return;
  }
  std::string name;
  for (std::size_t i = 0; i < kNameLetters; ++i) name += kLetters[setting_.random.below(kLetters.size())];
  command.mutable_sign_in()->set_new_guest(name);
  send(command);
}

void Guest::received(Bytes bytes) {
  v1::ServerMessage& message = setting_.message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return error("a message that is none");
  switch (message.message_case()) {
    case v1::ServerMessage::kWelcome:
      return sign_in();
    case v1::ServerMessage::kSignedIn:
      signed_in_ = true;
      if (token_.empty()) token_ = message.signed_in().token();
      return on_signed_in(message.signed_in());
    case v1::ServerMessage::kRefusal:
      return on_refusal(message.answer_to(), message.refusal());
    default:
      return on_message(message, bytes);
  }
}

void Guest::on_refusal(std::uint64_t answer_to, const v1::Refusal& refusal) {
  const std::string& code = v1::RefusalCode_Name(refusal.code());
  if (refusal.code() == v1::REFUSAL_CODE_NAME_TAKEN) {
    setting_.tally.refusal(code);
    return sign_in();
  }
  if (!passes_by_itself(refusal.code()) || answer_to != last_id_) {
    return on_refused(answer_to, refusal) ? setting_.tally.refusal(code) : error(code + ": " + refusal.detail());
  }
  setting_.tally.refusal(code);
  const auto patience = refusal.has_retry_after_ms() ? std::chrono::milliseconds(refusal.retry_after_ms()) : kPatience;
  setting_.poller.at(Clock::now() + patience, [this, answer_to] {
    if (answer_to == last_id_) socket_.send(bytes_of(last_sent_));
  });
}

void Idler::on_message(const v1::ServerMessage& message, Bytes) {
  error("an idle connection was sent message " + std::to_string(message.message_case()));
}

}  // namespace wyrmhall::load
