// A platform on which a test is the server: connections are made and lost at its will, and time passes when it
// says.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clients/cli/platform.h"
#include "wyrmhall/v1/client.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::tests {

class FakePlatform : public cli::Platform {
 public:
  // --- What the client asks for ---
  std::unique_ptr<cli::Wire> dial(clients::WebSocket::Events events) override {
    events_ = std::make_shared<clients::WebSocket::Events>(std::move(events));
    ++dials;
    return std::make_unique<FakeWire>(*this);
  }
  TimerId after(Milliseconds delay, std::function<void()> task) override {
    timers_.emplace(std::pair(now_ + delay, ++last_timer_), std::move(task));
    return last_timer_;
  }
  void cancel(TimerId timer) override {
    std::erase_if(timers_, [&](const auto& entry) { return entry.first.second == timer; });
  }
  Milliseconds now() override { return now_; }
  std::uint64_t random() override { return 7 * ++random_; }

  // --- What a test does ---
  void accept() {
    call([](auto& events) { events.opened(); });
  }
  void say(const v1::ServerMessage& message) {
    call([bytes = message.SerializeAsString()](auto& events) { events.message(bytes); });
  }
  void lose(cli::Loss::Why why = cli::Loss::Why::kBroken, std::uint16_t close_code = 0) {
    call([=](auto& events) { events.lost({.why = why, .close_code = close_code, .detail = "as the test wished"}); });
  }
  // Lets time pass, and what falls due in it happen in order.
  void pass(Milliseconds time) {
    const Milliseconds end = now_ + time;
    while (!timers_.empty() && timers_.begin()->first.first <= end) {
      now_ = timers_.begin()->first.first;
      const auto task = std::move(timers_.begin()->second);
      timers_.erase(timers_.begin());
      task();
    }
    now_ = end;
  }
  // The oldest message that the client sent and that was not looked at; an empty one where there is none.
  v1::ClientMessage heard() {
    if (sent_.empty()) return {};
    v1::ClientMessage message = sent_.front();
    sent_.pop_front();
    return message;
  }
  [[nodiscard]] bool silent() const { return sent_.empty(); }

  int dials = 0;

 private:
  class FakeWire : public cli::Wire {
   public:
    explicit FakeWire(FakePlatform& platform) : platform_(platform) {}
    void send(std::string frame) override {
      v1::ClientMessage message;
      if (message.ParseFromString(frame)) platform_.sent_.push_back(message);
    }

   private:
    FakePlatform& platform_;
  };

  template <class Call>
  void call(Call&& what) {
    if (const auto events = events_) what(*events);
  }

  std::shared_ptr<clients::WebSocket::Events> events_;
  std::map<std::pair<Milliseconds, TimerId>, std::function<void()>> timers_;
  std::deque<v1::ClientMessage> sent_;
  Milliseconds now_{0};
  TimerId last_timer_ = 0;
  std::uint64_t random_ = 0;
};

}  // namespace wyrmhall::tests
