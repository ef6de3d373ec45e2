// The signed statements of a record: as JSON, and held against what the record says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "receipts/signature.h"
#include "receipts/statement.h"
#include "record/foresight.h"
#include "record/json.h"
#include "record/values.h"
#include "record/written.h"

namespace wyrmhall::record {

Json signed_json(const receipts::Signed& statement);
Json aborted_starts_json(const std::vector<AbortedStart>& starts);
Json receipts_json(const std::optional<receipts::Signed>& start, const receipts::Signed& end);

// Throws Wrong where it is not of that shape. `where` is such as "receipts.start".
receipts::Signed read_signed(const Json& json, const std::string& where);

// Throws Wrong at the first statement whose signature does not fit, or that differs from what the record says. What the
// start statement says of the game, its version and its options is compared with `record`.
void check_starts(const Header& header, const Json& record);

// Throws Wrong where the recorded end statement is not signed, or is not this one.
void check_end(const receipts::EndStatement& derived, const receipts::Signed& recorded);

// The end statement of a match, given the last hash of its record.
receipts::EndStatement end_statement(const Header& header, const std::string& hash, const Foresight& foresight);

}  // namespace wyrmhall::record
