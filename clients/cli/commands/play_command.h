// play and join: takes a seat, gets ready, plays, and afterwards perhaps again.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clients/cli/commands/command.h"
#include "clients/cli/commands/heroes/bringer.h"
#include "clients/cli/commands/key_question.h"
#include "clients/cli/commands/table_news.h"
#include "clients/cli/match/chooser.h"
#include "clients/cli/match/conversation.h"
#include "clients/cli/match/play.h"
#include "clients/model/handshake.h"

namespace wyrmhall::cli {

class PlayCommand : public Command, public MatchPlay::Owner {
 public:
  // `options` are for play; join finds them at the table.
  PlayCommand(Context context, v1::GameOptions options);

  [[nodiscard]] bool reads_lines() const override { return !context_.settings.by_itself(); }
  void line(std::string_view text) override;
  void end_of_input() override;
  [[nodiscard]] bool has_room_for_lines() const override { return lines_.size() < kLinesAhead; }
  void resized() override {
    if (match_) match_->resized();
  }
  void interrupted() override;
  bool welcomed(const v1::Welcome& welcome) override;
  void signed_in(const v1::SignedIn& who, bool again) override;
  void received(const v1::ServerMessage& message) override;
  void failed(ExitCode code, const std::string& sentence) override;

 private:
  void match_over(const v1::MatchInfo& info) override;
  void match_failed(ExitCode code, const std::string& sentence) override;
  void match_asks() override;
  void match_left() override;

  // Goes on once the server's key is agreed to.
  void settle_key(const KeyQuestion::Outcome& outcome);
  void begin(const v1::SignedIn& who, bool again);
  void seat_again();
  void ask_for_seat();
  void come_back(const v1::SignedIn& who);
  [[nodiscard]] bool waits_alone(const v1::Table& table) const;
  void look_for_lost_answer(const v1::SignedIn& who);
  void lobby_moved(const v1::LobbyMoved& moved);
  void leave_table(ExitCode code);
  void end_in_match(ExitCode code);
  void at_table(const v1::Table& table);
  bool seat_bots(const v1::Table& table);
  bool set_part(const v1::Table& table);
  bool bring_heroes(const v1::Table& table);
  void answered_about_heroes(const std::string& text);
  void shake_hands(const v1::Table& table);
  void refused(const v1::Refusal& refusal, std::uint64_t answer_to);
  void give_up(const std::string& sentence);
  MatchPlay& begin_match(const MatchId& match);
  void ask_rematch();
  void take_line(const std::string& text);
  void read_ahead();
  [[nodiscard]] bool waits_for_people() const;
  void leave_if_wanted();
  void rematch();

  // How many lines of a script are read before anything has asked for them.
  static constexpr std::size_t kLinesAhead = 100;

  v1::GameOptions options_;
  Chooser chooser_;
  clients::Handshake handshake_;
  HeroBringer bringer_;
  Conversation conversation_;
  std::set<MatchId> known_;          // of earlier, or set up at a table of earlier
  std::optional<MatchId> here_;      // that is played or set up; none until there is a table
  std::uint64_t seat_request_ = 0;   // open, find, take, rematch, or seat a bot
  std::uint64_t shake_request_ = 0;  // ready or reveal
  std::uint64_t part_request_ = 0;   // set a part
  std::uint64_t leave_request_ = 0;
  std::optional<ExitCode> leaving_;  // with what the program ends once the table is left
  bool part_set_ = false;            // at this table
  std::optional<v1::Table> table_;   // as it was shown last
  TableNews news_;
  std::unique_ptr<MatchPlay> match_;
  std::optional<MatchId> played_;  // the match that is over, while a rematch is possible
  int matches_left_;
  KeyQuestion key_;
  bool key_agreed_ = false;
  std::optional<std::pair<v1::SignedIn, bool>> signed_in_;  // what begin() gets once the key is agreed to
  // What the person is asked, and the next line that they type answers.
  enum class Question : std::uint8_t { kNone, kKey, kHeroes, kRematch };
  Question question_ = Question::kNone;
  Question interrupted_question_ = Question::kNone;  // by that of the key
  bool input_ended_ = false;
  std::deque<std::string> lines_;  // from a script: read, but not asked for yet
};

}  // namespace wyrmhall::cli
