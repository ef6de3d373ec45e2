// The links by which seats have closed their chains since their matches ended.
#pragma once

#include <cstdint>
#include <vector>

#include "persistence/matches.h"
#include "persistence/sql/database.h"

namespace wyrmhall::persistence::sql {

class ClosingLinkReader {
 public:
  explicit ClosingLinkReader(Database& database)
      : find_(database, "SELECT seat, link FROM closing_links WHERE match = ? ORDER BY seat") {}

  // Those of a match, seats ascending.
  std::vector<SeatLink> of(std::int64_t match_no) {
    std::vector<SeatLink> links;
    Cursor row = find_.query(match_no);
    while (row.next()) links.push_back({.seat = row.as<std::uint8_t>(0), .link = row.array<sizeof(Link)>(1)});
    return links;
  }

 private:
  Statement find_;
};

}  // namespace wyrmhall::persistence::sql
