// Hostile records against the verifier. The mutator changes the JSON and computes all hashes anew, so that what is
// checked after them is reached too. A record that passes must be one that is its own proof: it is verified again.
#include <cstdlib>
#include <random>

#include "record/json.h"
#include "record/verify.h"

// libFuzzer's own mutations of bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace wyrmhall::fuzz {
namespace {

using record::Json;
using Random = std::minstd_rand;

std::size_t count(const Json& json) {
  std::size_t sum = 1;
  if (json.is_structured()) {
    for (const Json& part : json) sum += count(part);
  }
  return sum;
}

// The n-th value in the order of the text.
Json* part_of(Json& json, std::size_t& n) {
  if (n-- == 0) return &json;
  if (!json.is_structured()) return nullptr;
  for (Json& part : json) {
    if (Json* found = part_of(part, n)) return found;
  }
  return nullptr;
}

Json& any_part(Json& json, Random& random) {
  std::size_t n = random() % count(json);
  return *part_of(json, n);
}

void mutate(Json& value, Random& random) {
  switch (random() % 8) {
    case 0:
      value = nullptr;
      return;
    case 1:
      value = static_cast<std::int64_t>(random()) - 5;
      return;
    case 2:
      value = Json::array({1, "x", Json::object()});
      return;
    default:
      break;
  }
  if (value.is_number_integer()) {
    value = value.get<std::int64_t>() + static_cast<std::int64_t>(random() % 5) - 2;
  } else if (value.is_boolean()) {
    value = !value.get<bool>();
  } else if (value.is_string()) {
    auto text = value.get<std::string>();
    constexpr std::size_t kGrow = 16;
    const std::size_t size = text.size();
    text.resize(size + kGrow);
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), size, text.size()));
    for (char& c : text) c = static_cast<char>(c & 0x7f);  // JSON is UTF-8
    value = text;
  } else if (value.is_structured() && !value.empty()) {
    const auto at = std::next(value.begin(), static_cast<std::ptrdiff_t>(random() % value.size()));
    if (random() % 2 == 0) {
      value.erase(at);
    } else if (value.is_array()) {
      value.push_back(Json(*at));
    } else {
      value["extra"] = Json(*at);
    }
  }
}

// As check_hashes() of the verifier goes through it.
void hash_anew(Json& record) {
  if (!record.is_object() || !record.contains("startHash") || !record.contains("moves")) return;
  Json before = Json::object();
  for (const auto& [key, value] : record.items()) {
    if (key == "startHash") break;
    before[key] = value;
  }
  std::string hash = record::chained_hash("", before);
  record["startHash"] = hash;
  if (!record["moves"].is_array()) return;
  for (Json& move : record["moves"]) {
    if (!move.is_object()) return;
    move.erase("hash");
    hash = record::chained_hash(hash, move);
    move["hash"] = hash;
  }
  if (record.contains("outcome") && record.contains("hash")) {
    record["hash"] = record::chained_hash(hash, record["outcome"]);
  }
}

}  // namespace
}  // namespace wyrmhall::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto account = wyrmhall::record::verify(text);
  if (account && !wyrmhall::record::verify(wyrmhall::record::laid_out(*wyrmhall::record::parse(text)))) std::abort();
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned int seed) {
  using namespace wyrmhall;
  fuzz::Random random(seed + 1);
  auto json = record::parse({reinterpret_cast<const char*>(data), size});
  if (!json || random() % 10 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::size_t times = 1 + random() % 2;
  for (std::size_t i = 0; i < times; ++i) fuzz::mutate(fuzz::any_part(*json, random), random);
  if (random() % 8 != 0) fuzz::hash_anew(*json);
  const std::string text = json->is_object() ? record::laid_out(*json) : record::compact(*json);
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::copy(text.begin(), text.end(), data);
  return text.size();
}
