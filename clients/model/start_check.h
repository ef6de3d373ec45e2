// What a server has signed and promised about a start, against what this client has seen of it (docs/dice.md): before
// x_0 is shown, when the match has started, and when it is over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/model/accusation.h"
#include "clients/model/chain_store.h"
#include "wyrmhall/v1/match.pb.h"
#include "wyrmhall/v1/table.pb.h"

namespace wyrmhall::clients {

// At a table whose seats are to reveal. `key` is the pinned one, 32 bytes; `earlier` are the start statements that were
// signed at this table before. Nothing: a client may show its x_0.
std::optional<Accusation> wrong_with_start(const v1::Table& table, std::string_view key,
                                           const std::vector<receipts::Signed>& earlier);

// The match has started: its start statement is the one for which x_0 was shown. Nothing if none was kept.
std::optional<Accusation> wrong_with_match(const v1::MatchInfo& info, std::string_view key, const KeptChain& kept);

// The match is over: what the server signs about its end, if it does, is by the key of its start, fits that start, and
// has the seed that was shown. Nothing: the server is bound to what was played.
std::optional<Accusation> wrong_with_end(const receipts::Signed& start, const std::optional<receipts::Signed>& end,
                                         std::string_view server_seed);

// How the server and the others kept what they had promised before the match. Nothing: all is well.
std::optional<Message> broken_promise_at_start(const KeptChain& kept, const v1::MatchInfo& info);
std::optional<Message> broken_promise_at_end(const std::string& server_commitment, const std::string& server_seed);

}  // namespace wyrmhall::clients
