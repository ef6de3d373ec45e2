// One match as this client plays or watches it: sends decisions with their links, survives the loss of the connection
// in the middle of them, and holds the server to what it showed and promised.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "clients/cli/commands/command.h"
#include "clients/cli/match/absence_watch.h"
#include "clients/cli/match/accusation.h"
#include "clients/cli/match/chooser.h"
#include "clients/cli/match/end.h"
#include "clients/cli/match/pending_decision.h"
#include "clients/cli/match/printer.h"
#include "clients/cli/match/rule_reader.h"
#include "clients/cli/match/story_reader.h"
#include "clients/model/match_model.h"
#include "clients/model/seat_chain.h"
#include "clients/model/shown_match.h"

namespace wyrmhall::cli {

class MatchPlay {
 public:
  class Owner {
   public:
    Owner() = default;
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    virtual ~Owner() = default;
    // The match has ended and has been told.
    virtual void match_over(const v1::MatchInfo& info) = 0;
    // It cannot go on.
    virtual void match_failed(ExitCode code, const std::string& sentence) = 0;
    // The person is asked for a decision.
    virtual void match_asks() {}
    // The person wants to leave.
    virtual void match_left() = 0;
  };

  MatchPlay(const Context& context, Session& session, Chooser& chooser, const MatchId& match, Owner& owner);

  // Asks the server for the match; for the part that is missing if it was open before.
  void open();
  // Whether the message was about this match.
  bool received(const v1::ServerMessage& message);
  void line(std::string_view text);
  // Nobody will decide any more: leaves when a decision is needed.
  void end_of_input();
  // The window has another width.
  void resized();

  [[nodiscard]] const clients::MatchModel& model() const { return model_; }
  // Whether the person is asked for a decision now.
  [[nodiscard]] bool has_prompt() const;

 private:
  // --- The phases of a match, each with what only it needs. The match may be opened anew in any of them. ---

  // Others decide; or the player does, and has not been shown yet what there is to choose.
  struct Waiting {};
  // The player decides.
  struct Asked {
    std::string offered;  // the choices that stand on the screen
  };
  // The client decides by itself, once its time to think is over.
  struct Thinking {};
  // The player says whether the seat shall go on without its chain.
  struct ChainAsked {
    std::optional<PendingDecision> pending;  // that was sent before
  };
  // The match cannot go on.
  struct Failed {};
  // PendingDecision: the server has not answered it yet. MatchEnd: the match is over.
  using Phase = std::variant<Waiting, Asked, Thinking, PendingDecision, ChainAsked, MatchEnd, Failed>;

  template <class Which>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<Which>(phase_);
  }
  [[nodiscard]] bool ended() const { return is<MatchEnd>() || is<Failed>(); }

  void opened(const v1::MatchOpened& opened);
  void updated(const v1::MatchUpdate& update, std::uint64_t answer_to);
  void acknowledged(const v1::MatchUpdate& update);
  void refused(const v1::Refusal& refusal, std::uint64_t answer_to);
  void act_refused(const v1::Refusal& refusal);
  void look_at_chain();
  void ask_about_chain();
  void answered_about_chain(std::string_view text);
  void give_up_chain();
  void after_step();
  void ask_person();
  void choose_by_itself();
  void act(v1::GameAction action);
  // The meaning of the number of a choice, or of what is typed instead.
  [[nodiscard]] GameText::Typed meant(std::string_view text) const;
  void send_pending();
  void resign(bool sure);
  void claim();
  void ask_odds(std::string_view choice);
  void told_story(const v1::Story& story);
  void tell_step(const v1::MatchUpdate& update);
  void finish();
  void fail(ExitCode code, const std::string& sentence);
  // Something that must never happen did: ends the program if nobody is there to read it.
  void accuse(const std::string& sentence);
  void accuse(const clients::Accusation& accusation);
  void shown_older(std::uint64_t version);
  // The decision that has been sent and has no answer yet; nothing if there is none.
  [[nodiscard]] PendingDecision* pending();
  void forget_pending();
  [[nodiscard]] bool is_answer_to_pending(std::uint64_t answer_to);
  // Whether this client is to decide something now; never for `wyrmhall watch`.
  [[nodiscard]] bool decides() const;
  void after(Platform::Milliseconds delay, std::function<void()> task);

  const Context& context_;
  Session& session_;
  Chooser& chooser_;
  MatchId match_;
  Owner& owner_;
  clients::MatchModel model_;
  clients::ShownMatch shown_;
  MatchPrinter printer_;
  RuleReader rules_;
  AbsenceWatch absences_;
  Phase phase_;
  std::optional<std::uint64_t> opening_;     // the id of the command that asks for the match, until it is shown
  bool introduced_ = false;                  // the match, to the player
  std::optional<clients::SeatChain> chain_;  // of a seat that is played from here
  int refusals_in_a_row_ = 0;
  bool resign_asked_ = false;  // by the last line that was typed, in whatever phase
  bool input_ended_ = false;
  StoryReader story_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);  // timers that outlive this match do nothing
};

}  // namespace wyrmhall::cli
