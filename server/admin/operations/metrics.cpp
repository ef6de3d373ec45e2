#include "server/admin/operations/metrics.h"

#include <malloc.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include "server/admin/memory_limit.h"
#include "server/admin/operations/backups.h"
#include "server/core/version.h"
#include "server/core_admin.h"

namespace wyrmhall::server::admin {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

using Labels = std::vector<ClientMetric::Label>;

constexpr double kMicrosPerSecond = 1e6;

// Puts families together one metric after the other.
class Families {
 public:
  void gauge(const char* name, const char* help, double value, Labels labels = {}) {
    add(name, help, MetricType::Gauge, std::move(labels)).gauge.value = value;
  }
  void counter(const char* name, const char* help, double value, Labels labels = {}) {
    add(name, help, MetricType::Counter, std::move(labels)).counter.value = value;
  }
  // `unit`: what the counted numbers are divided by.
  void histogram(const char* name, const char* help, const persistence::Histogram<>& from, double unit) {
    ClientMetric& metric = add(name, help, MetricType::Histogram, {});
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < from.counts.size(); ++i) {
      below += from.counts.at(i);
      // Bucket i holds whole numbers below 2^i, so 2^i - 1 at most.
      const bool last = i + 1 == from.counts.size();
      const double bound =
          last ? std::numeric_limits<double>::infinity() : static_cast<double>((std::uint64_t{1} << i) - 1) / unit;
      metric.histogram.bucket.push_back({.cumulative_count = below, .upper_bound = bound});
    }
    metric.histogram.sample_count = below;
    metric.histogram.sample_sum = static_cast<double>(from.sum) / unit;
  }

  [[nodiscard]] std::string text() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  ClientMetric& add(const char* name, const char* help, MetricType type, Labels labels) {
    if (families_.empty() || families_.back().name != name) {
      MetricFamily& family = families_.emplace_back();
      family.name = name;
      family.help = help;
      family.type = type;
    }
    ClientMetric& metric = families_.back().metric.emplace_back();
    metric.label = std::move(labels);
    return metric;
  }

  std::vector<MetricFamily> families_;
};

// The last word of an enum's name in lower case: "REFUSAL_CODE_TOO_FAST" is "too_fast".
std::string word(std::string name, std::string_view prefix) {
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

void connections(const LiveFigures& figures, Families& to) {
  static constexpr std::array kStages = {"new", "greeted", "signing_in", "signed_in", "closing"};
  for (std::size_t i = 0; i < kStages.size(); ++i) {
    to.gauge("wyrmhall_connections", "Connections of clients, by how far they have come.",
             static_cast<double>(figures.sessions.at(i)), {{"stage", kStages.at(i)}});
  }
}

void matches(const LiveFigures& figures, Families& to) {
  const auto games = all_games();
  const auto each = [&](auto&& tell) {
    for (std::size_t i = 0; i < games.size(); ++i) tell(games[i]->offer().game(), i);
  };
  to.gauge("wyrmhall_tables", "Tables where a match is being set up.", static_cast<double>(figures.counts.tables));
  each([&](const std::string& game, std::size_t i) {
    const LiveMatches& of = figures.matches.at(i);
    const auto tell = [&](const char* state, std::size_t count) {
      to.gauge("wyrmhall_matches", "Matches in memory: played or watched, running with nobody there, over, being read.",
               static_cast<double>(count), {{"game", game}, {"state", state}});
    };
    tell("playing", of.playing);
    tell("idle", of.idle);
    tell("over", of.over);
    tell("reading", of.reading);
  });
  to.gauge("wyrmhall_matches_running", "Running matches, in memory or not.",
           static_cast<double>(figures.counts.running));
  to.gauge("wyrmhall_matches_resting", "Running matches that are only on disk.", static_cast<double>(resting(figures)));
  each([&](const std::string& game, std::size_t i) {
    to.counter("wyrmhall_matches_started_total", "Matches that have started since the server did.",
               static_cast<double>(figures.totals.games.at(i).started), {{"game", game}});
  });
  each([&](const std::string& game, std::size_t i) {
    for (const auto reason : {pb::OUTCOME_REASON_PLAYED, pb::OUTCOME_REASON_RESIGNED, pb::OUTCOME_REASON_TIME,
                              pb::OUTCOME_REASON_ABSENCE}) {
      to.counter("wyrmhall_matches_ended_total", "Matches ended since the server started, by reason.",
                 static_cast<double>(figures.totals.games.at(i).ended.at(static_cast<std::size_t>(reason))),
                 {{"game", game}, {"reason", word(pb::OutcomeReason_Name(reason), "OUTCOME_REASON_")}});
    }
  });
  each([&](const std::string& game, std::size_t i) {
    static constexpr std::array kKinds = {"action", "resigned", "timed_out", "stand_in", "resumed", "absent"};
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
      to.counter("wyrmhall_turns_total", "Moves that were recorded since the server started.",
                 static_cast<double>(figures.totals.games.at(i).turns.at(kind)),
                 {{"game", game}, {"kind", kKinds.at(kind)}});
    }
  });
}

// Nothing where the server is alone with its store.
void servers(const cluster::ClusterStatus& status, Families& to) {
  if (status.servers.empty()) return;
  const auto draining = std::ranges::count_if(status.servers, [](const auto& one) { return one.row.draining; });
  const auto serving = static_cast<double>(status.servers.size()) - static_cast<double>(draining);
  const char* const about = "Servers of this store that are alive, as this one sees them.";
  to.gauge("wyrmhall_nodes", about, serving, {{"state", "serving"}});
  to.gauge("wyrmhall_nodes", about, static_cast<double>(draining), {{"state", "draining"}});
  const auto self = std::ranges::find_if(status.servers, [](const auto& one) { return one.self; });
  to.gauge("wyrmhall_shards", "Shards of the matches that this server runs.",
           self == status.servers.end() ? 0 : static_cast<double>(self->shards));
  to.gauge("wyrmhall_shards_unowned", "Shards of the matches that no living server runs, as this one sees them.",
           static_cast<double>(status.unowned));
  to.gauge("wyrmhall_membership_age_seconds", "Time since the database last heard this server say that it lives.",
           static_cast<double>(status.since_answer.count()) / kMicrosPerSecond);
  to.gauge("wyrmhall_bus_connected", "1 while the server is connected to NATS.", status.bus_connected ? 1 : 0);
  const char* const messages = "Messages between this server and the others.";
  to.counter("wyrmhall_bus_messages_total", messages, static_cast<double>(status.totals.bus_sent),
             {{"direction", "sent"}});
  to.counter("wyrmhall_bus_messages_total", messages, static_cast<double>(status.totals.bus_received),
             {{"direction", "received"}});
  to.counter("wyrmhall_nodes_declared_dead_total", "Servers that this one has taken for dead.",
             static_cast<double>(status.totals.declared_dead));
  to.counter("wyrmhall_shards_claimed_total", "Shards that nobody living ran, which this server has claimed.",
             static_cast<double>(status.totals.claimed));
  to.counter("wyrmhall_shards_handed_over_total", "Shards that this server has given to others.",
             static_cast<double>(status.totals.handed_over));
}

void replica(Histories* histories, Families& to) {
  if (histories == nullptr) return;
  try {
    const auto age = histories->lease()->age();
    if (!age) return;
    to.gauge("wyrmhall_history_age_seconds",
             "How old the history is that administrators see, by a replica; absent while that does not answer.",
             static_cast<double>(age->count()) / kMicrosPerSecond);
  } catch (const persistence::Unavailable& error) {
    spdlog::debug("the replica: {}", error.what());
  }
}

void queues(const LiveFigures& figures, std::size_t store_pending, Families& to) {
  const auto tell = [&](const char* queue, std::size_t depth) {
    to.gauge("wyrmhall_queue_depth",
             "What waits: requests for the store, odds, records with receipts and luck, moves of bots, passwords, "
             "commands for matches, messages to clients.",
             static_cast<double>(depth), {{"queue", queue}});
  };
  tell("store", store_pending);
  tell("work", figures.counts.work_waiting);
  tell("reports", figures.counts.reports_waiting);
  tell("bot-moves", figures.counts.bot_moves_waiting);
  tell("passwords", figures.counts.passwords_waiting);
  tell("matches", figures.match_commands);
  tell("outbound", figures.queued_messages);
  to.gauge("wyrmhall_outbound_bytes", "Bytes that wait to be sent to clients.",
           static_cast<double>(figures.counts.unsent_bytes));
  to.counter("wyrmhall_crowded_out_total",
             "Connections closed because too many bytes waited in all, and they were not reading.",
             static_cast<double>(figures.totals.crowded_out));
}

void refusals(const Totals& totals, Families& to) {
  for (int code = 1; code < pb::RefusalCode_ARRAYSIZE; ++code) {
    to.counter("wyrmhall_refusals_total", "Commands of clients that were refused.",
               static_cast<double>(totals.refusals.at(static_cast<std::size_t>(code))),
               {{"code", word(pb::RefusalCode_Name(static_cast<pb::RefusalCode>(code)), "REFUSAL_CODE_")}});
  }
}

// Those who were not let in to play, before there was anything to refuse.
void turned_away(const TurnedAway& turned_away, Families& to) {
  const auto tell = [&](const char* reason, std::uint64_t times) {
    to.counter("wyrmhall_connections_turned_away_total",
               "Connections, or requests that a proxy passed on, that were not let in, by reason.",
               static_cast<double>(times), {{"reason", reason}});
  };
  tell("too_fast", turned_away.too_fast);
  tell("too_many", turned_away.too_many);
  tell("banned", turned_away.banned);
}

// Those who were not let in to administration.
void access(const Watch& watch, Families& to) {
  for (std::size_t why = 0; why < kBarredTexts.size(); ++why) {
    to.counter("wyrmhall_admin_barred_total", "Requests to administration that were not let in, by reason.",
               static_cast<double>(watch.count(static_cast<Barred>(why))),
               {{"reason", std::string(kBarredTexts.at(why))}});
  }
}

void disk(const MetricsSources& sources, Timestamp now, Families& to) {
  to.gauge("wyrmhall_accounts", "Number of accounts, counted once a minute.",
           static_cast<double>(sources.census.accounts(now)));
  namespace fs = std::filesystem;
  std::error_code error;
  const auto size = [&](const char* file) {
    const auto bytes = fs::file_size(fs::path(sources.data) / file, error);
    return error ? 0.0 : static_cast<double>(bytes);
  };
  to.gauge("wyrmhall_database_bytes", "Size of the database.", size("wyrmhall.db"));
  to.gauge("wyrmhall_wal_bytes", "Size of the database's write-ahead log.", size("wyrmhall.db-wal"));
  if (const auto space = fs::space(sources.data, error); !error) {
    to.gauge("wyrmhall_disk_free_bytes", "Free space on the database's disk.", static_cast<double>(space.available));
    to.gauge("wyrmhall_disk_bytes", "Size of the disk of the database.", static_cast<double>(space.capacity));
  }
  if (const auto last = last_backup(sources.backups)) {
    to.gauge("wyrmhall_last_backup_age_seconds", "Time since the last complete backup; absent if there was none.",
             static_cast<double>((now - *last).count()) / kMicrosPerSecond);
  }
}

// What Prometheus's own clients tell of every process, under the same names.
void process(Timestamp now, Timestamp started_at, Families& to) {
  long pages = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  const auto page_bytes = static_cast<double>(::sysconf(_SC_PAGESIZE));
  to.gauge("process_resident_memory_bytes", "Resident memory of the process.",
           static_cast<double>(resident) * page_bytes);
  if (const auto limit = memory_limit()) {
    to.gauge("wyrmhall_memory_limit_bytes", "Memory at which the kernel ends the process; absent if there is no limit.",
             static_cast<double>(*limit));
  }
  to.gauge("process_virtual_memory_bytes", "Virtual memory of the process.", static_cast<double>(pages) * page_bytes);
  const struct mallinfo2 heap = ::mallinfo2();
  to.gauge("wyrmhall_heap_used_bytes", "Memory that is allocated and in use.",
           static_cast<double>(heap.uordblks + heap.hblkhd));
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / kMicrosPerSecond;
  };
  to.counter("process_cpu_seconds_total", "Processor time of the process.",
             seconds(usage.ru_utime) + seconds(usage.ru_stime));
  std::error_code ignored;
  const auto open = std::distance(std::filesystem::directory_iterator("/proc/self/fd", ignored), {});
  to.gauge("process_open_fds", "Open files and sockets.", static_cast<double>(open));
  struct rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  to.gauge("process_max_fds", "Maximum number of open files and sockets.", static_cast<double>(files.rlim_cur));
  to.gauge("process_start_time_seconds", "When the server started, in seconds since 1970.",
           static_cast<double>(unix_micros(started_at)) / kMicrosPerSecond);
  to.gauge("wyrmhall_uptime_seconds", "How long the server has been running.",
           static_cast<double>((now - started_at).count()) / kMicrosPerSecond);
}

}  // namespace

std::string metrics_text(Running& running, const MetricsSources& sources) {
  LiveFigures figures;
  Timestamp started_at{};
  running.on_core([&](Core& core) {
    figures = CoreAdmin(core).figures();
    started_at = core.started_at();
  });
  const persistence::StoreStats store = running.store_stats();
  Families to;
  to.gauge("wyrmhall_build_info", "1, with the version as a label.", 1, {{"version", std::string(kServerName)}});
  connections(figures, to);
  matches(figures, to);
  to.histogram("wyrmhall_turn_seconds",
               "From when a move came in until its updates, which are durable by then, were handed over to be sent.",
               figures.totals.turn_time, kMicrosPerSecond);
  to.histogram("wyrmhall_commit_seconds", "Time of one commit of the store.", store.commit_time, kMicrosPerSecond);
  to.histogram("wyrmhall_commit_requests", "Requests that were committed together.", store.group_size, 1);
  queues(figures, running.store_pending(), to);
  servers(running.servers(), to);
  replica(sources.replica, to);
  refusals(figures.totals, to);
  turned_away(running.turned_away(), to);
  to.gauge("wyrmhall_bans", "Banned networks.", static_cast<double>(running.bans().size()));
  to.counter("wyrmhall_guests_total", "Accounts that were made since the server started.",
             static_cast<double>(figures.totals.guests));
  to.counter("wyrmhall_guests_expired_total", "Accounts deleted because they had never played and did not come back.",
             static_cast<double>(figures.totals.guests_expired));
  to.histogram("wyrmhall_bot_thinking_seconds", "Time that a bot took for one move.", running.thinking_time(),
               kMicrosPerSecond);
  to.gauge("wyrmhall_draining", "1 while no new matches are taken, since the server is about to end.",
           figures.draining ? 1 : 0);
  to.gauge("wyrmhall_store_refuses", "1 while the disk refuses.", figures.store_refuses ? 1 : 0);
  access(sources.watch, to);
  disk(sources, running.now(), to);
  process(running.now(), started_at, to);
  return to.text();
}

}  // namespace wyrmhall::server::admin
