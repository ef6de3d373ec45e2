#include "server/games/stored.h"

#include <spdlog/spdlog.h>

#include <optional>
#include <string>
#include <vector>

#include "common/bytes.h"

namespace wyrmhall::server {
namespace {

// 16 bytes as they are kept; nothing if there are none, an error if it is another number of bytes.
std::expected<std::optional<rules::Link>, std::string> stored_link(const std::string& bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto link = array_from<rules::Link>(bytes);
  if (!link) return std::unexpected("a stored link has the wrong length");
  return link;
}

}  // namespace

std::expected<rules::FairStream, std::string> dice_of(const persistence::MatchRow& row) {
  std::vector<std::optional<rules::Link>> roots;
  for (const persistence::SeatRow& seat : row.seats) {
    auto root = stored_link(seat.x0);
    if (!root) return std::unexpected(root.error());
    roots.push_back(*root);
  }
  if (roots.size() > static_cast<std::size_t>(rules::kMaxSeats)) return std::unexpected("too many seats are stored");
  return rules::FairStream(row.server_seed, row.id.bytes(), roots);
}

std::vector<record::SeatLink> record_links(std::span<const persistence::SeatLink> links) {
  std::vector<record::SeatLink> record;
  record.reserve(links.size());
  for (const persistence::SeatLink& one : links) record.push_back({.seat = one.seat, .link = one.link});
  return record;
}

receipts::Signed end_statement(const persistence::StoredMatch& match, const receipts::EndStatement& end,
                               const receipts::SigningKey& key) {
  std::string text = receipts::write(end);
  if (!match.end_statement) return key.sign(std::move(text));
  if (match.end_statement->text != text) {
    spdlog::error("match {}: its record is not the one whose hash was signed", uuid_text(match.row.id));
  }
  return *match.end_statement;
}

std::expected<record::Header, std::string> record_header(const persistence::MatchRow& row) {
  record::Header header{.match_id = row.id,
                        .rules_version = row.rules_version,
                        .started_at = row.started_at,
                        .turn_seconds = row.turn_seconds,
                        .seats = {},
                        .server_seed = row.server_seed};
  for (const persistence::SeatRow& from : row.seats) {
    const auto commitment = stored_link(from.commitment);
    const auto x0 = stored_link(from.x0);
    if (!commitment || !x0) return std::unexpected("a stored link has the wrong length");
    header.seats.push_back({.name = from.name, .account = from.account, .commitment = *commitment, .x0 = *x0});
  }
  if (row.receipt) {
    header.start_receipt = row.receipt->start;
    for (const persistence::AbortedStart& start : row.receipt->aborted) {
      header.aborted_starts.push_back({.start = start.start, .aborted = start.aborted});
    }
  }
  return header;
}

}  // namespace wyrmhall::server
