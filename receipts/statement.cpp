#include "receipts/statement.h"

#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <functional>
#include <span>
#include <utility>

#include "common/hex.h"
#include "common/rfc3339.h"

namespace wyrmhall::receipts {
namespace {

constexpr std::string_view kStartTitle = "wyrmhall start 1";
constexpr std::string_view kAbortedTitle = "wyrmhall aborted 1";
constexpr std::string_view kEndTitle = "wyrmhall end 1";
constexpr std::string_view kNone = "none";
constexpr std::size_t kUsualStartBytes = 1024;  // of a start's statement, or fewer
// By number from 1, as in AbortReason.
constexpr std::array<std::string_view, 4> kReasons = {"wrongReveal", "noReveal", "left", "restart"};

void line(std::string& text, std::string_view key, std::string_view value) {
  text.append(key).append(" ").append(value).append("\n");
}
void line(std::string& text, std::string_view key, std::uint64_t value) {
  line(text, key, std::to_string(value));
}
void title(std::string& text, std::string_view of) {
  text.append(of).append("\n");
}

// Takes a statement apart from the front. Once something does not fit, nothing that follows counts.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text), good_(text.size() <= kMaxStatementBytes) {}

  void title(std::string_view of) { good_ = good_ && next_line() == of; }

  // What stands behind a key.
  std::string_view value(std::string_view key) {
    const std::string_view line = next_line();
    if (line.size() <= key.size() || !line.starts_with(key) || line[key.size()] != ' ') {
      good_ = false;
      return {};
    }
    return line.substr(key.size() + 1);
  }
  template <std::unsigned_integral N>
  void number(std::string_view key, N& to) {
    number_of(value(key), to);
  }
  template <std::unsigned_integral N>
  void number_of(std::string_view text, N& to) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to);
    good_ = good_ && error == std::errc() && end == text.data() + text.size();
  }
  void hex(std::string_view key, std::span<std::uint8_t> to) { hex_of(value(key), to); }
  void hex_of(std::string_view text, std::span<std::uint8_t> to) { good_ = read_hex(text, to) && good_; }
  template <IdType T>
  void id(std::string_view key, T& to) {
    id_of(value(key), to);
  }
  template <IdType T>
  void id_of(std::string_view text, T& to) {
    const auto id = read_uuid<T>(text);
    good_ = good_ && id.has_value();
    if (id) to = *id;
  }
  void time(std::string_view key, Timestamp& to) {
    const auto time = read_time(value(key));
    good_ = good_ && time.has_value();
    if (time) to = *time;
  }
  void refuse() { good_ = false; }

  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool more() const { return good_ && !rest_.empty(); }

 private:
  std::string_view next_line() {
    const auto end = rest_.find('\n');
    if (end == std::string_view::npos) {
      good_ = false;
      return {};
    }
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

  std::string_view rest_;
  bool good_;
};

// The words between single blanks.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const auto blank = text.find(' ');
    words.push_back(text.substr(0, blank));
    if (blank == std::string_view::npos) return words;
    text.remove_prefix(blank + 1);
  }
}

// What was read counts only where it would be written in the same way.
template <class S>
std::optional<S> confirmed(const Reader& in, S statement, std::string_view text) {
  if (!in.good() || write(statement) != text) return std::nullopt;
  return statement;
}

}  // namespace

std::string write(const StartStatement& statement) {
  std::string text;
  text.reserve(kUsualStartBytes);
  title(text, kStartTitle);
  line(text, "match", uuid_text(statement.match));
  line(text, "attempt", statement.attempt);
  line(text, "game", statement.game);
  line(text, "rules", statement.rules_version);
  line(text, "options", statement.options);
  line(text, "turn-seconds", statement.turn_seconds);
  line(text, "server-commitment", hex_text(statement.server_commitment));
  line(text, "time", time_text(statement.time));
  for (std::size_t i = 0; i < statement.seats.size(); ++i) {
    const StartSeat& seat = statement.seats[i];
    const std::string who =
        seat.player ? " player " + uuid_text(*seat.player) + " " + hex_text(seat.commitment) : " bot " + seat.bot;
    line(text, "seat", std::to_string(i) + who);
  }
  return text;
}

std::string write(const AbortedStatement& statement) {
  std::string text;
  title(text, kAbortedTitle);
  line(text, "match", uuid_text(statement.match));
  line(text, "attempt", statement.attempt);
  line(text, "start", hex_text(statement.start));
  line(text, "reason", word_of(statement.reason));
  std::string named;
  for (const std::uint8_t seat : statement.named) named += (named.empty() ? "" : " ") + std::to_string(seat);
  line(text, "named", named.empty() ? kNone : named);
  line(text, "server-seed", hex_text(statement.server_seed));
  for (std::size_t i = 0; i < statement.shown.size(); ++i) {
    const auto& x0 = statement.shown[i];
    line(text, "shown", std::to_string(i) + " " + (x0 ? hex_text(*x0) : std::string(kNone)));
  }
  line(text, "time", time_text(statement.time));
  return text;
}

std::string write(const EndStatement& statement) {
  std::string text;
  title(text, kEndTitle);
  line(text, "match", uuid_text(statement.match));
  line(text, "start", statement.start ? hex_text(*statement.start) : std::string(kNone));
  line(text, "server-seed", hex_text(statement.server_seed));
  line(text, "record", hex_text(statement.record));
  line(text, "rolls", statement.foresight.rolls());
  line(text, "unforeseeable", statement.foresight.unforeseeable);
  line(text, "after-bot", statement.foresight.after_bot);
  line(text, "by-stand-in", statement.foresight.by_stand_in);
  line(text, "without-chain", statement.foresight.without_chain);
  return text;
}

std::optional<StartStatement> read_start(std::string_view text) {
  StartStatement statement;
  Reader in(text);
  in.title(kStartTitle);
  in.id("match", statement.match);
  in.number("attempt", statement.attempt);
  statement.game = in.value("game");
  in.number("rules", statement.rules_version);
  statement.options = in.value("options");
  in.number("turn-seconds", statement.turn_seconds);
  in.hex("server-commitment", statement.server_commitment);
  in.time("time", statement.time);
  while (in.more() && statement.seats.size() < kMaxStatementSeats) {
    const auto words = words_of(in.value("seat"));
    StartSeat seat;
    if (words.size() == 4 && words[1] == "player") {
      in.id_of(words[2], seat.player.emplace());
      in.hex_of(words[3], seat.commitment);
    } else if (words.size() == 3 && words[1] == "bot") {
      seat.bot = words[2];
    } else {
      in.refuse();
    }
    statement.seats.push_back(std::move(seat));
  }
  if (in.more() || statement.attempt == 0) return std::nullopt;
  return confirmed(in, std::move(statement), text);
}

std::optional<AbortedStatement> read_aborted(std::string_view text) {
  AbortedStatement statement;
  Reader in(text);
  in.title(kAbortedTitle);
  in.id("match", statement.match);
  in.number("attempt", statement.attempt);
  in.hex("start", statement.start);
  const auto reason = std::ranges::find(kReasons, in.value("reason"));
  if (reason == kReasons.end()) return std::nullopt;
  statement.reason = static_cast<AbortReason>(reason - kReasons.begin() + 1);
  if (const std::string_view named = in.value("named"); named != kNone) {
    for (const std::string_view word : words_of(named)) in.number_of(word, statement.named.emplace_back());
  }
  in.hex("server-seed", statement.server_seed);
  std::string_view value = in.value("shown");
  // The time stands behind the last seat, so one line is looked at ahead.
  while (in.good() && statement.shown.size() < kMaxStatementSeats) {
    const auto words = words_of(value);
    if (words.size() != 2) return std::nullopt;
    auto& x0 = statement.shown.emplace_back();
    if (words[1] != kNone) in.hex_of(words[1], x0.emplace());
    Reader ahead = in;
    const std::string_view next = ahead.value("shown");
    if (!ahead.good()) break;
    value = next;
    in = ahead;
  }
  in.time("time", statement.time);
  if (in.more() || std::ranges::adjacent_find(statement.named, std::ranges::greater_equal{}) != statement.named.end()) {
    return std::nullopt;
  }
  return confirmed(in, std::move(statement), text);
}

std::optional<EndStatement> read_end(std::string_view text) {
  EndStatement statement;
  Reader in(text);
  in.title(kEndTitle);
  in.id("match", statement.match);
  if (const std::string_view start = in.value("start"); start != kNone) in.hex_of(start, statement.start.emplace());
  in.hex("server-seed", statement.server_seed);
  in.hex("record", statement.record);
  std::uint64_t rolls = 0;  // the sum of what follows, which is checked when all is written again
  in.number("rolls", rolls);
  in.number("unforeseeable", statement.foresight.unforeseeable);
  in.number("after-bot", statement.foresight.after_bot);
  in.number("by-stand-in", statement.foresight.by_stand_in);
  in.number("without-chain", statement.foresight.without_chain);
  if (in.more()) return std::nullopt;
  return confirmed(in, statement, text);
}

Digest hash_of(std::string_view text) {
  Digest digest{};
  static_assert(sizeof(Digest) == crypto_hash_sha256_BYTES);
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return digest;
}

std::string_view word_of(AbortReason reason) {
  return kReasons[static_cast<std::size_t>(reason) - 1];
}

}  // namespace wyrmhall::receipts
