#include <variant>

#include "rules/coin/notation.h"
#include "rules/coin/rules.h"
#include "server/games/adapter.h"
#include "server/games/described.h"
#include "server/games/option_fields.h"
#include "server/games/registry.h"
#include "server/wire/frames.h"

namespace wyrmhall::server {
namespace {

namespace coin = rules::coin;

// Views, options and actions as protocol/wyrmhall/v1/coin.proto has them.
struct CoinWire {
  using Game = coin::Game;
  static constexpr std::uint32_t kMinPlayers = 1;
  static constexpr std::uint32_t kMaxPlayers = coin::kSeats;
  static constexpr std::uint32_t kMinDecisions = 1;  // a match to one point
  static constexpr std::uint32_t kMaxMoves = 5000;

  template <class Visit>
  static void each_die(const coin::State& /*state*/, const coin::Event& event, Visit&& visit) {
    const auto& toss = std::get<coin::Toss>(event);
    visit(toss.seat, 2, static_cast<int>(toss.fell) + 1);
  }

  // --- Options ---

  static std::optional<pb::Refusal> read_options(const pb::GameOptions& message, coin::Options& options) {
    if (!message.has_coin()) return refuse(pb::REFUSAL_CODE_GAME_UNKNOWN, "the options are for no game", "options");
    return read_option_fields(message.coin(), options);
  }

  static void write_options(const coin::Options& options, pb::GameOptions& message) {
    write_option_fields(options, [](std::size_t /*option*/) { return true; }, *message.mutable_coin());
  }

  // Names the option that a Fault is about, with what was given and what is allowed.
  static void name_option(const rules::Fault& fault, pb::Refusal& refusal) {
    refusal.set_given(fault.arguments[1]);
    refusal.set_lowest(fault.arguments[2]);
    refusal.set_highest(fault.arguments[3]);
    server::name_option<coin::Options, pb::CoinOptions>(refusal, fault.arguments[0]);
  }

  // --- Actions ---

  // On the wire the faces count from 1.
  static pb::CoinFace on_wire(coin::Face face) { return static_cast<pb::CoinFace>(static_cast<int>(face) + 1); }

  static std::optional<coin::Action> read_action(const pb::GameAction& message) {
    const pb::CoinAction& from = message.coin();
    if (has_own_unknown_fields(message) || has_own_unknown_fields(from)) return std::nullopt;
    if (from.call() == pb::COIN_FACE_HEADS) return coin::Action{.call = coin::Face::heads};
    if (from.call() == pb::COIN_FACE_TAILS) return coin::Action{.call = coin::Face::tails};
    return std::nullopt;
  }

  static void write_action(const coin::Action& action, MessageWriter& to) {
    const MessageWriter::Nested coin(to, pb::GameAction::kCoinFieldNumber);
    to.number(pb::CoinAction::kCallFieldNumber, on_wire(action.call));
  }

  // --- The view and the events: all fields have the names of the rules' own ---

  static void write_view(const coin::State* before, const coin::State& now, MessageWriter& to) {
    const MessageWriter::Nested coin(to, pb::GameView::kCoinFieldNumber);
    write_changed_fields<pb::CoinView>(before, now, to);
  }

  static void write_event(const coin::State& /*state*/, const coin::Event& event, MessageWriter& to) {
    const MessageWriter::Nested coin(to, pb::GameEvent::kCoinFieldNumber);
    std::visit([&](const auto& one) { write_event_field<pb::CoinEvent>(one, to); }, event);
  }

  // The toss says what was called.
  static bool tells_action(const coin::Action& /*action*/) { return false; }
  static void write_action_event(const coin::State& /*before*/, rules::Seat /*seat*/, const coin::Action& /*action*/,
                                 MessageWriter& /*to*/) {}

  // --- Sentences ---

  static void say(const coin::State& /*state*/, rules::Seat /*seat*/, const coin::Action& action, MessageWriter& to) {
    const bool heads = action.call == coin::Face::heads;
    to.number(pb::Sentence::kCoinFieldNumber, heads ? pb::COIN_PHRASE_HEADS : pb::COIN_PHRASE_TAILS);
  }

  // Nothing of the view lies on the table to be pressed.
  static void place(const coin::State& /*state*/, rules::Seat /*seat*/, const coin::Action& /*action*/,
                    PlaceWriter& /*on*/) {}

  static constexpr auto& kReasonNames = coin::kReasonNames;
  static constexpr std::string_view kPhrasePrefix = "COIN_PHRASE_";
  static constexpr int kPhraseField = pb::Sentence::kCoinFieldNumber;
  static const google::protobuf::EnumDescriptor& phrases() { return *pb::CoinPhrase_descriptor(); }

  // An argument of a Fault as sentences have it: an option is the number of its field.
  static std::int32_t argument(const rules::Fault& fault, std::size_t i) {
    const std::int32_t argument = fault.arguments[i];
    if (i > 0 || static_cast<coin::Reason>(fault.reason) != coin::Reason::option_range) return argument;
    return option_field<coin::Options>(*pb::CoinOptions::descriptor(), static_cast<std::size_t>(argument)).number();
  }
};

}  // namespace

const GameKind& coin_game() {
  static const Kind<CoinWire> kind;
  return kind;
}

}  // namespace wyrmhall::server
