// Any message as text, by reflection: what a client falls back to for a game that it has no words for.
#pragma once

#include <google/protobuf/message.h>

#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::cli {

// The message as an indented tree, one line a field.
std::vector<std::string> tree_text(const google::protobuf::Message& message);

// The message on one line, such as "fight actor=0 target=1"; a oneof is named by its field.
std::string line_text(const google::protobuf::Message& message);

// The message that is set in a oneof of games (GameView, GameEvent, …), or the message itself where there is none.
const google::protobuf::Message& inner_message(const google::protobuf::Message& message);
const google::protobuf::Message& inner_message(const google::protobuf::Message&& message) = delete;

}  // namespace wyrmhall::cli
