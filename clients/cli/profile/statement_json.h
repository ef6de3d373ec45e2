// Statements that a server has signed, as files have them: {"text":…,"key":…,"signature":…}.
#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "receipts/signature.h"

namespace wyrmhall::cli {

nlohmann::ordered_json json_of(const receipts::Signed& statement);
// Nothing if it does not have this form. Says nothing about who signed it.
std::optional<receipts::Signed> signed_from_json(const nlohmann::ordered_json& json);

}  // namespace wyrmhall::cli
