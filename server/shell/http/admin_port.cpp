#include "server/shell/http/admin_port.h"

#include <algorithm>
#include <exception>
#include <utility>

#include <boost/asio/post.hpp>

#include "server/core/limits.h"

namespace wyrmhall::server {
namespace {

// The tickets of administration have this bit set; those of the core do not.
constexpr std::uint64_t kAdminTicket = std::uint64_t{1} << 63U;
constexpr auto kLookAgain = 20ms;  // whether the core has ended meanwhile

}  // namespace

struct AdminPort::CoreTask {
  enum class Stage : std::uint8_t { kWaiting, kBegun, kGivenUp };
  std::atomic<Stage> stage{Stage::kWaiting};
  std::promise<void> done;

  // Succeeds for the first of the two: the core that begins, or the asker that has waited too long.
  bool become(Stage next) {
    Stage waiting = Stage::kWaiting;
    return stage.compare_exchange_strong(waiting, next);
  }
};

void AdminPort::wait_for(CoreTask& task, std::future<void>& done) const {
  const auto until = std::chrono::steady_clock::now() + kAdminAnswerTime;
  while (done.wait_for(kLookAgain) != std::future_status::ready) {
    const bool late = std::chrono::steady_clock::now() > until || closed_.load(std::memory_order_relaxed);
    // Once it has begun, what it refers to must stay until it is done.
    if (late && task.become(CoreTask::Stage::kGivenUp)) throw admin::NoAnswer("the core does not answer");
  }
  done.get();
}

void AdminPort::on_core(const std::function<void(Core&)>& task) {
  const auto posted = std::make_shared<CoreTask>();
  auto done = posted->done.get_future();
  net::post(access_.io, [this, posted, &task] {
    if (!posted->become(CoreTask::Stage::kBegun)) return;
    try {
      task(access_.core);
      access_.carry_out();
      posted->done.set_value();
    } catch (...) {
      posted->done.set_exception(std::current_exception());
    }
  });
  wait_for(*posted, done);
}

persistence::Answer AdminPort::ask_store(const std::function<persistence::Request(Core&)>& make) {
  const auto promise = std::make_shared<std::promise<persistence::Answer>>();
  auto answer = promise->get_future();
  on_core([&](Core& core) {
    const std::uint64_t ticket = kAdminTicket | next_ticket_++;
    asked_.emplace(ticket, promise);
    access_.store.submit({.ticket = ticket, .request = make(core)});
  });
  const auto until = std::chrono::steady_clock::now() + kAdminAnswerTime;
  while (answer.wait_for(kLookAgain) != std::future_status::ready) {
    if (std::chrono::steady_clock::now() > until || closed_.load(std::memory_order_relaxed)) {
      throw admin::NoAnswer("the store does not answer");
    }
  }
  return answer.get();
}

void AdminPort::take_answers(std::vector<persistence::Answer>& answers) {
  std::erase_if(answers, [this](persistence::Answer& answer) {
    if ((answer.ticket & kAdminTicket) == 0) return false;
    if (const auto asked = asked_.extract(answer.ticket)) asked.mapped()->set_value(std::move(answer));
    return true;
  });
}

std::vector<std::string> AdminPort::addresses_of(const std::vector<std::uint64_t>& sessions) {
  std::vector<std::string> addresses;
  on_core([&](Core& /*core*/) {
    for (const std::uint64_t session : sessions) addresses.push_back(access_.address_of(session));
  });
  return addresses;
}

void AdminPort::drain(std::chrono::seconds longest) {
  on_core([&](Core& core) {
    // Where others go on with everything, nobody has to come to the end of anything.
    const bool hands_over = access_.has_others();
    if (!hands_over) core.drain();
    const std::chrono::milliseconds wait = hands_over ? kDrainGrace : longest;
    drain_by_ = access_.clock.now() + std::max(wait, kDrainGrace);
    ready_.store(false, std::memory_order_relaxed);
  });
}

std::expected<std::string, std::string> AdminPort::network(const std::string& text) const {
  const auto network = network_of(text);
  if (!network) return std::unexpected(network.error());
  return network_text(*network);
}

std::optional<std::string> AdminPort::mistake(const std::string& text, const std::string& asker) {
  const auto network = network_of(text);
  if (!network) return std::nullopt;
  Networks one;
  one.add(*network);
  if (const auto address = plain_address(asker); address && one.contains(*address)) {
    return "This network contains your own address, " + asker + ".";
  }
  bool proxy = false;
  on_core([&](Core& /*core*/) { proxy = access_.callers.trusted().overlaps(*network); });
  if (proxy) return "This network contains a trusted proxy: players behind it have other addresses.";
  return std::nullopt;
}

std::size_t AdminPort::ban(const persistence::Ban& ban) {
  std::size_t ended = 0;
  on_core([&](Core& /*core*/) {
    access_.bans.add(ban);
    ended = access_.end_banned();
  });
  return ended;
}

void AdminPort::lift_ban(const std::string& network) {
  on_core([&](Core& /*core*/) { access_.bans.remove(network); });
}

std::vector<persistence::Ban> AdminPort::bans() {
  std::vector<persistence::Ban> all;
  on_core([&](Core& /*core*/) { all = access_.bans.all(); });
  return all;
}

TurnedAway AdminPort::turned_away() {
  TurnedAway turned_away;
  on_core([&](Core& /*core*/) { turned_away = access_.callers.turned_away(); });
  return turned_away;
}

admin::DrainState AdminPort::drain_state() {
  admin::DrainState state;
  on_core([&](Core& core) {
    state = {.draining = core.draining() || drain_by_, .deadline = drain_by_, .playing = core.playing()};
  });
  return state;
}

}  // namespace wyrmhall::server
