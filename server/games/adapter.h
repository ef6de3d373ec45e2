// Turns a game of rules/ into a RunningGame and a GameKind, given a GameWire, which says how the game's values travel.
// If the game counts what may come of an action in figures of its own, the wire is a CountedWire or a FiguredWire too;
// for each_die see luck.h; if some of its matches are solved, it is a SolvedWire (bots.h); if it has forms, a FormWire
// (forms.h). Everything else is the same for every game and is here.
//
// Include the game's notation.h before this header.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "record/write.h"
#include "rules/dice/fair_stream.h"
#include "rules/match.h"
#include "rules/search/odds.h"
#include "server/games/bots.h"
#include "server/games/described.h"
#include "server/games/forms.h"
#include "server/games/game_wire.h"
#include "server/games/hero_wire.h"
#include "server/games/luck.h"
#include "server/games/option_fields.h"
#include "server/games/place_writer.h"
#include "server/games/refusals.h"
#include "server/games/registry.h"
#include "server/games/stored.h"

namespace wyrmhall::server {

// The fields of Choices, of a state as this seat may see it.
template <GameWire Wire>
void write_choices(const typename Wire::Game::State& state, rules::Seat seat, MessageWriter& to) {
  using G = typename Wire::Game;
  PlaceWriter on(to);
  typename G::ActionList list;
  if constexpr (FormWire<Wire>) {
    write_forms<Wire>(state, seat, on, to);
    G::plain_choices(state, seat, list);
  } else {
    G::choices(state, seat, list);
  }
  for (const typename G::Action& action : list) {
    const MessageWriter::Nested choice(to, pb::Choices::kChoicesFieldNumber);
    {
      const MessageWriter::Nested nested(to, pb::Choice::kActionFieldNumber);
      write_game_action<Wire>(action, to);
    }
    {
      const MessageWriter::Nested sentence(to, pb::Choice::kSentenceFieldNumber);
      Wire::say(state, seat, action, to);
    }
    Wire::place(state, seat, action, on);
  }
  list.clear();
  G::candidates(state, seat, list);
  for (const typename G::Action& action : list) {
    const auto fault = G::fault_of(state, seat, action);
    if (!fault) continue;
    const MessageWriter::Nested unavailable(to, pb::Choices::kUnavailableFieldNumber);
    {
      const MessageWriter::Nested reason(to, pb::Unavailable::kReasonFieldNumber);
      explain<Wire>(*fault, to);
    }
    to.bytes(pb::Unavailable::kRuleFieldNumber, fault->rule);
    Wire::place(state, seat, action, on);
  }
}

template <GameWire Wire>
class Running final : public RunningGame {
 public:
  using G = typename Wire::Game;
  static_assert(rules::FormGame<G> == FormWire<Wire>);
  using Event = typename G::Event;
  using State = typename G::State;
  using Action = typename G::Action;

  static std::expected<std::unique_ptr<RunningGame>, std::string> start(const typename G::Options& options,
                                                                        std::uint32_t version, rules::FairStream dice) {
    std::vector<Event> story;
    auto match = rules::Match<G>::start(options, version, dice, [&](const Event& event) { story.push_back(event); });
    if (!match) return std::unexpected(fmt::format("rule {} refuses the stored options", match.error().rule));
    return std::unique_ptr<RunningGame>(new Running(*std::move(match), dice, std::move(story)));
  }

  [[nodiscard]] rules::SeatSet waiting_on() const override { return match_.waiting_on(); }
  [[nodiscard]] rules::SeatSet seats_out() const override { return match_.seats_out(); }
  [[nodiscard]] std::optional<rules::Ending> ending() const override { return match_.ending(); }

  [[nodiscard]] std::optional<pb::Refusal> refusal_of(rules::MoveKind kind, rules::Seat seat,
                                                      const pb::GameAction* message) const override {
    std::optional<Action> action;
    if (message != nullptr) {
      action = meant_by(*message);
      if (!action && message->has_form()) return refuse_filled<Wire>(match_.state(), seat, message->form());
      if (!action) {
        return refuse(pb::REFUSAL_CODE_FIELD_INVALID,
                      "the action is none of this game, or has a field or value that the game does not know", "action");
      }
    }
    const auto refusal = match_.refusal_of(kind, seat, action);
    if (!refusal) return std::nullopt;
    return say(*refusal);
  }

  // The action that a message means now; nothing when it is none.
  [[nodiscard]] std::optional<Action> meant_by(const pb::GameAction& message) const {
    return read_decision<Wire>(match_.state(), message);
  }

  void reveal(rules::Seat seat, const persistence::Link& link) override { dice_.reveal(seat, link); }

  void play(rules::MoveKind kind, rules::Seat seat, const pb::GameAction* message) override {
    std::optional<Action> action;
    if (message != nullptr) action = meant_by(*message);
    before_ = match_.state();
    seat_ = seat;
    action_ = action;
    story_.clear();
    match_.apply_move(kind, seat, action, dice_, [this](const Event& event) { story_.push_back(event); });
    chronicle_.follow(match_.state());
  }

  // A spectator knows least of all (rules/seat.h): if nothing is kept from it, nothing is kept from anybody.
  [[nodiscard]] bool tells_all_alike() const override {
    if constexpr (!rules::SecretiveGame<G>) return true;
    return G::conceal(before_, rules::kSpectator) == before_ &&
           G::conceal(match_.state(), rules::kSpectator) == match_.state();
  }

  void write_snapshot(rules::Viewer viewer, MessageWriter& view) const override {
    write_game_view(nullptr, seen(match_.state(), viewer), view);
  }

  void write_diff(rules::Viewer viewer, MessageWriter& view) const override {
    const auto& before = seen(before_, viewer);
    write_game_view(&before, seen(match_.state(), viewer), view);
  }

  void write_events(MessageWriter& update) const override {
    constexpr int kEvents = pb::MatchUpdate::kEventsFieldNumber;
    const int game = field_of_game<pb::GameEvent, G>().number();
    if (action_ && Wire::tells_action(*action_)) {
      const MessageWriter::Nested event(update, kEvents);
      const MessageWriter::Nested own(update, game);
      Wire::write_action_event(before_, seat_, *action_, update);
    }
    for (const Event& each : story_) {
      const MessageWriter::Nested event(update, kEvents);
      const MessageWriter::Nested own(update, game);
      Wire::write_event(match_.state(), each, update);
    }
  }

  void write_choices(rules::Seat seat, MessageWriter& to) const override {
    server::write_choices<Wire>(seen(match_.state(), {.seat = seat}), seat, to);
  }

  [[nodiscard]] std::optional<persistence::HeroBooked> booked(const pb::BroughtHero& hero) const override {
    if constexpr (HeroWire<Wire>) return Wire::booked(match_.options(), match_.state(), chronicle_, hero);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<pb::GameAction> time_out_action(rules::Seat seat) const override {
    const std::optional<Action> action = match_.time_out_action(seat);
    if (!action) return std::nullopt;
    return game_action<Wire>(*action);
  }

  [[nodiscard]] ThinkTask think(rules::Seat seat, pb::BotLevel level, std::uint64_t seed) const override {
    return [state = G::conceal(match_.state(), {.seat = seat}), seat, level,
            seed](const Stop& stop) -> std::optional<pb::GameAction> {
      const std::optional<Action> action = choose<Wire>(state, seat, level, seed, stop);
      if (!action) return std::nullopt;
      return game_action<Wire>(*action);
    };
  }

  [[nodiscard]] OddsTask odds(rules::Seat seat, const pb::GameAction& message) const override {
    return [state = G::conceal(match_.state(), {.seat = seat}), seat,
            action = *meant_by(message)]() -> std::optional<pb::Odds> {
      if constexpr (FiguredWire<Wire>) {
        pb::Odds figured;
        if (Wire::figures(state, action, *figured.mutable_figures())) return figured;
      }
      const auto branches = rules::branches<G>(state, seat, action);
      if (!branches) return std::nullopt;
      // Outcomes that lead to the same view are one result to those who look at it.
      std::map<std::string, double> results;
      pb::Odds odds;
      if constexpr (CountedWire<Wire>) {
        typename Wire::Figures figures;
        const auto add = [&](const State& after, std::span<const Event> events, double weight) {
          figures.add(state, after, events, weight);
        };
        if (rules::visit_outcomes<G>(state, seat, action, add)) figures.write(*odds.mutable_figures());
        if (odds.figures().game_case() == pb::GameOdds::GAME_NOT_SET) odds.clear_figures();
      }
      for (const auto& branch : *branches) {
        MessageWriter view;
        write_game_view(&state, G::conceal(branch.state, {.seat = seat}), view);
        results[view.take()] += branch.odds;
        if constexpr (rules::ValuedGame<G>) {
          odds.set_expected_value(odds.expected_value() + branch.odds * G::value(branch.state, seat));
        }
      }
      std::vector<std::pair<double, std::string_view>> sorted;
      sorted.reserve(results.size());
      for (const auto& [view, probability] : results) sorted.emplace_back(probability, view);
      std::ranges::sort(sorted, std::greater{});  // equal ones by what they look like
      for (const auto& [probability, view] : sorted) {
        pb::OddsLine& line = *odds.add_lines();
        line.set_probability(probability);
        line.mutable_diff()->ParseFromArray(view.data(), static_cast<int>(view.size()));
      }
      return odds;
    };
  }

 private:
  static void write_game_view(const State* before, const State& now, MessageWriter& to) {
    const MessageWriter::Nested own(to, field_of_game<pb::GameView, G>().number());
    Wire::write_view(before, now, to);
  }

  // What the viewer may know of a state: a copy where the game keeps secrets, and the state itself where it keeps none.
  static decltype(auto) seen(const State& state, rules::Viewer viewer) {
    if constexpr (rules::SecretiveGame<G>) {
      return G::conceal(state, viewer);
    } else {
      return (state);  // itself: decltype(auto) of what is in parentheses is a reference
    }
  }

  Running(rules::Match<G> match, rules::FairStream dice, std::vector<Event> story)
      : match_(std::move(match)), dice_(dice), before_(match_.state()), story_(std::move(story)) {
    chronicle_.follow(match_.state());
  }

  static pb::Refusal say(const rules::MoveRefusal& refusal) {
    using enum rules::MoveRefusal::Why;
    switch (refusal.why) {
      case kOver:
        return refuse(pb::REFUSAL_CODE_MATCH_OVER, "the match is over");
      case kNoSuchSeat:
        return refuse(pb::REFUSAL_CODE_NOT_YOUR_MATCH, "only a seat of the match can do this");
      case kSeatIsOut:
        return refuse(pb::REFUSAL_CODE_NOT_YOUR_TURN, "this seat has resigned, run out of time or been absent");
      case kRule:
        if (refusal.fault) return refuse_by_rule<Wire>(pb::REFUSAL_CODE_ILLEGAL, *refusal.fault);
        break;
      case kSeatIsIn:
      case kNotWaitedOn:
      case kActionNeeded:
      case kNotTheDefault:
        break;
    }
    return refuse(pb::REFUSAL_CODE_NOT_YOUR_TURN, "nothing is asked of this seat now");
  }

  rules::Match<G> match_;
  rules::FairStream dice_;
  State before_;
  rules::Seat seat_ = rules::kNoSeat;
  std::optional<Action> action_;
  std::vector<Event> story_;
  [[no_unique_address]] ChronicleOf<Wire> chronicle_;
};

template <GameWire Wire>
class Kind final : public GameKind {
 public:
  using G = typename Wire::Game;

  Kind() {
    offer_.set_game(std::string(G::code_name));
    for (const std::uint32_t version : G::versions) offer_.add_rules_versions(version);
    offer_.set_min_seats(Wire::kMinPlayers);
    offer_.set_max_seats(Wire::kMaxPlayers);
    for (const pb::BotLevel level : levels_of<Wire>()) offer_.add_bots(level);
    if constexpr (rules::ScoredGame<G>) {
      for (const std::string_view name : G::kScores) offer_.add_high_scores(std::string(name));
    }
    describe_options<typename G::Options>(*field_of_game<pb::GameOptions, G>().message_type(), offer_);
    phrases_of_reasons<Wire>();
    write_each_event(std::type_identity<typename G::Event>());
  }

  [[nodiscard]] const pb::GameOffer& offer() const override { return offer_; }
  [[nodiscard]] std::uint32_t newest_version() const override { return rules::newest_version<G>(); }
  [[nodiscard]] std::uint32_t shortest_match() const override { return Wire::kMinDecisions; }
  [[nodiscard]] std::uint32_t longest_match() const override { return Wire::kMaxMoves; }
  [[nodiscard]] const HeroGame* heroes() const override {
    if constexpr (HeroWire<Wire>) return &Wire::heroes();
    return nullptr;
  }

  [[nodiscard]] const SeatGame* seats_bring() const override {
    if constexpr (requires { Wire::seats_bring(); }) return &Wire::seats_bring();
    return nullptr;
  }

  std::optional<pb::Refusal> complete(pb::GameOptions& message) const override {
    typename G::Options options;
    if (auto refusal = read(message, options)) return refusal;
    if (const auto fault = G::check(options)) {
      pb::Refusal refusal = refuse_by_rule<Wire>(pb::REFUSAL_CODE_OPTIONS_INVALID, *fault);
      Wire::name_option(*fault, refusal);
      return refusal;
    }
    const bool no_odds = message.no_odds();
    const SeatGame* const seats = seats_bring();
    const bool bring = seats != nullptr && (message.seats_bring() || !seats->are_fixed(message));
    message.Clear();
    if constexpr (requires { Wire::write_options(options, message); }) {
      Wire::write_options(options, message);
    } else {
      const auto& field = field_of_game<pb::GameOptions, G>();
      write_option_fields(options, *message.GetReflection()->MutableMessage(&message, &field));
    }
    message.set_no_odds(no_odds);
    message.set_seats_bring(bring);
    return std::nullopt;
  }

  [[nodiscard]] int seats(const pb::GameOptions& message) const override {
    typename G::Options options;
    return read(message, options) ? 0 : G::seats(options);
  }

  [[nodiscard]] bool plays(pb::BotLevel level, const pb::GameOptions& message) const override {
    if (std::ranges::find(offer_.bots(), static_cast<int>(level)) == offer_.bots().end()) return false;
    if constexpr (SolvedWire<Wire>) {
      typename G::Options options;
      if (level == pb::BOT_LEVEL_PERFECT) return !read(message, options) && Wire::is_solved(options);
    }
    return true;
  }

  [[nodiscard]] std::expected<std::unique_ptr<RunningGame>, std::string> start(
      const persistence::MatchRow& row) const override {
    auto options = options_of(row);
    if (!options) return std::unexpected(options.error());
    auto dice = dice_of(row);
    if (!dice) return std::unexpected(dice.error());
    return Running<Wire>::start(*options, row.rules_version, *dice);
  }

  [[nodiscard]] std::string stored_action(const pb::GameAction& message) const override {
    if constexpr (FormWire<Wire> && !kKeepsForms<Wire>) {
      const auto action = message.has_form() ? read_decision<Wire>(typename G::State(), message) : std::nullopt;
      if (action) {
        MessageWriter to;
        write_game_action<Wire>(*action, to);
        return to.take();
      }
    }
    return message.SerializeAsString();
  }

  [[nodiscard]] std::string options_text(const pb::GameOptions& message) const override {
    typename G::Options options;
    if (read(message, options)) return {};
    record::Json words;
    to_json(words, options);
    return record::compact(words);
  }

  [[nodiscard]] std::expected<record::Written, std::string> record(const persistence::StoredMatch& match,
                                                                   const record::Vouch& vouch) const override {
    auto options = options_of(match.row);
    if (!options) return std::unexpected(options.error());
    auto header = record_header(match.row);
    if (!header) return std::unexpected(header.error());
    std::vector<record::Move<G>> moves;
    std::unique_ptr<RunningGame> fold;  // where forms are stored as they were filled in
    if constexpr (kKeepsForms<Wire>) {
      auto started = start(match.row);
      if (!started) return std::unexpected(started.error());
      fold = *std::move(started);
    }
    for (const persistence::Move& from : match.moves) {
      record::Move<G> move{
          .kind = kind_of(from.kind),
          .seat = from.seat,
          .action = std::nullopt,
          .milliseconds = duration_cast<std::chrono::milliseconds>(from.at - match.row.started_at).count(),
          .version = from.answered_version,
          .action_id = from.action_id,
          .link = from.link,
          .chain_lost = from.chain_lost};
      if (from.confirmation) move.confirmation = {from.confirmation->decision, from.confirmation->code};
      if (from.links) move.links = record_links(*from.links);
      if (!from.action.empty()) {
        pb::GameAction message;
        if (!message.ParseFromString(from.action)) return std::unexpected("a stored action cannot be read");
        if constexpr (kKeepsForms<Wire>) {
          move.action = static_cast<const Running<Wire>&>(*fold).meant_by(message);
        } else {
          move.action = Wire::read_action(message);
        }
      }
      if (fold && !play_recorded(*fold, from)) return std::unexpected("a stored move does not fit");
      moves.push_back(std::move(move));
    }
    auto written = record::write<G>(*header, *options, moves, vouch);
    if (!written) return std::unexpected(written.error().where + " " + written.error().what);
    return *std::move(written);
  }

  [[nodiscard]] std::expected<pb::Luck, std::string> luck(const persistence::StoredMatch& match) const override {
    auto options = options_of(match.row);
    if (!options) return std::unexpected(options.error());
    auto dice = dice_of(match.row);
    if (!dice) return std::unexpected(dice.error());
    return LuckFold<Wire>::of(match, *options, *dice);
  }

 private:
  // Why the message is not a set of options; nothing if it is one.
  static std::optional<pb::Refusal> read(const pb::GameOptions& message, typename G::Options& options) {
    const auto& field = field_of_game<pb::GameOptions, G>();
    if (!message.GetReflection()->HasField(message, &field)) {
      return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    }
    if constexpr (requires { Wire::read_options(message, options); }) {
      return Wire::read_options(message, options);
    } else {
      return read_option_fields(message.GetReflection()->GetMessage(message, &field), options);
    }
  }

  // So that a name that does not agree with the .proto file is found now.
  template <class... Events>
  static void write_each_event(std::type_identity<std::variant<Events...>> /*event*/) {
    MessageWriter nowhere;
    (Wire::write_event(typename G::State(), typename G::Event(Events{}), nowhere), ...);
  }

  static std::expected<typename G::Options, std::string> options_of(const persistence::MatchRow& row) {
    pb::GameOptions message;
    typename G::Options options;
    if (!message.ParseFromString(row.options) || read(message, options)) {
      return std::unexpected("the stored options cannot be read");
    }
    if (std::ranges::find(G::versions, row.rules_version) == std::end(G::versions)) {
      return std::unexpected(fmt::format("rules version {} is not known here", row.rules_version));
    }
    return options;
  }

  pb::GameOffer offer_;
};

}  // namespace wyrmhall::server
