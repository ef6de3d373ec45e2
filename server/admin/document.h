// The OpenAPI document: what openapi.json says, with the operations and the schemas.
#pragma once

#include <span>
#include <string>

#include "server/admin/operation.h"

namespace wyrmhall::server::admin {

std::string document_of(std::span<const Operation> operations);

}  // namespace wyrmhall::server::admin
