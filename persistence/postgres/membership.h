// The servers of a PostgreSQL store.
#pragma once

#include <memory>
#include <string>

#include "persistence/membership.h"
#include "persistence/postgres/database.h"

namespace wyrmhall::persistence::postgres {

class Membership final : public persistence::Membership {
 public:
  // Of a run that has joined. Makes a connection of its own, again after it was lost. Throws Error.
  Membership(const std::string& place, Incarnation self);

  View beat(BusState bus) override;
  void declare_dead(Incarnation node, std::int64_t beat) override;
  void claim(std::span<const Shard> shards) override;
  void hand_over(std::span<const Shard> shards, Incarnation to) override;
  void drain(Incarnation node) override;
  void leave() override;
  void raise_rules() override;
  void say_receipt_key(const std::string& key) override;
  std::string cluster() override;

 private:
  template <class Work>
  auto answered(Work&& work) -> decltype(work());

  const Incarnation self_;
  Database database_;
  Statement beat_;
  Statement nodes_;
  Statement changed_;
  Statement owners_;
  Statement dead_;
  Statement drain_;
  std::uint64_t bounded_in_ = 0;  // the connection that was told for how long it may work
  std::int64_t seen_ = -1;        // of shard_changes, with the last owners that were read
};

}  // namespace wyrmhall::persistence::postgres
