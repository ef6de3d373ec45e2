// What every game of the registry must keep to on the wire, walked through at random: diffs that merge to the view,
// options that mean the same when they are completed twice, and secrets that no byte tells of. Names no game.
#include <doctest/doctest.h>
#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "clients/model/offered_actions.h"
#include "rules/dice/fast_dice.h"
#include "rules/form.h"
#include "server/games/registry.h"
#include "tests/server/random_options.h"
#include "tests/support/effort.h"

namespace wyrmhall::test {
namespace {

namespace pb = wyrmhall::v1;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::util::MessageDifferencer;
using persistence::Move;
using rules::FastDice;
using rules::Seat;
using rules::Viewer;

// A client fills in every form that the rules can make.
static_assert(clients::kMaxFormParts == rules::kMaxFormParts && clients::kMaxFormValues == rules::kMaxFormValues);
static_assert(clients::kMaxFormValue == std::numeric_limits<rules::Form::Values::value_type>::max());

constexpr int kTries = 400;  // sets of options drawn for a game; most are refused, or are one that was drawn before
constexpr std::size_t kEnoughMatches = 12;
constexpr int kMatchesOfSet = 2;  // for each set that is not
constexpr int kMaxMoves = 400;
constexpr std::uint64_t kForkOneIn = 8;

persistence::MatchRow row_of(const server::GameKind& kind, const pb::GameOptions& options, std::uint64_t seed) {
  persistence::MatchRow row;
  row.game = kind.offer().game();
  row.rules_version = kind.newest_version();
  row.options = options.SerializeAsString();
  row.seats.resize(static_cast<std::size_t>(kind.seats(options)));
  for (std::size_t i = 0; i < 8; ++i) row.server_seed[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  return row;
}

// A match as it is folded, and what each viewer has been shown of it.
class Walk {
 public:
  Walk(const server::GameKind& kind, const pb::GameOptions& options, std::uint64_t seed)
      : kind_(kind), row_(row_of(kind, options, seed)), chance_(seed), game_(kind.start(row_).value()) {
    for (std::size_t i = 0; i < row_.seats.size(); ++i) viewers_.push_back({static_cast<Seat>(i)});
    viewers_.push_back(rules::kSpectator);
    for (const Viewer viewer : viewers_) shown_.push_back(server::snapshot_of(*game_, viewer));
  }

  void run() {
    for (int moves = 0; moves < kMaxMoves && !game_->ending(); ++moves) {
      const Seat seat = pick_seat();
      const pb::Choices choices = server::choices_of(*game_, seat);
      REQUIRE(clients::offers_anything(choices));
      if (chance_.below(kForkOneIn) == 0) check_fork(seat, choices);
      play(seat, pick(choices));
      check_merged();
    }
  }

  [[nodiscard]] std::size_t moves() const { return moves_.size(); }
  [[nodiscard]] int forks() const { return forks_; }
  [[nodiscard]] int secrets() const { return secrets_; }
  // Whether there ever was something that not everybody may know.
  [[nodiscard]] bool keeps_secrets() const { return keeps_secrets_; }

 private:
  Seat pick_seat() {
    std::vector<Seat> waiting;
    for (Seat seat = 0; seat < rules::kMaxSeats; ++seat) {
      if (game_->waiting_on().contains(seat)) waiting.push_back(seat);
    }
    REQUIRE(!waiting.empty());
    return waiting[chance_.below(waiting.size())];
  }

  pb::GameAction pick(const pb::Choices& choices) {
    for (const pb::Choice& choice : choices.choices()) check_said(choice);
    for (const pb::Form& form : choices.forms()) {
      check_said(form);
      CHECK(form.number() > 0);
      if (form.listed()) continue;
      for (const pb::FormPart& part : form.parts()) check_said(part);
    }
    return clients::action_at(choices, chance_.below(clients::count_actions(choices)));
  }

  static void check_said(const auto& offered) {
    if (offered.sentence().phrase_case() == pb::Sentence::PHRASE_NOT_SET) FAIL("without a sentence");
  }

  static Move move_of(Seat seat, const pb::GameAction& action) {
    Move move;
    move.seat = seat;
    move.action = action.SerializeAsString();
    return move;
  }

  void play(Seat seat, const pb::GameAction& action) {
    moves_.push_back(move_of(seat, action));
    REQUIRE(server::play_recorded(*game_, moves_.back()));
  }

  // The first view merged with all diffs is the view made from scratch, for each viewer.
  void check_merged() {
    const bool alike = game_->tells_all_alike();
    for (std::size_t i = 0; i < viewers_.size(); ++i) {
      shown_[i].MergeFrom(server::diff_of(*game_, viewers_[i]));
      const pb::GameView fresh = server::snapshot_of(*game_, viewers_[i]);
      if (!MessageDifferencer::Equals(shown_[i], fresh)) {
        FAIL("merged: " << shown_[i].DebugString() << "\nfresh: " << fresh.DebugString());
      }
      keeps_secrets_ = keeps_secrets_ || !alike;
      if (alike && !MessageDifferencer::Equals(fresh, shown_.front())) FAIL("told alike what is not alike");
    }
  }

  // All that a viewer is told of a move.
  static pb::MatchUpdate told(const server::RunningGame& game, Viewer viewer) {
    pb::MatchUpdate update = server::events_of(game);
    *update.mutable_diff() = server::diff_of(game, viewer);
    update.set_waiting_on(game.waiting_on().bits());
    if (!viewer.is_spectator() && game.waiting_on().contains(viewer.seat)) {
      *update.mutable_choices() = server::choices_of(game, viewer.seat);
    }
    return update;
  }

  std::unique_ptr<server::RunningGame> fork(Seat seat, const pb::GameAction& action) const {
    auto game = kind_.start(row_).value();
    for (const Move& move : moves_) REQUIRE(server::play_recorded(*game, move));
    REQUIRE(server::play_recorded(*game, move_of(seat, action)));
    return game;
  }

  // Two decisions after which somebody else sees the same must have sounded the same to it.
  void check_fork(Seat seat, const pb::Choices& choices) {
    const auto one = fork(seat, pick(choices));
    const auto other = fork(seat, pick(choices));
    ++forks_;
    for (const Viewer viewer : viewers_) {
      if (viewer.seat == seat) continue;
      if (!MessageDifferencer::Equals(server::snapshot_of(*one, viewer), server::snapshot_of(*other, viewer))) continue;
      if (MessageDifferencer::Equals(server::snapshot_of(*one, {seat}), server::snapshot_of(*other, {seat}))) continue;
      ++secrets_;
      CHECK(!one->tells_all_alike());
      const pb::MatchUpdate one_told = told(*one, viewer);
      const pb::MatchUpdate other_told = told(*other, viewer);
      if (!MessageDifferencer::Equals(one_told, other_told)) {
        FAIL("a secret decision shows: " << one_told.DebugString() << "\nand: " << other_told.DebugString());
      }
    }
  }

  const server::GameKind& kind_;
  persistence::MatchRow row_;
  FastDice chance_;
  std::unique_ptr<server::RunningGame> game_;
  std::vector<Viewer> viewers_;
  std::vector<pb::GameView> shown_;
  std::vector<Move> moves_;
  int forks_ = 0;
  int secrets_ = 0;
  bool keeps_secrets_ = false;
};

}  // namespace

TEST_CASE("for every game, what is offered to be set up is what can be") {
  for (const server::GameKind* kind : server::all_games()) {
    const std::string game = kind->offer().game();
    const auto& offers = kind->offer().options();
    const auto* field_of_game = pb::GameOptions::descriptor()->FindFieldByName(game);
    const auto& descriptor = *field_of_game->message_type();
    int fields = 0;  // but for lists of messages, and for what only older rules versions know
    for (int i = 0; i < descriptor.field_count(); ++i) {
      const auto& field = *descriptor.field(i);
      fields += field.message_type() == nullptr && !field.options().deprecated() ? 1 : 0;
    }
    REQUIRE(offers.size() == fields);
    // What a number was in options that were accepted.
    std::map<std::string, std::set<std::uint32_t>> accepted;
    FastDice chance(1);
    for (int i = 0; i < kTries * 20; ++i) {
      pb::GameOptions options = random_options(game, chance);
      Message& inner = *options.GetReflection()->MutableMessage(&options, field_of_game);
      for (const pb::OptionOffer& offer : offers) {
        const auto* field = descriptor.FindFieldByName(offer.name());
        REQUIRE(field->is_repeated() == (offer.kind() == pb::OPTION_KIND_LIST));
        if (offer.kind() != pb::OPTION_KIND_NUMBER || chance.below(3) != 0) continue;
        // At the ends of the range and just beyond, or anything.
        const std::array<std::uint32_t, 6> numbers = {0,
                                                      std::max(offer.least(), 1U) - 1,
                                                      offer.least(),
                                                      offer.most(),
                                                      offer.most() + 1,
                                                      static_cast<std::uint32_t>(chance.below(offer.most() + 3U))};
        const std::uint32_t number = numbers[chance.below(numbers.size())];
        inner.GetReflection()->SetUInt32(&inner, field, number);
      }
      if (kind->complete(options)) continue;
      const auto& complete = options.GetReflection()->GetMessage(options, field_of_game);
      for (const pb::OptionOffer& offer : offers) {
        const auto* field = descriptor.FindFieldByName(offer.name());
        if (offer.kind() != pb::OPTION_KIND_NUMBER || !complete.GetReflection()->HasField(complete, field)) continue;
        const std::uint32_t number = complete.GetReflection()->GetUInt32(complete, field);
        const std::uint32_t step = std::max(offer.step(), 1U);
        const bool in_range = number >= offer.least() && number <= offer.most() && (number - offer.least()) % step == 0;
        const bool listed = offer.values().empty() || std::ranges::count(offer.values(), number) > 0;
        if ((!in_range || !listed) && !(offer.or_zero() && number == 0)) FAIL(offer.name() << " may be " << number);
        accepted[offer.name()].insert(number);
      }
    }
    pb::GameOptions defaults;
    defaults.GetReflection()->MutableMessage(&defaults, field_of_game);
    REQUIRE(!kind->complete(defaults));
    const auto& usual = defaults.GetReflection()->GetMessage(defaults, field_of_game);
    for (const pb::OptionOffer& offer : offers) {
      INFO(game, ".", offer.name());
      const auto* field = descriptor.FindFieldByName(offer.name());
      REQUIRE(field != nullptr);
      switch (offer.kind()) {
        case pb::OPTION_KIND_NUMBER:
          CHECK(accepted[offer.name()].contains(offer.least()));
          CHECK(accepted[offer.name()].contains(offer.most()));
          // The usual one may be left out.
          for (const std::uint32_t each : offer.values()) {
            CHECK((each == offer.default_value() || accepted[offer.name()].contains(each)));
          }
          CHECK(accepted[offer.name()].contains(0) == (offer.or_zero() || offer.least() == 0));
          if (offer.has_default_value() && usual.GetReflection()->HasField(usual, field)) {
            CHECK(usual.GetReflection()->GetUInt32(usual, field) == offer.default_value());
          }
          break;
        case pb::OPTION_KIND_ENUMERATOR:
          REQUIRE(offer.enumerators_size() == field->enum_type()->value_count() - 1);
          for (int i = 0; i < offer.enumerators_size(); ++i) {
            std::string name = field->enum_type()->value(i + 1)->name();
            std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
            CHECK_MESSAGE(name.ends_with("_" + offer.enumerators(i)), name);
            CHECK(field->enum_type()->value(i + 1)->number() == i + 1);
          }
          CHECK(offer.default_value() >= 1);
          break;
        case pb::OPTION_KIND_SWITCH:
          CHECK(usual.GetReflection()->GetBool(usual, field) == (offer.default_value() == 1));
          break;
        case pb::OPTION_KIND_LIST:
          CHECK(offer.most() > offer.least());
          if (field->enum_type() != nullptr) CHECK(offer.enumerators_size() == field->enum_type()->value_count() - 1);
          break;
        default:
          FAIL("of no kind");
      }
    }
  }
}

TEST_CASE("for every game, diffs merge to the view for every viewer, and secrets show to nobody") {
  for (const server::GameKind* kind : server::all_games()) {
    const std::string game = kind->offer().game();
    INFO(game);
    FastDice chance(1);
    std::vector<std::string> seen;
    std::size_t matches = 0;
    std::size_t moves = 0;
    int forks = 0;
    int secrets = 0;
    bool keeps_secrets = false;
    // Longer where few options fitted each other, or the secrets of a game have not come into it yet.
    const auto is_enough = [&] { return matches >= kEnoughMatches && (!keeps_secrets || secrets > 0); };
    for (int i = 0; i < tests::cases(kTries) || (i < kTries && !is_enough()); ++i) {
      pb::GameOptions options = random_options(game, chance);
      if (const auto refusal = kind->complete(options)) {
        CHECK_MESSAGE(!refusal->detail().empty(), options.DebugString());
        continue;
      }
      pb::GameOptions again = options;
      REQUIRE(!kind->complete(again));
      CHECK(MessageDifferencer::Equals(options, again));
      if (std::ranges::find(seen, options.SerializeAsString()) != seen.end()) continue;
      seen.push_back(options.SerializeAsString());
      for (int match = 0; match < kMatchesOfSet; ++match) {
        Walk walk(*kind, options, chance.bits());
        walk.run();
        ++matches;
        moves += walk.moves();
        forks += walk.forks();
        secrets += walk.secrets();
        keeps_secrets = keeps_secrets || walk.keeps_secrets();
      }
    }
    CHECK(matches >= kEnoughMatches);
    CHECK_MESSAGE(keeps_secrets == (secrets > 0),
                  "no two decisions were compared that somebody else may not tell apart");
    MESSAGE(game << ": " << seen.size() << " sets of options, " << matches << " matches, " << moves << " moves, "
                 << forks << " forks, " << secrets << " secrets kept");
  }
}

}  // namespace wyrmhall::test
