// Records of finished matches, and their receipts, for those who ask for them. The record and the receipt of a match
// are made once, however many ask and for however many parts; the latest are remembered, so that the next part is
// there. A session waits for one record and one receipt at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "persistence/matches.h"
#include "server/core/ids.h"
#include "server/core/latest.h"
#include "server/core/waits.h"

namespace wyrmhall::server {

// What is made of a match that is over: the text of its record, and the Receipt, which speaks of that text's last hash.
struct MadeRecord {
  std::string text;          // without closing links; empty where there was only a receipt to be made
  std::string closing_text;  // takes the place of its end if there are closing links (record/closing.h); else empty
  std::string receipt;       // serialised
  // What was signed for it just now, which is to be kept before anybody is told of it.
  persistence::Boxed<receipts::Signed> to_keep = std::nullopt;
};

// What is asked for: the record from this byte on, with or without closing links.
struct RecordRange {
  std::uint64_t offset = 0;
  bool with_closing_links = false;
};

// How many bytes a record has when asked for with or without closing links.
std::uint64_t total_of(const MadeRecord& record, bool with_closing_links);
// At most `most` bytes of those, from the offset on, which lies within them.
std::string part_of(const MadeRecord& record, const RecordRange& range, std::size_t most);

class Exports {
 public:
  // Who waits: for a part of the record, or for the receipt.
  struct Waiter {
    Asker asker;
    std::optional<RecordRange> range;
  };

  // Remembers records of at most `bytes` together, and the latest one however long it is.
  explicit Exports(std::size_t bytes) : remembered_(bytes) {}

  // A record that is remembered and has what is asked for, the record or the receipt; null otherwise. Good until the
  // next call of anything here.
  [[nodiscard]] const MadeRecord* find(const MatchId& match, bool record);
  // Whether this session waits for one of the same kind.
  [[nodiscard]] bool is_at_work_for(const Waiter& waiter) const { return at_work_.contains(key_of(waiter)); }
  // A session that has none at work waits from now on.
  void wait(const MatchId& match, const Waiter& waiter);
  // It is made though nobody may wait for it, and is to be remembered.
  void expect(const MatchId& match) { waiting_.try_emplace(match); }
  // Who waits for this record.
  [[nodiscard]] std::span<const Waiter> waiting(const MatchId& match) const;
  // The record was made, or cannot be. All who waited for it.
  std::vector<Waiter> made(const MatchId& match, const std::optional<MadeRecord>& record);
  // Seats have closed their chains since: these are all the links that there are. A record that is being made may have
  // been read before: bring_up() comes before it is told.
  void close(const MatchId& match, std::span<const persistence::SeatLink> links);
  // Adds to a record that was made the links that were shown meanwhile: a player who has closed a chain finds its link
  // in every record told from then on.
  void bring_up(const MatchId& match, MadeRecord& record);
  // Forgets everything, also what is being made: what records say has changed.
  void forget();

 private:
  struct Waiting {
    std::vector<Waiter> waiters;
    bool good = true;          // to be remembered
    std::string closing_text;  // of the links that were shown since it is being made
  };
  // The number of the session, and whether it is for the receipt.
  using Key = std::pair<std::uint64_t, bool>;
  static Key key_of(const Waiter& waiter) { return {waiter.asker.session.number, !waiter.range}; }
  void remember(const MatchId& match, MadeRecord record);

  Latest<MatchId, MadeRecord> remembered_;
  boost::unordered_flat_map<MatchId, Waiting, IdHash> waiting_;
  boost::unordered_flat_set<Key> at_work_;
};

}  // namespace wyrmhall::server
