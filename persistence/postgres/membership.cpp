#include "persistence/postgres/membership.h"

#include <utility>

#include "persistence/postgres/errors.h"
#include "persistence/postgres/joining.h"

namespace wyrmhall::persistence::postgres {
namespace {

// Nothing of this waits for anybody but in passing, and can be asked again.
constexpr const char* kBounded = "SET statement_timeout = 3000";

std::string list_of(std::span<const Shard> shards) {
  std::string list;
  for (const Shard shard : shards) list.append(list.empty() ? "" : ", ").append(std::to_string(shard));
  return list;
}

// Counts up with each change of owners, in the same transaction; and makes them wait for each other.
constexpr const char* kNoteChange = "UPDATE shard_changes SET n = n + 1";

}  // namespace

Membership::Membership(const std::string& place, Incarnation self)
    : self_(self),
      database_(place, Database::Access::kReadWrite),
      beat_(
          database_,
          "UPDATE beat SET n = n + 1, bus = ?2 WHERE node = ?1 AND EXISTS (SELECT 1 FROM node WHERE id = ?1 AND alive) "
          "RETURNING n"),
      nodes_(database_,
             "SELECT n.id, n.name, n.address, n.version, n.receipt_key, n.draining, b.n, b.bus, "
             "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint, n.rules, c.rules FROM node AS n JOIN beat AS "
             "b ON b.node = n.id CROSS JOIN cluster AS c WHERE n.alive ORDER BY n.id"),
      changed_(database_, "SELECT n FROM shard_changes"),
      owners_(database_, "SELECT id, owner FROM shard ORDER BY id"),
      dead_(
          database_,
          "UPDATE node SET alive = false WHERE id = ?1 AND alive AND EXISTS (SELECT 1 FROM beat WHERE node = ?1 AND n "
          "= ?2)"),
      drain_(database_, "UPDATE node SET draining = true WHERE id = ?") {}

template <class Work>
auto Membership::answered(Work&& work) -> decltype(work()) {
  try {
    if (!database_.connected()) database_.reconnect();
    if (bounded_in_ != database_.connection()) {
      database_.execute(kBounded);
      bounded_in_ = database_.connection();
    }
    return work();
  } catch (const sql::Error& error) {
    database_.roll_back();
    throw NoAnswer(sentence(error));
  }
}

View Membership::beat(BusState bus) {
  return answered([this, bus] {
    View view;
    view.alive = beat_.run(self_, static_cast<std::int64_t>(bus)).has_value();
    if (!view.alive) return view;
    {
      Cursor row = nodes_.query();
      while (row.next()) {
        view.nodes.push_back({.id = row.integer(0),
                              .info = {.name = row.bytes(1),
                                       .address = row.bytes(2),
                                       .version = row.bytes(3),
                                       .receipt_key = row.bytes(4),
                                       .rules = read_known_rules(row.bytes(9))},
                              .draining = row.integer(5) != 0,
                              .bus = static_cast<BusState>(row.integer(7)),
                              .beat = row.integer(6)});
        view.now = row.time(8);
        view.rules = read_rules_in_use(row.bytes(10));
      }
    }
    // The count first: what changes in between is read again with the next look.
    std::int64_t count = 0;
    {
      Cursor row = changed_.query();
      if (row.next()) count = row.integer(0);
    }
    if (count == seen_) return view;
    std::vector<Incarnation> owners(kShards, 0);
    Cursor row = owners_.query();
    while (row.next()) owners.at(static_cast<std::size_t>(row.integer(0))) = row.integer(1);
    view.owners = std::move(owners);
    seen_ = count;
    return view;
  });
}

void Membership::declare_dead(Incarnation node, std::int64_t beat) {
  answered([&] { dead_.run(node, beat); });
}

void Membership::claim(std::span<const Shard> shards) {
  if (shards.empty()) return;
  answered([&] {
    const std::string self = std::to_string(self_);
    database_.execute(std::string("BEGIN; ") + kNoteChange + "; UPDATE shard SET owner = " + self + " WHERE id IN (" +
                      list_of(shards) + ") AND NOT EXISTS (SELECT 1 FROM node WHERE id = shard.owner AND alive) AND " +
                      "EXISTS (SELECT 1 FROM node WHERE id = " + self + " AND alive)");
    database_.commit();
  });
}

void Membership::hand_over(std::span<const Shard> shards, Incarnation to) {
  if (shards.empty()) return;
  answered([&] {
    database_.execute(std::string("BEGIN; ") + kNoteChange + "; UPDATE shard SET owner = " + std::to_string(to) +
                      " WHERE id IN (" + list_of(shards) + ") AND owner = " + std::to_string(self_) +
                      " AND EXISTS (SELECT 1 FROM node WHERE id = " + std::to_string(to) + " AND alive)");
    database_.commit();
  });
}

void Membership::drain(Incarnation node) {
  answered([this, node] { drain_.run(node); });
}

void Membership::leave() {
  answered([this] { Statement(database_, "UPDATE node SET alive = false WHERE id = ?").run(self_); });
}

void Membership::raise_rules() {
  answered([this] { postgres::raise_rules(database_); });
}

void Membership::say_receipt_key(const std::string& key) {
  answered(
      [&] { Statement(database_, "UPDATE node SET receipt_key = ? WHERE id = ?").run(std::string_view(key), self_); });
}

std::string Membership::cluster() {
  return answered([this] {
    Statement asked(database_, "SELECT name FROM cluster");
    Cursor row = asked.query();
    return row.next() ? std::string(row.bytes(0)) : std::string();
  });
}

}  // namespace wyrmhall::persistence::postgres
