#include "tests/fuzz/message_mutator.h"

#include <array>
#include <string>

// libFuzzer's own mutations of bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace wyrmhall::fuzz {
namespace {

namespace pb = google::protobuf;
using Field = pb::FieldDescriptor;

std::uint64_t number(Random& random) {
  constexpr std::array<std::uint64_t, 14> kEdges = {0,    1,      2,    3,          7,          8,          9,
                                                    0xff, 0xffff, 1000, 0x7fffffff, 0xffffffff, 1ULL << 63, ~0ULL};
  switch (random() % 3) {
    case 0:
      return kEdges.at(random() % kEdges.size());
    case 1:
      return random() % 16;
    default:
      return random() * 0x9e3779b97f4a7c15ULL;
  }
}

std::string text(std::string old, Random& random) {
  constexpr std::size_t kMax = 64;
  switch (random() % 6) {
    case 0:
      return std::string(1, static_cast<char>(random() % 8));  // a reference (player.h)
    case 1:
      return std::string(std::array{0UL, 15UL, 16UL, 17UL, 32UL, 33UL}.at(random() % 6), static_cast<char>(random()));
    case 2:
      return "Mira " + std::to_string(random() % 4);
    default: {
      old.resize(std::max(old.size(), kMax));
      const std::size_t size =
          LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(old.data()), random() % (kMax / 2) + 1, old.size());
      old.resize(size);
      return old;
    }
  }
}

void mutate_field(pb::Message& message, const Field& field, Random& random);

// Sets a single field, or adds to a list.
void set(pb::Message& message, const Field& field, Random& random) {
  const pb::Reflection& reflection = *message.GetReflection();
  const bool list = field.is_repeated();
  const std::uint64_t value = number(random);
  switch (field.cpp_type()) {
    case Field::CPPTYPE_UINT32: {
      const auto v = static_cast<std::uint32_t>(value);
      list ? reflection.AddUInt32(&message, &field, v) : reflection.SetUInt32(&message, &field, v);
      return;
    }
    case Field::CPPTYPE_UINT64:
      list ? reflection.AddUInt64(&message, &field, value) : reflection.SetUInt64(&message, &field, value);
      return;
    case Field::CPPTYPE_INT32: {
      const auto v = static_cast<std::int32_t>(value);
      list ? reflection.AddInt32(&message, &field, v) : reflection.SetInt32(&message, &field, v);
      return;
    }
    case Field::CPPTYPE_INT64: {
      const auto v = static_cast<std::int64_t>(value);
      list ? reflection.AddInt64(&message, &field, v) : reflection.SetInt64(&message, &field, v);
      return;
    }
    case Field::CPPTYPE_BOOL:
      list ? reflection.AddBool(&message, &field, value % 2 != 0)
           : reflection.SetBool(&message, &field, value % 2 != 0);
      return;
    case Field::CPPTYPE_ENUM: {
      const int known = static_cast<int>(random() % static_cast<unsigned>(field.enum_type()->value_count()));
      const int v = random() % 8 == 0 ? static_cast<std::int32_t>(value) : field.enum_type()->value(known)->number();
      list ? reflection.AddEnumValue(&message, &field, v) : reflection.SetEnumValue(&message, &field, v);
      return;
    }
    case Field::CPPTYPE_STRING: {
      const std::string old = list ? std::string() : reflection.GetString(message, &field);
      list ? reflection.AddString(&message, &field, text(old, random))
           : reflection.SetString(&message, &field, text(old, random));
      return;
    }
    case Field::CPPTYPE_MESSAGE:
      mutate(list ? *reflection.AddMessage(&message, &field) : *reflection.MutableMessage(&message, &field), random);
      return;
    case Field::CPPTYPE_FLOAT:
    case Field::CPPTYPE_DOUBLE:
      return;  // clients send none
  }
}

void mutate_field(pb::Message& message, const Field& field, Random& random) {
  const pb::Reflection& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    if (reflection.FieldSize(message, &field) > 0 && random() % 3 == 0) return reflection.RemoveLast(&message, &field);
    const std::size_t times = random() % 16 == 0 ? 300 : 1;
    for (std::size_t i = 0; i < times; ++i) set(message, field, random);
    return;
  }
  const bool is_there = field.has_presence() ? reflection.HasField(message, &field) : true;
  if (is_there && random() % 6 == 0) return reflection.ClearField(&message, &field);
  set(message, field, random);
}

}  // namespace

void mutate(pb::Message& message, Random& random) {
  const pb::Descriptor& type = *message.GetDescriptor();
  if (type.field_count() == 0) return;
  // What is there already is changed more often than something else is put in its place.
  std::vector<const Field*> there;
  message.GetReflection()->ListFields(message, &there);
  const bool change = !there.empty() && random() % 4 != 0;
  const Field& field = change ? *there[random() % there.size()]
                              : *type.field(static_cast<int>(random() % static_cast<unsigned>(type.field_count())));
  mutate_field(message, field, random);
}

}  // namespace wyrmhall::fuzz
