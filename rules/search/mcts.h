// A bot that thinks: information-set Monte-Carlo tree search over the rules interface alone.
//
// Each playout makes up what the seat may not know (G::determinise), goes down the part of the game that it has seen
// before, and plays on from its edge with random choices until it can tell what that was worth. Chance is rolled with
// quick dice as it comes. What was learnt is kept by information set: by who decides, and by all that this seat may
// know then. So every seat, in the tree as in play, chooses without seeing what is hidden from it or what others choose
// at the same time; different rolls lead to different nodes; and what can be reached in several ways is learnt once.
//
// It is anytime: the longer it may think, the better it plays, and it can be stopped after any playout. It knows no
// clock: the caller hands in a stop that does, or a number of playouts, which gives the same choice each time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "rules/dice/fast_dice.h"
#include "rules/game.h"
#include "rules/search/key.h"

namespace wyrmhall::rules {

// At least this many playouts come before stop() is asked, so that a bot that was asked late still has an idea.
inline constexpr std::uint32_t kMinPlayouts = 32;
// stop() is asked once in this many playouts, each of which takes from a microsecond to a few hundred.
inline constexpr std::uint32_t kPlayoutsAtOnce = 8;
// What one search may remember: about 12 MB. Past it, playouts still sharpen what is known, but add no nodes.
inline constexpr std::size_t kMaxNodes = std::size_t{1} << 17;
inline constexpr std::size_t kMaxEdges = std::size_t{1} << 20;
// A way down through known nodes is cut after kMaxDescent steps, and a playout that no end and no value stops after
// kMaxPlayout.
inline constexpr std::size_t kMaxDescent = 256;
inline constexpr int kMaxPlayout = 10'000;

struct SearchLimits {
  std::uint32_t playouts = 1000;  // at most
  // Where a playout must first reach states of which the game's value tells something, it goes on for `depth` more
  // decisions: a position that chance has set up says little until it has been played.
  int depth = 8;
  double curiosity = 0.5;  // how much a choice that was seldom tried is preferred to one that did well
};

// What a search found. `action` is empty when the seat has no choice.
template <class Action>
struct Found {
  std::optional<Action> action;
  double worth = 0;            // what the seat may expect of it, 0..1; 0.5 where there was nothing to think about
  std::uint32_t playouts = 0;  // none where there is but one choice
};

namespace detail {

// The choices of a seat: size() and [n]. They are listed only where the game cannot do without, and good until the
// state changes.
template <Game G>
decltype(auto) choices_of(const typename G::State& state, Seat seat, typename G::ActionList& list) {
  if constexpr (CountedGame<G>) {
    return typename G::Choices(state, seat);
  } else {
    list.clear();
    G::choices(state, seat, list);
    return std::as_const(list);
  }
}

template <SearchableGame G>
class Mcts {
 public:
  using State = typename G::State;
  using Action = typename G::Action;

  Mcts(const State& concealed, Seat seat, std::uint64_t seed, const SearchLimits& limits)
      : root_(concealed), seat_(seat), limits_(limits), dice_(seed) {}

  template <class Stop>
  Found<Action> run(Stop& stop) {
    list_.clear();
    G::choices(root_, seat_, list_);
    if (list_.empty()) return {};
    if (list_.size() == 1) return {.action = list_[0], .worth = 0.5, .playouts = 0};
    const typename G::ActionList choices = list_;
    make_room();
    const std::uint64_t root_key = key_of(root_, seat_);
    std::uint32_t done = 0;
    while (done < std::max(limits_.playouts, 1U)) {
      play_once();
      ++done;
      if (done >= kMinPlayouts && done % kPlayoutsAtOnce == 0 && stop()) break;
    }
    const Edge* const edges = &edges_[node_of(root_key)->first_edge];
    const std::size_t best = most_tried(edges, choices.size());
    return {.action = choices[best], .worth = double{edges[best].mean}, .playouts = done};
  }

 private:
  // A node is an information set; it has an edge for each choice, in the order of G::choices.
  struct Node {
    std::uint64_t key = 0;
    std::uint32_t visits = 0;
    std::uint32_t first_edge = 0;
    std::uint32_t edges = 0;
  };
  struct Edge {
    std::uint32_t visits = 0;
    float mean = 0;  // of what the seat that decides here got
  };
  struct Step {
    std::uint32_t node = 0;
    std::uint32_t edge = 0;  // of all edges
    Seat seat = 0;
  };
  static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

  static std::uint64_t key_of(const State& state, Seat seat) {
    if constexpr (SecretiveGame<G>) {
      return KeyMixer().add(G::key(G::conceal(state, Viewer{seat}))).add(seat).key();
    } else {
      return KeyMixer().add(G::key(state)).add(seat).key();
    }
  }

  static Seat first_of(SeatSet seats) { return static_cast<Seat>(std::countr_zero(seats.bits())); }

  void make_room() {
    const std::size_t most = std::min<std::size_t>(std::size_t{limits_.playouts} + 1, kMaxNodes);
    index_.assign(std::bit_ceil(2 * most), kEmpty);
    max_nodes_ = most;
  }

  std::uint32_t& slot_of(std::uint64_t key) {
    const std::size_t mask = index_.size() - 1;
    std::size_t at = key & mask;
    while (index_[at] != kEmpty && nodes_[index_[at]].key != key) at = (at + 1) & mask;
    return index_[at];
  }
  Node* node_of(std::uint64_t key) {
    const std::uint32_t at = slot_of(key);
    return at == kEmpty ? nullptr : &nodes_[at];
  }

  // Whether there was room for one more.
  bool add_place(std::uint64_t key, std::size_t choices) {
    if (nodes_.size() >= max_nodes_ || edges_.size() + choices > kMaxEdges) return false;
    slot_of(key) = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.key = key,
                      .visits = 0,
                      .first_edge = static_cast<std::uint32_t>(edges_.size()),
                      .edges = static_cast<std::uint32_t>(choices)});
    edges_.resize(edges_.size() + choices);
    return true;
  }

  // The choice that was tried most; of several, the one that did best; of equal ones, any: a choice that could be
  // foreseen would not be secret.
  std::size_t most_tried(const Edge* edges, std::size_t count) {
    std::size_t best = 0;
    std::uint64_t equal = 1;
    for (std::size_t i = 1; i < count; ++i) {
      const auto better = std::pair(edges[i].visits, edges[i].mean) <=> std::pair(edges[best].visits, edges[best].mean);
      if (better < 0) continue;
      equal = better > 0 ? 1 : equal + 1;
      if (dice_.below(equal) == 0) best = i;
    }
    return best;
  }

  // UCB1. Choices that were never tried come first, from a place in the list that is drawn.
  std::uint32_t pick(const Node& node) {
    const Edge* const edges = &edges_[node.first_edge];
    if (node.visits < node.edges) {
      const auto from = static_cast<std::uint32_t>(dice_.below(node.edges));
      for (std::uint32_t i = 0; i < node.edges; ++i) {
        const std::uint32_t at = from + i < node.edges ? from + i : from + i - node.edges;
        if (edges[at].visits == 0) return at;
      }
    }
    const auto log = std::log(static_cast<float>(node.visits) + 1.0F);
    const float scale = static_cast<float>(limits_.curiosity) * std::sqrt(log);
    std::uint32_t best = 0;
    float most = -1;
    for (std::uint32_t i = 0; i < node.edges; ++i) {
      const float bound = edges[i].mean + (scale / std::sqrt(static_cast<float>(std::max(edges[i].visits, 1U))));
      if (bound <= most) continue;
      most = bound;
      best = i;
    }
    return best;
  }

  // Whether the seat decides by what is known of this node; otherwise the playout begins here.
  bool step_down(State& state) {
    // Of several seats that decide at the same time, the one that thinks comes first: its node is the first.
    const Seat seat = way_.empty() ? seat_ : first_of(G::waiting_on(state));
    const auto& choices = choices_of<G>(state, seat, list_);
    const std::uint64_t key = key_of(state, seat);
    Node* node = node_of(key);
    const bool fresh = node == nullptr;
    if (fresh) {
      if (!add_place(key, choices.size())) return false;
      node = node_of(key);
    }
    if (node->edges != choices.size()) return false;  // two nodes with one key: never mind
    const std::uint32_t choice = pick(*node);
    const auto number = static_cast<std::uint32_t>(node - nodes_.data());
    way_.push_back({.node = number, .edge = node->first_edge + choice, .seat = seat});
    (void)apply<G>(state, seat, choices[choice], dice_);
    return !fresh;
  }

  void play_once() {
    State state = root_;
    if constexpr (SecretiveGame<G>) G::determinise(state, Viewer{seat_}, dice_);
    way_.clear();
    while (way_.size() < kMaxDescent && !G::waiting_on(state).empty() && step_down(state)) {
    }
    play_on(state);
    learn(state);
  }

  // Random choices until the value tells something, or to the end where the game values nothing.
  void play_on(State& state) {
    int left = 0;
    for (int i = 0; i < kMaxPlayout; ++i) {
      const SeatSet waiting = G::waiting_on(state);
      if (waiting.empty()) return;
      if constexpr (ValuedGame<G>) {
        if (!value_tells<G>(state)) {
          left = limits_.depth;
        } else if (left-- <= 0) {
          return;
        }
      }
      const Seat seat = first_of(waiting);
      const auto& choices = choices_of<G>(state, seat, list_);
      const Action action = choices[static_cast<std::size_t>(dice_.below(choices.size()))];
      (void)apply<G>(state, seat, action, dice_);
    }
  }

  void learn(const State& end) {
    std::array<float, kMaxSeats> worth{};
    SeatSet known;
    for (const Step& step : way_) {
      if (!known.contains(step.seat)) {
        known.insert(step.seat);
        worth[step.seat] = static_cast<float>(worth_of_end(end, step.seat));
      }
      ++nodes_[step.node].visits;
      Edge& edge = edges_[step.edge];
      ++edge.visits;
      edge.mean += (worth[step.seat] - edge.mean) / static_cast<float>(edge.visits);
    }
  }

  // Where the game does not value states: 1 for a win, shared or not; 0.5 where all are level; otherwise 0.
  static double worth_of_end(const State& end, Seat seat) {
    if constexpr (ValuedGame<G>) {
      return G::value(end, seat);
    } else {
      const std::optional<Outcome> outcome = G::outcome(end);
      if (!outcome) return 0.5;
      if (outcome->winners.contains(seat)) return 1;
      return outcome->winners.empty() && std::ranges::none_of(outcome->place, [](int p) { return p > 1; }) ? 0.5 : 0;
    }
  }

  const State root_;
  const Seat seat_;
  const SearchLimits limits_;
  FastDice dice_;
  std::vector<std::uint32_t> index_;  // by key: the number of a node
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Step> way_;
  std::size_t max_nodes_ = 0;
  typename G::ActionList list_;
};

}  // namespace detail

// The seat's choice after at most limits.playouts playouts, fewer when stop() says so: it is asked now and then, after
// kMinPlayouts. `concealed` is what the seat may know, and all that this function does. Without a stop the same
// arguments give the same answer. May run at once.
template <SearchableGame G, class Stop>
Found<typename G::Action> mcts_choice(const typename G::State& concealed, Seat seat, std::uint64_t seed,
                                      const SearchLimits& limits, Stop&& stop) {
  return detail::Mcts<G>(concealed, seat, seed, limits).run(stop);
}

template <SearchableGame G>
Found<typename G::Action> mcts_choice(const typename G::State& concealed, Seat seat, std::uint64_t seed,
                                      const SearchLimits& limits) {
  return mcts_choice<G>(concealed, seat, seed, limits, [] { return false; });
}

}  // namespace wyrmhall::rules
