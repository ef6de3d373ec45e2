#include "server/shell/bus.h"

#include <fmt/format.h>
#include <nats/nats.h>
#include <spdlog/spdlog.h>

#include <utility>
#include <vector>

#include "persistence/thread_name.h"

namespace wyrmhall::server {
namespace {

constexpr std::int64_t kConnectMilliseconds = 2000;
constexpr std::int64_t kReconnectMilliseconds = 250;
constexpr std::int64_t kReconnectJitterMilliseconds = 100;
constexpr std::int64_t kPingMilliseconds = 1000;
constexpr int kPingsUnanswered = 3;
constexpr std::int64_t kWriteMilliseconds = 500;  // that a NATS server may take nothing; then the connection is lost
constexpr std::int64_t kFlushMilliseconds = 200;  // at the end
constexpr std::int64_t kCloseMilliseconds = 2000;
constexpr int kBufferBytes = 8 * 1024 * 1024;  // of what is sent while there is no connection

struct Free {
  void operator()(natsOptions* options) const { natsOptions_Destroy(options); }
  void operator()(natsConnection* connection) const { natsConnection_Destroy(connection); }
  void operator()(natsSubscription* subscription) const { natsSubscription_Destroy(subscription); }
};
using NatsOptions = std::unique_ptr<natsOptions, Free>;
using NatsConnection = std::unique_ptr<natsConnection, Free>;
using NatsSubscription = std::unique_ptr<natsSubscription, Free>;

std::string without_password(const std::string& place) {
  const auto at = place.rfind('@');
  return at == std::string::npos ? place : "nats://…" + place.substr(at);
}

class NatsBus final : public Bus {
 public:
  explicit NatsBus(Settings settings) : settings_(std::move(settings)) {}
  NatsBus(const NatsBus&) = delete;
  NatsBus& operator=(const NatsBus&) = delete;
  ~NatsBus() override {
    frames_.reset();
    changes_.reset();
    if (is_connected()) natsConnection_FlushTimeout(connection_.get(), kFlushMilliseconds);
    if (connection_ != nullptr) natsConnection_Close(connection_.get());
    connection_.reset();
    nats_CloseAndWait(kCloseMilliseconds);  // from then on none of the library's threads calls anybody here
  }

  std::string connect() {
    natsOptions* made = nullptr;
    if (natsOptions_Create(&made) != NATS_OK) return "NATS cannot be used: there is no memory for it";
    const NatsOptions options(made);
    std::vector<std::string> places;
    for (std::string rest = settings_.place; !rest.empty();) {
      const auto comma = rest.find(',');
      places.push_back(rest.substr(0, comma));
      rest = comma == std::string::npos ? std::string() : rest.substr(comma + 1);
    }
    std::vector<const char*> servers;
    servers.reserve(places.size());
    for (const std::string& place : places) servers.push_back(place.c_str());
    natsStatus status = natsOptions_SetServers(made, servers.data(), static_cast<int>(servers.size()));
    const auto then = [&status](natsStatus next) {
      if (status == NATS_OK) status = next;
    };
    then(natsOptions_SetTimeout(made, kConnectMilliseconds));
    then(natsOptions_SetReconnectWait(made, kReconnectMilliseconds));
    then(natsOptions_SetReconnectJitter(made, kReconnectJitterMilliseconds, kReconnectJitterMilliseconds));
    then(natsOptions_SetMaxReconnect(made, -1));
    then(natsOptions_SetReconnectBufSize(made, kBufferBytes));
    then(natsOptions_SetPingInterval(made, kPingMilliseconds));
    then(natsOptions_SetMaxPingsOut(made, kPingsUnanswered));
    then(natsOptions_SetNoEcho(made, true));
    // Otherwise a thread of the library's waits a millisecond for more before it sends. What goes together is one frame
    // anyway.
    then(natsOptions_SetSendAsap(made, true));
    then(natsOptions_SetWriteDeadline(made, kWriteMilliseconds));
    then(natsOptions_SetDisconnectedCB(made, &lost, this));
    then(natsOptions_SetReconnectedCB(made, &found, this));
    then(natsOptions_SetRetryOnFailedConnect(made, true, &found, this));
    natsConnection* connection = nullptr;
    name_this_thread("bus");  // for the threads that the library starts
    if (status == NATS_OK) status = natsConnection_Connect(&connection, made);
    connection_.reset(connection);
    // It goes on trying, and what is subscribed to meanwhile counts once there is a connection.
    if (status == NATS_NOT_YET_CONNECTED) {
      spdlog::warn("NATS at {} does not answer; trying again", without_password(settings_.place));
      status = NATS_OK;
    }
    natsSubscription* subscription = nullptr;
    const std::string own = subject_of(settings_.self);
    if (status == NATS_OK) status = natsConnection_Subscribe(&subscription, connection, own.c_str(), &on_frame, this);
    frames_.reset(std::exchange(subscription, nullptr));
    if (status == NATS_OK) {
      status = natsConnection_Subscribe(&subscription, connection, changes().c_str(), &on_change, this);
    }
    changes_.reset(subscription);
    name_this_thread(kMainThread);
    if (status == NATS_OK) return {};
    return fmt::format("NATS at {} cannot be used: {}", without_password(settings_.place), natsStatus_GetText(status));
  }

  void send(persistence::Incarnation to, const std::string& frame) override {
    natsConnection_Publish(connection_.get(), subject_of(to).c_str(), frame.data(), static_cast<int>(frame.size()));
  }
  void tell_owners_changed() override { natsConnection_Publish(connection_.get(), changes().c_str(), nullptr, 0); }
  [[nodiscard]] bool is_connected() const override {
    return natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CONNECTED;
  }

 private:
  [[nodiscard]] std::string subject_of(persistence::Incarnation node) const {
    return fmt::format("wyrmhall.{}.n.{}", settings_.cluster, node);
  }
  [[nodiscard]] std::string changes() const { return fmt::format("wyrmhall.{}.owners", settings_.cluster); }

  static void on_frame(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsMsg* message,
                       void* bus) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(natsMsg_GetData(message));
    static_cast<NatsBus*>(bus)->settings_.on_frame({bytes, static_cast<std::size_t>(natsMsg_GetDataLength(message))});
    natsMsg_Destroy(message);
  }
  static void on_change(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsMsg* message,
                        void* bus) {
    natsMsg_Destroy(message);
    static_cast<NatsBus*>(bus)->settings_.on_owners_changed();
  }
  static void lost(natsConnection* /*connection*/, void* bus) {
    spdlog::warn("the connection to NATS at {} is lost; trying again",
                 without_password(static_cast<NatsBus*>(bus)->settings_.place));
  }
  static void found(natsConnection* /*connection*/, void* bus) {
    spdlog::info("connected to NATS at {}", without_password(static_cast<NatsBus*>(bus)->settings_.place));
  }

  Settings settings_;
  NatsConnection connection_;
  NatsSubscription frames_;
  NatsSubscription changes_;
};

}  // namespace

std::expected<std::unique_ptr<Bus>, std::string> Bus::open(Settings settings) {
  auto bus = std::make_unique<NatsBus>(std::move(settings));
  if (std::string wrong = bus->connect(); !wrong.empty()) return std::unexpected(std::move(wrong));
  return bus;
}

}  // namespace wyrmhall::server
