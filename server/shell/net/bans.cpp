#include "server/shell/net/bans.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace wyrmhall::server {
namespace {

// No ticket of the core or of administration (admin_port.cpp) is this one.
constexpr std::uint64_t kBansTicket = std::uint64_t{1} << 62U;

}  // namespace

void Bans::load(persistence::Store& store) {
  waits_ = true;
  asked_at_ = clock_.now();
  store.submit({.ticket = kBansTicket, .request = persistence::ListBans{}});
}

bool Bans::take_answers(std::vector<persistence::Answer>& answers) {
  bool more = false;
  std::erase_if(answers, [&](persistence::Answer& raw) {
    if (raw.ticket != kBansTicket) return false;
    waits_ = false;
    const persistence::AnswerTo<persistence::ListBans> answer(std::move(raw));
    ask_again_ = !answer.kept();
    if (ask_again_) return true;
    ready_ = true;
    for (const persistence::Ban& before : all()) {
      // One that was made meanwhile need not be in the answer yet.
      const bool is_there =
          std::ranges::find(answer.value, before.network, &persistence::Ban::network) != answer.value.end();
      if (!is_there && before.made_at < asked_at_) remove(before.network);
    }
    for (const persistence::Ban& ban : answer.value) {
      more = more || !bans_.contains(ban.network);
      add(ban);
    }
    return true;
  });
  return more;
}

std::vector<persistence::Ban> Bans::all() const {
  std::vector<persistence::Ban> all;
  all.reserve(bans_.size());
  for (const auto& [network, ban] : bans_) all.push_back(ban);
  std::ranges::sort(all, {}, [](const persistence::Ban& ban) { return std::tie(ban.made_at, ban.network); });
  return all;
}

void Bans::add(const persistence::Ban& ban) {
  const auto network = network_of(ban.network);
  if (!network || ban.until <= clock_.now()) return;
  networks_.add(*network);
  bans_.insert_or_assign(ban.network, ban);
}

void Bans::remove(const std::string& network) {
  if (bans_.erase(network) != 0) networks_.remove(*network_of(network));
}

void Bans::tick(persistence::Store& store) {
  const Timestamp now = clock_.now();
  const bool read_on = shared_ && !waits_ && now - asked_at_ >= kBansReadEvery;
  if (std::exchange(ask_again_, false) || read_on) load(store);
  std::erase_if(bans_, [&](const auto& entry) {
    if (now < entry.second.until) return false;
    networks_.remove(*network_of(entry.first));
    return true;
  });
}

}  // namespace wyrmhall::server
