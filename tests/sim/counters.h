// What a campaign must have seen: a fault that never happens tests nothing.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wyrmhall::sim {

// Each must be above zero when a campaign ends.
enum class Sometimes : std::uint8_t {
  kResumeWithGap,
  kResumeBySnapshot,
  kResumeWithOldVersion,
  kResumeWithWrongVersion,
  kRepeatAnsweredAsBefore,
  kRepeatAfterReconnect,
  kRepeatAcrossCrash,
  kResignationRepeatedAcrossCrash,
  kStaleRefused,
  kWrongLinkRefused,
  kOutOfTurnRefused,
  kChainLost,
  kChainUsedUp,
  kConfirmed,
  kSecondDevice,
  kCrashBetweenEffects,
  kCrashBetweenCommitAndSend,
  kCrashLosesUncommitted,
  kGracefulStop,
  kClockJumpAhead,
  kClockSetBack,
  kCut,
  kCutInMidFrame,
  kHalfOpen,
  kSlowReader,
  kSlowReaderGotSnapshot,
  kSlowReaderClosed,
  kFloodRefused,
  kCommandQueueFull,
  kMalformedRefused,
  kTooLongClosed,
  kDiskSlow,
  kDiskFailed,
  kDiskFull,
  kTakenOver,
  kDoubtfulMoveKept,
  kDoubtfulMoveLost,
  kJournalFailureSurvived,
  kCalledOffWrongReveal,
  kCalledOffNoReveal,
  kCalledOffLeft,
  kCalledOffRestart,
  kStartCutByCrash,
  kLostSeatNotReady,
  kLostSeatNoReveal,
  kLostSeatWrongReveal,
  kLostSeatAway,
  kSomebodyAway,
  kFindPaused,
  kOwnTableBack,
  kBlocked,
  kNameTaken,
  kLimitReached,
  kSpectator,
  kBotMoved,
  kStandIn,
  kResigned,
  kTimedOut,
  kAbsenceTold,
  kAbsenceClaimed,
  kClaimTooEarly,
  kClaimOfNobody,
  kDowntimeCharged,
  kMatchCameBackFromRest,
  kRestingMatchTimedOut,
  kOpenedWhileCreated,
  kCreationRepeated,
  kRematch,
  kOdds,
  kStory,
  kExport,
  kRecordVerified,
  kTokenAdded,
  kSignedOut,
  kRevokedTokenRefused,
  kRevocationOutlivesServer,
  kRenamed,
  kRenameOutlivesServer,
  kHeroTaken,
  kHeroGivenBack,
  kHeroFallen,
  kHeroBusy,
  kInvitationUsed,
  kInvitationUsedUp,
  kCount
};

inline constexpr std::array<std::string_view, static_cast<std::size_t>(Sometimes::kCount)> kSometimesNames = {
    "a resume with a gap",
    "a resume by snapshot",
    "a resume from an old version",
    "a resume from a version that never was",
    "a repeated command answered as before",
    "a command repeated after a reconnect",
    "a command repeated across a crash",
    "a resignation repeated across a crash",
    "a stale version refused",
    "a wrong link refused",
    "an action out of turn refused",
    "a chain lost",
    "a chain used up",
    "decisions confirmed",
    "an account on two devices",
    "a crash between two effects",
    "a crash between commit and send",
    "a crash that lost what was not committed",
    "a graceful stop",
    "a clock that jumped ahead",
    "a clock set back between two runs",
    "a connection cut",
    "a connection cut in mid-frame",
    "a dead connection noticed late",
    "a slow reader",
    "a slow reader brought up by snapshot",
    "a slow reader disconnected",
    "a flood refused",
    "a full mailbox refused",
    "a malformed frame refused",
    "a frame too long",
    "a slow disk",
    "a disk that failed",
    "a full disk",
    "a store taken over",
    "a doubtful move that was kept",
    "a doubtful move that was lost",
    "a journal failure survived",
    "a start called off by a wrong reveal",
    "a start called off by a missing reveal",
    "a start called off by leaving",
    "a start called off by a restart",
    "a start that a crash cut short, told by the next run",
    "a seat lost by not getting ready",
    "a seat lost by a missing reveal",
    "a seat lost by a wrong reveal",
    "a seat lost by being away",
    "somebody away at a table",
    "a search refused to who had kept others waiting",
    "the own table found again",
    "a player blocked",
    "a name taken",
    "a limit reached",
    "a spectator",
    "a bot's move",
    "a stand-in's move",
    "a resignation",
    "a turn that timed out",
    "somebody absent from a match",
    "an absence claimed",
    "an absence claimed too early",
    "a claim where nobody is absent",
    "a match resumed after downtime",
    "a match back from rest",
    "a resting match that ran out of time",
    "a match opened while it was being created",
    "a creation repeated after it was kept",
    "a rematch",
    "odds told",
    "a story told",
    "a record exported",
    "a record verified",
    "a token for another device",
    "a token revoked",
    "a revoked token refused",
    "a revoked token refused after a restart",
    "a player renamed",
    "a renamed player back after a restart",
    "a hero taken by a match",
    "a hero given back",
    "a hero fallen for good",
    "a busy hero refused",
    "a guest by invitation",
    "an invitation used up",
};

struct Counters {
  std::array<std::uint64_t, static_cast<std::size_t>(Sometimes::kCount)> sometimes{};
  std::map<std::string, std::uint64_t> played;  // finished matches by game and its way of playing
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;     // inputs of the core
  std::uint64_t moves = 0;     // recorded
  std::uint64_t matches = 0;   // finished
  std::uint64_t frames = 0;    // sent by the server
  std::uint64_t commands = 0;  // that reached it
  std::uint64_t crashes = 0;
  std::uint64_t views = 0;        // merged views compared with the log's
  std::int64_t match_micros = 0;  // of virtual time in which a match ran, summed over matches
  std::int64_t micros = 0;        // of virtual time

  void hit(Sometimes what) { ++sometimes[static_cast<std::size_t>(what)]; }
  void add(const Counters& other);
  // What is still zero of what must have happened; empty when the campaign has seen everything.
  [[nodiscard]] std::vector<std::string> missing() const;
};

}  // namespace wyrmhall::sim
