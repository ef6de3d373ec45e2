// Protobuf messages that live as long as a scope, on the stack as far as they fit: a turn makes a hundred small ones.
#pragma once

#include <google/protobuf/arena.h>

#include <array>
#include <cstddef>

namespace wyrmhall::server {

template <std::size_t Bytes>
class MessageArena {
 public:
  MessageArena() : arena_(options(block_)) {}
  MessageArena(const MessageArena&) = delete;
  MessageArena& operator=(const MessageArena&) = delete;
  ~MessageArena() = default;

  // An empty message, gone with this object.
  template <class Message>
  Message& make() {
    return *google::protobuf::Arena::CreateMessage<Message>(&arena_);
  }

 private:
  using Block = std::array<char, Bytes>;

  static google::protobuf::ArenaOptions options(Block& block) {
    google::protobuf::ArenaOptions options;
    options.initial_block = block.data();
    options.initial_block_size = block.size();
    return options;
  }

  alignas(std::max_align_t) Block block_;
  google::protobuf::Arena arena_;
};

}  // namespace wyrmhall::server
