// A record as it was read, before anything in it is believed: its shape is right, and nothing more.
#pragma once

#include <exception>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/json.h"
#include "record/values.h"

namespace wyrmhall::record {

// Thrown while a record is read, and caught by verify().
struct Wrong : std::exception {
  explicit Wrong(Flaw t) : problem(std::move(t)) {}
  Wrong(std::string where, std::string what) : problem{std::move(where), std::move(what)} {}
  Flaw problem;
};

struct Document {
  Json json;
  Header header;
  std::string game;
  std::optional<receipts::Signed> end_receipt;
  std::vector<SeatLink> closing_links;  // record/closing.h
};

// Throws Wrong where a key is missing, is one too many, or has another type or form than it must.
Document read_document(Json json);

// The parts of a move that are the same in every game; `where` is such as "moves[3]". The action is left to the game.
template <rules::Game G>
Move<G> read_move(const Json& json, const std::string& where);

// --- For reading parts ---

// An object with no other keys than these; those that begin with a question mark may be missing.
void check_keys(const Json& json, const std::string& where, std::initializer_list<std::string_view> keys);
const std::string& text_at(const Json& json, const std::string& where, const char* key);
std::uint64_t number_at(const Json& json, const std::string& where, const char* key, std::uint64_t most);
rules::MoveKind kind_at(const Json& json, const std::string& where);
// Links of seats, in a list that must not be empty.
std::vector<SeatLink> links_in(const Json& list, const std::string& where);
std::optional<Confirmation> confirmation_at(const Json& json, const std::string& where);
std::uint64_t action_id_at(const Json& json, const std::string& where);

template <std::size_t N>
std::array<std::uint8_t, N> bytes_at(const Json& json, const std::string& where, const char* key);

}  // namespace wyrmhall::record

#include "record/document_impl.h"
