#include "tests/load/update_bytes.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include "wyrmhall/v1/match.pb.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::load {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using Bytes = std::span<const std::uint8_t>;

// Hands over the number of each field and its bytes, the tag included. False for what is no well-formed message.
template <class Take>
bool each_field(Bytes message, Take take) {
  CodedInputStream in(message.data(), static_cast<int>(message.size()));
  while (true) {
    const auto begin = static_cast<std::size_t>(in.CurrentPosition());
    const std::uint32_t tag = in.ReadTag();
    if (tag == 0) return in.ConsumedEntireMessage();
    if (!WireFormatLite::SkipField(&in, tag)) return false;
    const auto end = static_cast<std::size_t>(in.CurrentPosition());
    take(WireFormatLite::GetTagFieldNumber(tag), message.subspan(begin, end - begin));
  }
}

// The message in a field.
Bytes content_of(Bytes field) {
  CodedInputStream in(field.data(), static_cast<int>(field.size()));
  std::uint32_t length = 0;
  in.ReadTag();
  if (!in.ReadVarint32(&length) || length > field.size()) return {};
  return field.last(length);
}

}  // namespace

std::optional<UpdateBytes> weigh_update(Bytes message) {
  UpdateBytes bytes{.message = message.size()};
  Bytes update;
  const bool whole = each_field(message, [&](int number, Bytes field) {
    if (number == v1::ServerMessage::kUpdateFieldNumber) update = content_of(field);
  });
  const bool update_whole = each_field(update, [&](int number, Bytes field) {
    if (number == v1::MatchUpdate::kDiffFieldNumber) bytes.diff += field.size();
    if (number == v1::MatchUpdate::kEventsFieldNumber) bytes.events += field.size();
    if (number == v1::MatchUpdate::kChoicesFieldNumber) bytes.choices += field.size();
  });
  if (!whole || !update_whole || update.empty()) return std::nullopt;
  return bytes;
}

}  // namespace wyrmhall::load
