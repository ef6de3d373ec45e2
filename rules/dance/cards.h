// The sixteen cards of Dragon Dance, and what each does (section 3 of docs/rules/dance.md).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "rules/described.h"
#include "rules/seat.h"

namespace wyrmhall::rules::dance {

// G1: who sits where (R-DANCE-1).
inline constexpr Seat kKnight = 0;
inline constexpr Seat kDragon = 1;

inline constexpr int kFaces = 6;
inline constexpr std::size_t kDeckSize = 8;

// "No die" for a slot, which a seat may choose.
inline constexpr std::int8_t kNoDie = -1;

// The knight's deck, then the dragon's, each in the order of its hand.
enum class Card : std::uint8_t {
  charge,
  hack,
  slash,
  dodge,
  shield,
  advance_k,
  retreat_k,
  recuperate_k,
  breathe_fire,
  rake,
  tail,
  flap,
  scales,
  advance_d,
  retreat_d,
  recuperate_d,
  none
};
inline constexpr std::array<std::string_view, 2 * kDeckSize> kCardNames = {
    "charge",       "hack", "slash", "dodge", "shield", "advance_k", "retreat_k", "recuperate_k",
    "breathe_fire", "rake", "tail",  "flap",  "scales", "advance_d", "retreat_d", "recuperate_d"};
inline constexpr Notes kCardOrNone = {.names = kCardNames, .none = number_of(Card::none)};

// The one range between the two (R-DANCE-2): long and short.
enum class Range : std::uint8_t { far, close };
inline constexpr std::array<std::string_view, 2> kRangeNames = {"long", "short"};

enum class CardKind : std::uint8_t { attack, defence, move, recover };

// M1. As bits, so that those of two cards can be put together.
enum class Movement : std::uint8_t { none = 0, reduce = 1, increase = 2 };

// By the value of the die that was chosen with the card; 0 is no die.
using Columns = std::array<std::uint8_t, kFaces + 1>;

// A4: nothing gets through.
inline constexpr std::uint8_t kAll = 255;
inline constexpr Columns kDodge = {kAll, kAll, kAll, kAll, kAll, kAll, kAll};

struct CardRules {
  CardKind kind = CardKind::attack;
  bool far = true;  // playable at long range
  bool close = true;
  Columns damage{};   // nothing but for attacks
  Columns protect{};  // nothing but for defences
  Movement movement = Movement::none;
};

// By the card's number. B1: no column is below that without a die.
inline constexpr std::array<CardRules, 2 * kDeckSize> kCards = {{
    {.close = false, .damage = {1, 1, 2, 2, 3, 4, 5}, .movement = Movement::reduce},  // Charge
    {.far = false, .damage = {1, 1, 2, 2, 2, 3, 4}},                                  // Hack
    {.far = false, .damage = {1, 1, 1, 2, 2, 3, 3}},                                  // Slash
    {.kind = CardKind::defence, .protect = kDodge},                                   // Dodge
    {.kind = CardKind::defence, .protect = {2, 4, 4, 3, 3, 2, 2}},                    // Raise Shield
    {.kind = CardKind::move, .movement = Movement::reduce},                           // Advance
    {.kind = CardKind::move, .movement = Movement::increase},                         // Retreat
    {.kind = CardKind::recover},                                                      // Recuperate
    {.close = false, .damage = {1, 2, 2, 3, 4, 4, 5}},                                // Breathe Fire
    {.far = false, .damage = {0, 0, 1, 1, 2, 2, 3}},                                  // Rake
    {.damage = {0, 0, 1, 1, 2, 2, 3}},                                                // Tail Sweep
    {.kind = CardKind::defence, .protect = {2, 4, 4, 3, 3, 2, 2}},                    // Flap
    {.kind = CardKind::defence, .protect = {1, 3, 3, 2, 2, 1, 1}},                    // Harden Scales
    {.kind = CardKind::move, .movement = Movement::reduce},                           // Advance
    {.kind = CardKind::move, .movement = Movement::increase},                         // Retreat
    {.kind = CardKind::recover},                                                      // Recuperate
}};

constexpr std::size_t index(Card card) {
  return static_cast<std::size_t>(card);
}

// The card must be one.
constexpr const CardRules& rules_of(Card card) {
  return kCards[index(card)];
}

constexpr Seat owner_of(Card card) {
  return index(card) < kDeckSize ? kKnight : kDragon;
}

// Cards in the order of the deck, one bit each: a list without a card twice.
class CardSet {
 public:
  using value_type = Card;

  class Iterator {
   public:
    using value_type = Card;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() = default;
    explicit constexpr Iterator(std::uint32_t bits) : bits_(bits) {}
    constexpr Card operator*() const { return static_cast<Card>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint32_t bits_ = 0;
  };

  // S1: all cards of a seat.
  static constexpr CardSet deck_of(Seat seat) {
    CardSet deck;
    deck.bits_ = seat == kKnight ? 0x00ff : 0xff00;
    return deck;
  }

  constexpr void insert(Card card) { bits_ = static_cast<std::uint16_t>(bits_ | (1U << index(card))); }
  constexpr void erase(Card card) { bits_ = static_cast<std::uint16_t>(bits_ & ~(1U << index(card))); }
  [[nodiscard]] constexpr bool contains(Card card) const { return ((bits_ >> index(card)) & 1U) != 0; }
  [[nodiscard]] constexpr CardSet both(CardSet other) const {
    other.bits_ &= bits_;
    return other;
  }

  // As of a list.
  static constexpr std::size_t capacity() { return kDeckSize; }
  constexpr void clear() { bits_ = 0; }
  constexpr void push_back(Card card) { insert(card); }
  [[nodiscard]] constexpr std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits_)); }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  constexpr Card operator[](std::size_t i) const { return *std::next(begin(), static_cast<std::ptrdiff_t>(i)); }
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }
  friend constexpr bool operator==(CardSet, CardSet) = default;

 private:
  std::uint16_t bits_ = 0;
};

// P1: the cards that can be played at a range.
inline constexpr std::array<CardSet, 2> kPlayable = [] {
  std::array<CardSet, 2> playable;
  for (std::size_t i = 0; i < kCards.size(); ++i) {
    if (kCards[i].far) playable[0].insert(static_cast<Card>(i));
    if (kCards[i].close) playable[1].insert(static_cast<Card>(i));
  }
  return playable;
}();
constexpr CardSet playable_at(Range range) {
  return kPlayable[static_cast<std::size_t>(range)];
}

// C1: the other of the two cards with Combo; none for a card without.
constexpr Card partner_of(Card card) {
  if (card == Card::hack) return Card::slash;
  return card == Card::slash ? Card::hack : Card::none;
}

// A1 to A4: what a card does to the other side, with the columns of both sides' dice.
constexpr int damage_of(Card card, int column, Card answer, int answer_column) {
  const int damage = rules_of(card).damage[static_cast<std::size_t>(column)];
  const int protection = rules_of(answer).protect[static_cast<std::size_t>(answer_column)];
  return std::max(0, damage - protection);
}

}  // namespace wyrmhall::rules::dance
