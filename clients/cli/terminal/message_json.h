// Messages as lines of JSON, for scripts: Protobuf's own mapping, but fields of bytes read as the rest of the program
// writes them. What a field of bytes holds, the contract says itself (field_options.proto).
#pragma once

#include <google/protobuf/message.h>

#include <string>

namespace wyrmhall::cli {

// On one line. Ids are UUIDs and go into any command that takes one; hashes and the like are hexadecimal. Secrets, and
// bytes of which the contract does not say what they are, are left out.
std::string json_text(const google::protobuf::Message& message);

}  // namespace wyrmhall::cli
