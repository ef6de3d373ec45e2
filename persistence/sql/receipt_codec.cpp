#include "persistence/sql/receipt_codec.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "common/bytes.h"
#include "persistence/sql/bytes.h"

namespace wyrmhall::persistence::sql {
namespace {

template <std::size_t N>
void append(const std::array<std::uint8_t, N>& bytes, std::string& out) {
  out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

void append(const receipts::Signed& statement, std::string& out) {
  std::array<char, kMaxVarint> length{};
  out.append(length.data(), put_varint(length.data(), statement.text.size()));
  out.append(statement.text);
  append(statement.signature, out);
  append(statement.key, out);
}

template <std::size_t N>
void take(ByteReader& in, std::array<std::uint8_t, N>& to) {
  to = array_from<std::array<std::uint8_t, N>>(in.take(N)).value_or(std::array<std::uint8_t, N>{});
}

receipts::Signed take_signed(ByteReader& in) {
  receipts::Signed statement;
  statement.text = in.take(in.varint());
  take(in, statement.signature);
  take(in, statement.key);
  return statement;
}

}  // namespace

std::string encode(const SignedStart& receipt) {
  std::string out;
  append(receipt.start, out);
  for (const AbortedStart& start : receipt.aborted) {
    append(start.start, out);
    append(start.aborted, out);
  }
  return out;
}

std::string encode(const receipts::Signed& statement) {
  std::string out;
  append(statement, out);
  return out;
}

std::optional<SignedStart> decode_receipt(std::string_view bytes) {
  ByteReader in(bytes);
  SignedStart receipt{.start = take_signed(in), .aborted = {}};
  while (in.good() && !in.at_end()) {
    AbortedStart& start = receipt.aborted.emplace_back();
    start.start = take_signed(in);
    start.aborted = take_signed(in);
  }
  if (!in.good()) return std::nullopt;
  return receipt;
}

std::optional<receipts::Signed> decode_statement(std::string_view bytes) {
  ByteReader in(bytes);
  receipts::Signed statement = take_signed(in);
  if (!in.good() || !in.at_end()) return std::nullopt;
  return statement;
}

}  // namespace wyrmhall::persistence::sql
