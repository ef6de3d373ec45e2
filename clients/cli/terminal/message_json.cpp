#include "clients/cli/terminal/message_json.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/json_util.h>
#include <sodium.h>

#include <optional>

#include <nlohmann/json.hpp>

#include "common/hex.h"
#include "common/uuid.h"
#include "wyrmhall/v1/field_options.pb.h"

namespace wyrmhall::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using Json = nlohmann::ordered_json;

// Protobuf's JSON has bytes in base64.
std::string bytes_in(const std::string& base64) {
  std::string bytes(base64.size(), '\0');
  std::size_t size = 0;
  const int done = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), base64.data(),
                                     base64.size(), nullptr, &size, nullptr, sodium_base64_VARIANT_ORIGINAL);
  bytes.resize(done == 0 ? size : 0);
  return bytes;
}

// Nothing for what is not to be shown.
std::optional<Json> shown(v1::BytesContent content, const std::string& base64) {
  switch (content) {
    case v1::BYTES_CONTENT_ID:
      return uuid_text(bytes_in(base64));
    case v1::BYTES_CONTENT_BINARY:
      return hex_text(bytes_in(base64));
    case v1::BYTES_CONTENT_NUMBERS: {
      Json numbers = Json::array();
      for (const char byte : bytes_in(base64)) numbers.push_back(static_cast<unsigned char>(byte));
      return numbers;
    }
    case v1::BYTES_CONTENT_TEXT:
      return bytes_in(base64);
    case v1::BYTES_CONTENT_FILE:
      return base64;
    default:
      return std::nullopt;
  }
}

void rewrite_bytes(Json& message, const Descriptor& type);

// One value of a field, of which the contract says the content. False where it is not to be shown.
bool rewrite_value(Json& value, const FieldDescriptor& field, v1::BytesContent content) {
  if (field.type() == FieldDescriptor::TYPE_MESSAGE) rewrite_bytes(value, *field.message_type());
  if (field.type() != FieldDescriptor::TYPE_BYTES) return true;
  const auto text = shown(content, value.get<std::string>());
  if (text) value = *text;
  return text.has_value();
}

bool rewrite_field(Json& value, const FieldDescriptor& field) {
  const FieldDescriptor& single = field.is_map() ? *field.message_type()->map_value() : field;
  const v1::BytesContent content = field.options().GetExtension(v1::content);  // of a map: of its values
  if (!field.is_repeated()) return rewrite_value(value, single, content);
  bool all = true;
  for (Json& one : value) all = rewrite_value(one, single, content) && all;
  return all;
}

void rewrite_bytes(Json& message, const Descriptor& type) {
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    const auto found = message.find(field.json_name());
    if (found != message.end() && !rewrite_field(*found, field)) message.erase(found);
  }
}

}  // namespace

std::string json_text(const google::protobuf::Message& message) {
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(message, &text).ok()) return {};
  Json json = Json::parse(text);
  rewrite_bytes(json, *message.GetDescriptor());
  // A text that is not UTF-8 is shown as far as it is, with nothing raw in it that could steer a terminal.
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace wyrmhall::cli
