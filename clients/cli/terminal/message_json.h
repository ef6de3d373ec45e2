// Messages as lines of JSON, for scripts: Protobuf's own mapping, except that fields of bytes are written as the rest
// of the program writes them. The contract itself says what a field of bytes holds (field_options.proto).
#pragma once

#include <google/protobuf/message.h>

#include <string>

namespace wyrmhall::cli {

// On one line. Ids are UUIDs and go into any command that takes one; hashes and the like are hexadecimal. Secrets are
// left out, and so are bytes for which the contract does not say what they are.
std::string json_text(const google::protobuf::Message& message);

}  // namespace wyrmhall::cli
