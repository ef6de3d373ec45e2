// What a server has signed about a start, against what this client has seen of it (docs/dice.md): before x_0 is shown,
// and when the match has started.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/accusation.h"
#include "clients/cli/keep.h"
#include "wyrmhall/v1/match.pb.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::cli {

// At a table whose seats are to reveal. `key` is the pinned one, 32 bytes; `earlier` are the start statements that were
// signed at this table before. Nothing: a client may show its x_0.
std::optional<Accusation> wrong_with_start(const v1::Table& table, std::string_view key,
                                           const std::vector<receipts::Signed>& earlier);

// The match has started: its start statement is the one for which x_0 was shown. Nothing where none was kept.
std::optional<Accusation> wrong_with_match(const v1::MatchInfo& info, std::string_view key, const KeptChain& kept);

}  // namespace wyrmhall::cli
