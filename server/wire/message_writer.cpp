#include "server/wire/message_writer.h"

#include <algorithm>

namespace wyrmhall::server {

void MessageWriter::grow(std::size_t more) {
  const std::size_t used = size();
  bytes_.resize(std::max(2 * bytes_.size(), used + more));
  at_ = bytes_.data() + used;
  end_ = bytes_.data() + bytes_.size();
}

void MessageWriter::close_long(std::size_t begin, std::size_t length) {
  std::size_t more = 0;
  for (std::size_t rest = length >> 7U; rest != 0; rest >>= 7U) ++more;
  room(more);
  char* const from = bytes_.data() + begin;
  std::memmove(from + more, from, length);
  at_ = from - 1;
  varint(length);
  at_ += length;
}

}  // namespace wyrmhall::server
