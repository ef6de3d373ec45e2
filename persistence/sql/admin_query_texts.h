// The queries of administration, in one place so that a test can hold each of them to an index.
#pragma once

#include <array>

namespace wyrmhall::persistence::sql::queries {

// There are few classes: all are read.
inline constexpr const char* kClasses = "SELECT no, game, rules_version, state, result FROM match_classes";

inline constexpr const char* kPage =
    "SELECT started_at, no FROM matches WHERE class = ? AND (started_at, no) < (?, ?) AND started_at >= ? "
    "ORDER BY started_at DESC, no DESC LIMIT ?";

inline constexpr const char* kPlayerPage =
    "SELECT started_at, match FROM player_history WHERE account = ? AND class = ? AND (started_at, match) < (?, ?) "
    "AND started_at >= ? ORDER BY started_at DESC, match DESC LIMIT ?";

// The rows are counted, up to the LIMIT: only the index is read.
inline constexpr const char* kCounted =
    "SELECT no FROM matches WHERE class = ? AND started_at < ? AND started_at >= ? LIMIT ?";

inline constexpr const char* kPlayerCounted =
    "SELECT match FROM player_history WHERE account = ? AND class = ? AND started_at < ? AND started_at >= ? LIMIT ?";

inline constexpr const char* kLine = "SELECT id, ended_at, outcome, folded, rematch_of FROM matches WHERE no = ?";

inline constexpr const char* kSeats = "SELECT account, name FROM seats WHERE match = ? ORDER BY seat";

inline constexpr const char* kNumber = "SELECT no, started_at, class FROM matches WHERE id = ?";

inline constexpr const char* kRunning =
    "SELECT m.id FROM match_classes AS c JOIN matches AS m ON m.class = c.no WHERE c.state = 0 ORDER BY m.no";

inline constexpr const char* kRunningOfPlayer =
    "SELECT m.id FROM match_classes AS c JOIN player_history AS h ON h.class = c.no AND h.account = ? "
    "JOIN matches AS m ON m.no = h.match WHERE c.state = 0 LIMIT ?";

inline constexpr const char* kPlayers =
    "SELECT id, name, name_key, created_at, blocked_at, block_reason, deleted_at FROM accounts "
    "WHERE name_key >= ? AND name_key < ? AND name_key > ? ORDER BY name_key LIMIT ?";

inline constexpr const char* kBlockedPlayers =
    "SELECT id, name, name_key, created_at, blocked_at, block_reason, deleted_at FROM accounts "
    "WHERE blocked_at IS NOT NULL AND name_key >= ? AND name_key < ? AND name_key > ? ORDER BY name_key LIMIT ?";

inline constexpr const char* kPlayer =
    "SELECT id, name, name_key, created_at, blocked_at, block_reason, deleted_at FROM accounts WHERE id = ?";

inline constexpr const char* kBalance = "SELECT what, amount FROM tallies WHERE account = ? ORDER BY what";

inline constexpr const char* kBookings =
    "SELECT m.id, l.what, l.amount, l.match FROM ledger AS l JOIN matches AS m ON m.no = l.match "
    "WHERE l.account = ? AND (l.what, l.match) > (?, ?) ORDER BY l.what, l.match LIMIT ?";

inline constexpr const char* kTotals =
    "SELECT d.day, c.game, c.state, sum(d.matches), sum(d.moves) FROM daily AS d JOIN match_classes AS c "
    "ON c.no = d.class WHERE d.day BETWEEN ? AND ? GROUP BY d.day, c.game, c.state HAVING sum(d.matches) > 0 "
    "ORDER BY d.day DESC, c.game, c.state";

// In the order of the accounts' ids, which is that of their age.
inline constexpr const char* kExpiring =
    "SELECT a.id FROM accounts AS a WHERE a.id > ?1 AND a.created_at < ?2 AND a.blocked_at IS NULL "
    "AND a.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM player_history AS h WHERE h.account = a.id) "
    "AND NOT EXISTS (SELECT 1 FROM tokens AS t WHERE t.account = a.id AND t.used_at >= ?2) ORDER BY a.id LIMIT ?3";

inline constexpr const char* kToDelete =
    "SELECT id FROM accounts WHERE delete_at <= ?1 ORDER BY delete_at, id LIMIT ?2";

inline constexpr const char* kAdminLog =
    "SELECT no, at, operation, target, address, detail, who, outcome FROM audit WHERE no < ? ORDER BY no DESC LIMIT ?";

// Those that must find what they look for by an index, without looking through or sorting anything.
inline constexpr std::array kByIndex = {kPage,    kPlayerPage, kCounted,  kPlayerCounted,  kLine,
                                        kSeats,   kNumber,     kPlayers,  kBlockedPlayers, kPlayer,
                                        kBalance, kBookings,   kAdminLog, kExpiring,       kToDelete};

}  // namespace wyrmhall::persistence::sql::queries
