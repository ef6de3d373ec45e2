// Every bound of the server, with its unit. Whatever comes from outside meets one of these first.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace wyrmhall::server {

using namespace std::chrono_literals;

// --- Messages ---
inline constexpr std::size_t kMessageBytes = 16UL * 1024;       // one message of a client that has signed in
inline constexpr std::size_t kEarlyMessageBytes = 8UL * 1024;   // one message before that
inline constexpr std::size_t kClientNameBytes = 64;             // Hello.client
inline constexpr std::size_t kUpgradeHeaderBytes = 8UL * 1024;  // the HTTP request that opens a connection
inline constexpr std::size_t kRecordPartBytes = 96UL * 1024;    // one RecordPart
inline constexpr std::size_t kStoryBytes = 96UL * 1024;         // one Story

// --- Connections ---
inline constexpr auto kUpgradeTime = 5s;            // from accept to the end of the upgrade
inline constexpr auto kSignInTime = 10s;            // from the upgrade to the end of sign-in
inline constexpr auto kPingEvery = 15s;             // of silence
inline constexpr auto kGoneAfter = 40s;             // of silence
inline constexpr auto kCloseTime = 2s;              // for the other side to answer a close
inline constexpr int kRequestsPerConnection = 200;  // pages, one after the other
inline constexpr std::size_t kConnectionsInAll = 20000;
inline constexpr auto kAcceptAgainAfter = 100ms;  // where one cannot be accepted
// Connections that are let in or shut out before those who play have their turn.
inline constexpr int kAcceptsAtOnce = 32;
// What the kernel keeps for one connection; it takes twice as much for its own book-keeping. Enough for 0.6 MB/s at 100
// ms.
inline constexpr int kKernelSendBytes = 64 * 1024;
inline constexpr int kKernelReceiveBytes = 64 * 1024;
inline constexpr auto kUnreadTime = 20s;  // the other side takes nothing of what waits for it, then the connection ends
inline constexpr std::size_t kProbingConnections = 64;  // past the limits, of which only a probe is answered
// For those behind a trusted proxy, of which each request is counted and not the connection: a page's part of an
// upgrade.
inline constexpr double kPageCost = 0.1;
inline constexpr std::size_t kProxyPreambleBytes = 1024;  // of the PROXY protocol, with all that is not looked at
// For one address (server/shell/net/admission.h says what that is):
inline constexpr std::size_t kSessionsPerAddress = 20;       // connections to play
inline constexpr std::size_t kRequestsPerSession = 2;        // connections for pages, for each that it may have to play
inline constexpr int kArrivalsAtOncePerSession = 3;          // new connections at once, likewise
inline constexpr double kArrivalsPerSecondAndSession = 0.5;  // new connections a second on average, likewise
inline constexpr auto kAddressMemory = 10s;                  // after its last connection; by then it may make all anew
inline constexpr std::size_t kAddressesRemembered = 50000;   // without a connection
inline constexpr std::size_t kSessionsPerAccount = 20;       // by which it is signed in, from any address
inline constexpr auto kSessionsFullRetry = kGoneAfter;       // by then those that are gone without a word have ended
// How much larger the limit of a wider group of addresses is: of IPv6 the /64, the /56 and the /48.
inline constexpr std::array<std::size_t, 3> kGroupGrowth = {1, 4, 16};
// The growth of a group, counted from the narrowest on.
constexpr std::size_t growth_of(std::size_t group) {
  return kGroupGrowth.at(std::min(group, kGroupGrowth.size() - 1));
}

// --- Pages ---
inline constexpr std::size_t kPagesInAll = 2000;              // files of the browser client
inline constexpr std::size_t kPageBytes = 4UL * 1024 * 1024;  // one of them

// --- Rates ---
inline constexpr double kCommandsPerSecond = 20;  // of one connection, on average
inline constexpr double kCommandBurst = 40;       // at once
inline constexpr double kAccountConnections = 3;  // connections whose commands an account may use up, on however many
inline constexpr double kRemarksPerSecond = 0.5;  // that a player says, on however many connections
inline constexpr double kRemarksAtOnce = 5;       // at once, likewise
inline constexpr int kRefusedInARow = 200;        // too fast or malformed, then the connection is closed

inline constexpr int kControlsPerSecond = 20;  // pings and pongs, then the connection is dropped
// Pieces of one message, as the network brings them, in a second: then the connection is dropped.
inline constexpr int kReadsPerMessage = 200;
inline constexpr int kReadsWhileClosing = 16;  // of what the other side had sent before it could know

// --- What waits to be sent to one connection. Past either, updates are dropped and one snapshot sent instead. ---
inline constexpr std::size_t kOutMessages = 64;
inline constexpr std::size_t kOutBytes = 256UL * 1024;
inline constexpr auto kSlowReaderTime = 10s;  // to read what waits, then the connection is closed
// What waits for all of them together. Past half of it, a connection that has more than a share waiting gets no updates
// but a snapshot later; past all of it, the one of those that has taken nothing for the longest is ended at once.
inline constexpr std::size_t kUnsentBytes = 256UL * 1024 * 1024;
inline constexpr std::size_t kOutShareBytes = 8UL * 1024;
inline constexpr std::size_t kAnswersOwed = 16;  // on one channel, to a reader that is behind; then it is closed too

// --- Names ---
inline constexpr int kMinNameCharacters = 3;   // characters
inline constexpr int kMaxNameCharacters = 20;  // characters
inline constexpr std::size_t kNameBytes = 128;
inline constexpr int kMarksPerLetter = 2;  // those that stand above, below or in it

// --- New guests ---
inline constexpr std::size_t kFreeGuestsPerHour = 10;            // of one address, for nothing but a name
inline constexpr std::size_t kGuestsPerHour = 200;               // of one address, with a proof of work past the others
inline constexpr auto kGuestsMemory = 3600s;                     // the hour, from an address's first
inline constexpr std::size_t kGuestAddressesRemembered = 50000;  // groups of addresses
inline constexpr std::uint32_t kMinProofBits = 17;  // 0.1 s of one core in the terminal, 0.5 s in a browser
inline constexpr std::uint32_t kMaxProofBits = 22;  // thirty times that
inline constexpr auto kProofTime = 60s;             // to find a proof
inline constexpr std::size_t kProofChallengeBytes = 16;
inline constexpr std::size_t kProofNonceBytes = 8;
inline constexpr std::size_t kInvitationBytes = 64;       // the code of one, as it is given
inline constexpr std::size_t kInvitationNoteBytes = 200;  // what the person who makes one writes about it
inline constexpr std::size_t kInvitations = 1000;         // that count, at once
inline constexpr std::uint32_t kInvitationUses = 10000;   // of one
inline constexpr auto kMaxInvitationTime = 366 * 24h;

// --- Bans by address, and what the log says of addresses ---
inline constexpr std::size_t kBans = 10000;  // at once
inline constexpr auto kMaxBanTime = 366 * 24h;
inline constexpr auto kAddressLinesEvery = 60s;  // one line of each kind for an address
// Kinds of lines of an address that may still come; all others are one.
inline constexpr std::size_t kAddressLinesRemembered = 1000;

// --- Members ---
inline constexpr std::size_t kMemberNameBytes = 64;  // of the name that somebody signs in by
inline constexpr std::uint32_t kMinPasswordCharacters = 8;
inline constexpr std::uint32_t kMaxPasswordCharacters = 256;
inline constexpr std::size_t kMaxPasswordBytes = std::size_t{4} * kMaxPasswordCharacters;
// A password that takes fewer guesses than 2 to this many bits, as zxcvbn estimates them, is refused: a million of them
// are more than anybody has in a lifetime at the rates below, and the 10,000 commonest are far fewer.
inline constexpr double kMinPasswordBits = 20;
inline constexpr std::size_t kEstimatedBytes = 64;              // of a password, as what comes after makes it no worse
inline constexpr std::uint32_t kPasswordPasses = 3;             // of Argon2id
inline constexpr std::uint32_t kPasswordMemoryKib = 64 * 1024;  // that each of them takes
inline constexpr std::size_t kPasswordQueue = 32;               // passwords that wait to be looked at, then it is busy
inline constexpr auto kPasswordTime = 30s;                // more to sign in, where a password waits to be looked at
inline constexpr std::size_t kRecoveryCodes = 8;          // codes of a member
inline constexpr std::uint32_t kPasskeysPerAccount = 20;  // passkeys, by each of which one can sign in
inline constexpr std::size_t kPasskeyIdBytes = 1023;      // of the id of one
inline constexpr std::size_t kAttestationBytes = 4096;    // of what a browser gives for a new one
inline constexpr std::size_t kPasskeyDataBytes = 2048;    // of each of the two texts that a use of it signs
inline constexpr std::size_t kPasskeySignatureBytes = 256;
inline constexpr auto kPasskeyTime = 5min;             // that a challenge for one is good
inline constexpr std::uint32_t kLabelCharacters = 40;  // of what a player calls a passkey or a sign-in
inline constexpr std::size_t kSignInCodeBytes = 5;     // 40 bits: eight letters
inline constexpr std::size_t kTypedCodeBytes = 64;     // of a code as somebody types it
inline constexpr std::size_t kSignInCodes = 10000;     // devices that wait to be let in by one
inline constexpr auto kSignInCodeTime = 10min;         // that a code is good
inline constexpr auto kTypedCodeTime = 3s;             // that other servers are asked whether a device waits there
inline constexpr auto kDeletionDelay = 7 * 24h;        // to change one's mind
inline constexpr std::uint32_t kDeletedAtOnce = 50;    // accounts, as their players want
// Of one name 82 on the first day, so 10 million guesses get fewer than a hundred answers; of one address, for all
// names.
inline constexpr std::uint32_t kTriesPerName = 10;  // tries at once
inline constexpr auto kTryOfNameEvery = 20min;
inline constexpr std::uint32_t kTriesPerAddress = 30;  // tries at once
inline constexpr auto kTryOfAddressEvery = 5min;

// --- Who one is ---
inline constexpr std::uint32_t kTokensPerAccount = 20;  // by each of which one can sign in
inline constexpr auto kTokenUseNoted = 24h;             // the same token is noted as used again no sooner than this
inline constexpr std::uint32_t kRenamesPerAccount = 1;  // within kRenameMemory, by the player
inline constexpr auto kRenameMemory = 30 * 24h;         // of one change of a name
inline constexpr auto kOldNameReserved = 90 * 24h;      // for whoever had it

// --- Tables and matches ---
inline constexpr std::size_t kTablesInAll = 10000;
inline constexpr std::size_t kEncountersRemembered = 100000;  // of whom FindTable has brought together
inline constexpr std::size_t kWaitsRemembered = 20;           // of those who were found, for each game
inline constexpr std::size_t kTablesPerAccount = 8;           // at which one sits, at once
inline constexpr std::size_t kTablesPerAddress = 40;  // seats at tables that people of one address have, at once
inline constexpr std::size_t kChannelsPerConnection = 32;
inline constexpr std::size_t kViewersPerMatch = 1000;   // accounts that watch one; who plays is not counted
inline constexpr std::size_t kWatchedPerAccount = 100;  // running matches, on all its connections together
inline constexpr auto kViewersFullRetry = 30s;          // what a spectator is told for whom there is no room
inline constexpr std::size_t kMatchesInMemory = 50000;  // then spectators open no more of them
inline constexpr std::size_t kMatchesInAll = 100000;    // that run
inline constexpr std::size_t kMatchesPerAccount = 50;   // in which it has a seat, at once
inline constexpr std::size_t kMatchesPerAddress = 400;  // seats in them that people of one address have, at once
inline constexpr double kStartsPerAccount = 240;        // matches an hour, on average
inline constexpr double kStartsPerAddress = 1200;       // likewise
inline constexpr double kStartsAtOnce = 0.25;           // of those of an hour
inline constexpr auto kMatchesFullRetry = 60s;          // what somebody is told who may not start another match
inline constexpr std::uint32_t kRunningRead = 10000;    // running matches of one account that are read at sign-in
inline constexpr std::size_t kClockReads = 1000;        // at once, of matches at rest whose clock has run out
// Commands that wait for one table; for one match, those of each player in it, and those of all others together.
inline constexpr std::size_t kCommandQueue = 32;
// Moves that the core's thread plays through by itself. A longer match that is read is played through by a worker, and
// nobody is told what they missed of it while they were away: they get it as it stands.
inline constexpr std::size_t kMovesFoldedAtOnce = 300;
inline constexpr std::uint32_t kMinTurnSeconds = 10;
inline constexpr std::uint32_t kMaxTurnSeconds = 7 * 24 * 3600;
// How long one who must decide is without a connection before another can claim it, in matches without a clock.
inline constexpr std::uint32_t kMinAbsenceSeconds = 60;
inline constexpr std::uint32_t kMaxAbsenceSeconds = 24 * 3600;
inline constexpr std::uint32_t kAbsenceSeconds = 60;         // at tables for anybody, where nothing else was asked for
inline constexpr std::size_t kAbsencesRemembered = 100'000;  // accounts that have gone, the latest
inline constexpr auto kRevealTime = 10s;                     // from «everybody is ready» to the last x_0
inline constexpr int kAbortedStartsPerTable = 8;  // starts that are called off; with the last the table closes
inline constexpr auto kUnloadAfter = 30s;         // without a viewer, then a match leaves memory
inline constexpr auto kOverAfter = 60s;           // from a match's end, then its channels are closed
inline constexpr auto kClosingTime = 24h;         // from a match's end, for its seats to close their chains
inline constexpr auto kReadyTime = 30s;           // from «all seats are taken» to everybody's being ready
// How long a person without a connection keeps a seat at a table; the table goes with its last person. Clients come
// back within 8 s once the server or the network is back. A link that somebody has sent to a friend is good for a day
// after they left, and for two weeks where decisions may take days; such a table is in nobody's way, since only those
// who have the link find it. Once half of all tables are taken, it is good for some minutes only.
inline constexpr auto kAwayTime = 15s;
inline constexpr auto kAwayTimeInviting = 24h;
inline constexpr auto kAwayTimeOverDays = 14 * 24h;
inline constexpr std::chrono::seconds kTurnOverDays = 24h;  // for a decision, from which on a match is one over days
inline constexpr auto kAwayTimeCrowded = 600s;
inline constexpr auto kBackAfterRestart = 60s;  // from the start, before which nobody loses a seat for being away
inline constexpr auto kPresenceTold = 500ms;    // after somebody came or went; somebody back by then was never away
inline constexpr auto kTablesFullRetry = 10s;   // the wait that is told when there are too many tables

// --- FindTable ---
inline constexpr std::uint32_t kFoundTurnSeconds = 120;  // for a decision, where nothing else was asked for
inline constexpr std::size_t kTablesSampled = 32;        // of those that fit, to choose one of
inline constexpr int kMaxAny = 32;                       // how long somebody who left a table is not seated there
inline constexpr auto kLeftMemory = 300s;                // how long FindTable keeps a player from a table left
inline constexpr std::size_t kLeftRemembered = 64;       // of those who have left one table, the latest
inline constexpr auto kFindPause = 30s;                  // for each lapse that is remembered, one after another
inline constexpr auto kMaxFindPause = 600s;              // for all of them
inline constexpr auto kLapseMemory = 3600s;              // of one lapse
inline constexpr std::size_t kLapsesRemembered = 10000;  // of all people, the latest
inline constexpr std::size_t kBlockedPerAccount = 200;   // players whom one does not want to meet
inline constexpr std::size_t kFollowedPerAccount = 500;  // friends
inline constexpr std::size_t kTablesPerPage = 50;
inline constexpr std::size_t kRematchOffersTold = 8;     // with SignedIn
inline constexpr std::size_t kRunningListed = 20;        // matches to watch, with the first page of tables
inline constexpr std::size_t kRunningRemembered = 2000;  // of the matches that may be listed, the newest
inline constexpr std::uint32_t kMatchesPerPage = 50;
inline constexpr std::uint32_t kHeroesPerPage = 50;  // and lines of their stories
inline constexpr std::uint32_t kHeroesRead = 100;    // of a stable, for a player who brings some of them to a table

// --- Challenges ---
inline constexpr std::size_t kChallengesOpen = 20;                 // tables to which one player is challenged, at once
inline constexpr double kChallengesPerSecond = 0.05;               // that a player may send, to whomever
inline constexpr double kChallengesAtOnce = 10;                    // at once, likewise
inline constexpr double kChallengedPerSecond = 0.05;               // that one player may get, from whomever
inline constexpr double kChallengedAtOnce = 20;                    // at once, likewise
inline constexpr std::chrono::milliseconds kChallengeRetry = 60s;  // the wait that is told when kChallengesOpen are

// --- The store and the workers ---
inline constexpr std::size_t kStoreQueue = 20000;  // requests that wait, then commands are refused as busy
inline constexpr std::size_t kNodeNameBytes = 64;  // of the name of a server among those of a store
// Another server of the store, which runs a match: between questions whether it does by now, and how long a command
// waits for an answer.
inline constexpr std::size_t kPresencesTold = 1'000'000;  // players that another server tells of, then all anew
inline constexpr std::size_t kResumedAtOnce = 200;        // connections, a tenth of a second, that go to another lobby
inline constexpr auto kAskOwnerAgain = 200ms;
inline constexpr auto kOwnerAnswersWithin = 10s;
inline constexpr auto kLastWordsWithin = 1s;  // of a server that had the lobby
// When a command of another server's connection came in, at most: as long as that server keeps one.
inline constexpr std::chrono::microseconds kMaxCommandAge = kOwnerAnswersWithin;
inline constexpr auto kStoreRetry = 250ms;       // between tries while the store refuses
inline constexpr std::size_t kWorkQueue = 5000;  // odds, and long matches to be played through, that wait
inline constexpr std::size_t kReports = 1000;    // records, receipts, luck and stories that wait; they hold nothing yet
inline constexpr std::size_t kReportsPerAccount = 20;  // likewise
inline constexpr std::size_t kEndsToSign = 1000;  // matches whose end waits to be signed; past it, once somebody asks
inline constexpr std::size_t kRecordBytes = 32UL * 1024 * 1024;  // of records that are remembered for the next part
inline constexpr std::size_t kLuckBytes = 4UL * 1024 * 1024;     // of lists of dice that are remembered likewise
inline constexpr std::size_t kStoriesBytes = 8UL * 1024 * 1024;  // the wait that is told when a second is asked for
inline constexpr auto kRecordRetry = 1s;                         // for asking for a second at the same time
inline constexpr std::size_t kBotQueue = 2000;   // bots that think or wait to; past it they are asked a second later
inline constexpr double kThinkingShare = 0.25;   // of a processor, for the bots that an account plays with
inline constexpr auto kThinkingAtOnce = 60s;     // of its time, for an account that has not used its share before
inline constexpr unsigned kWorkThreads = 1;      // for odds; those for bots are an option
inline constexpr unsigned kPasswordThreads = 1;  // so one password at a time has its memory
inline constexpr unsigned kReportThreads = 1;    // for records, receipts and luck
inline constexpr auto kBansReadEvery = 10s;      // where several servers share a store
inline constexpr auto kDeadlinesAhead = 60s;     // that resting matches are known of; the store has the others
inline constexpr auto kShutdownTime = 2500ms;    // from SIGTERM to the end
inline constexpr auto kHandOverTime = 20s;       // until other servers of the store have taken over
inline constexpr auto kFarewellTime = 20s;       // in which all connections of such a server are ended, at the most

// Finished matches that are moved out of the database (--keep-matches):
inline constexpr auto kRetentionFirst = 5s;               // after the start
inline constexpr auto kRetentionEvery = 1h;               // after the time before
inline constexpr std::uint32_t kMatchesMovedAtOnce = 64;  // in one block of the file, one commit
inline constexpr auto kRetentionPause = 20ms;             // after these
inline constexpr auto kMaxKeepTime = 100 * 365 * 24h;
// Guests who have never played and do not come back (--guests-expire):
inline constexpr auto kGuestsExpire = 30 * 24h;
inline constexpr std::uint32_t kGuestsExpiredAtOnce = 5;  // with a pause after these, as after matches

inline constexpr int kLuckDecisions = 1000;            // decisions of a match whose odds are worked out after it
inline constexpr std::uint64_t kMismatchesTold = 100;  // by check-data; the others are only counted

// --- Administration ---
inline constexpr std::size_t kAdminConnections = 64;
inline constexpr std::size_t kAdminHeaderBytes = 16UL * 1024;
inline constexpr std::size_t kAdminBodyBytes = 16UL * 1024;     // of a request
inline constexpr auto kAdminIdleTime = 60s;                     // of a connection, also in the middle of a request
inline constexpr auto kAdminAnswerTime = 5s;                    // for the core or the store to answer
inline constexpr unsigned kAdminThreads = 3;                    // requests that are worked on at once
inline constexpr std::size_t kAdminTokenBytes = 24;             // a token has at least as many
inline constexpr std::size_t kAdminTokens = 200;                // named in a file
inline constexpr std::size_t kAdminTokensBytes = 64UL * 1024;   // of that file
inline constexpr auto kAdminWrongTokenWait = 1s;                // until a wrong token is answered
inline constexpr auto kAdminReadingNotedEvery = 10min;          // the same reading of personal data by the same person
inline constexpr std::size_t kAdminReadingsRemembered = 10000;  // readings, to tell which are the same
inline constexpr std::size_t kMaxAdminBatch = 100;              // players or matches in one request
inline constexpr std::uint32_t kAdminPage = 50;                 // lines of a list unless the request says otherwise
inline constexpr std::uint32_t kMaxAdminPage = 500;             // lines of a list
inline constexpr std::uint32_t kAdminLookedAt = 2000;           // matches for a page that no index answers
inline constexpr std::uint32_t kAdminCountLookedAt = 10'000;    // matches for a count that none answers
inline constexpr std::uint32_t kAdminCounted = 100'000;         // matches of a count that one answers
inline constexpr std::size_t kAdminStorySteps = 1000;           // of a running match, the latest
inline constexpr std::size_t kAdminBackups = 1000;              // files in the list of backups, the newest
inline constexpr std::chrono::days kAdminTotalDays(3660);       // in one answer
inline constexpr std::size_t kAdminJobs = 20;                   // backups and checks whose results are remembered
inline constexpr auto kMaxDrainTime = 24h;                      // from a request to drain to the end

// What an operator may have to change in an attack: each is an option and can be changed while the server runs
// (server/shell/limit_table.cpp names them). Everything that meets one of these reads it here, each time.
struct Limits {
  std::size_t connections_in_all = kConnectionsInAll;
  std::size_t sessions_per_address = kSessionsPerAddress;
  std::size_t sessions_per_account = kSessionsPerAccount;
  double commands_per_second = kCommandsPerSecond;
  double command_burst = kCommandBurst;
  std::size_t unsent_bytes = kUnsentBytes;
  std::size_t tables_in_all = kTablesInAll;
  std::size_t tables_per_account = kTablesPerAccount;
  std::size_t tables_per_address = kTablesPerAddress;
  std::size_t channels_per_connection = kChannelsPerConnection;
  std::size_t viewers_per_match = kViewersPerMatch;
  std::size_t watched_per_account = kWatchedPerAccount;
  std::size_t matches_in_memory = kMatchesInMemory;
  std::size_t matches_in_all = kMatchesInAll;
  std::size_t matches_per_account = kMatchesPerAccount;
  std::size_t matches_per_address = kMatchesPerAddress;
  double starts_per_account = kStartsPerAccount;
  double starts_per_address = kStartsPerAddress;
  std::size_t free_guests_per_hour = kFreeGuestsPerHour;
  std::size_t guests_per_hour = kGuestsPerHour;
};
inline constexpr Limits kDefaultLimits;

static_assert(kEarlyMessageBytes <= kMessageBytes);
static_assert(kRecordPartBytes < kOutBytes && kStoryBytes < kOutBytes);
static_assert(kOutShareBytes * kConnectionsInAll < kUnsentBytes);  // shares alone do not fill it
static_assert(kPingEvery * 2 < kGoneAfter);
static_assert(kRequestsPerSession + 1 <= kArrivalsAtOncePerSession);  // all that it may have may come at once
static_assert(kArrivalsAtOncePerSession / kArrivalsPerSecondAndSession < std::chrono::seconds(kAddressMemory).count());

}  // namespace wyrmhall::server
