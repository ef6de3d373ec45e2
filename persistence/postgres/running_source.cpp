#include "persistence/running_source.h"

#include <string_view>

#include "persistence/admin_queries.h"
#include "persistence/postgres/database.h"
#include "persistence/postgres/errors.h"
#include "persistence/postgres/move_source.h"
#include "persistence/sql/admin_query_texts.h"
#include "persistence/sql/match_reader.h"

namespace wyrmhall::persistence {
namespace {

// What PostgreSQL says of columns and tables that are not there.
constexpr std::string_view kNotThere = "42";

class PostgresRunningSource final : public RunningSource {
 public:
  explicit PostgresRunningSource(const std::string& place)
      : database_(place, postgres::Database::Access::kReadOnly),
        moves_(database_),
        reader_(database_, moves_),
        running_(database_, sql::queries::kRunning) {}

  std::vector<MatchId> running() override {
    return guarded([this] {
      std::vector<MatchId> ids;
      sql::Cursor row = running_.query();
      while (row.next()) ids.push_back(row.id<MatchId>(0));
      return ids;
    });
  }

  std::optional<StoredMatch> load(const MatchId& match) override {
    return guarded([&] { return reader_.load(match, {}); });
  }

 private:
  template <class Work>
  auto guarded(Work&& work) -> decltype(work()) {
    try {
      return work();
    } catch (const postgres::Error& error) {
      if (error.state().starts_with(kNotThere)) {
        throw Unavailable(
            "The database has not the tables that this wyrmhalld reads: if another version has made them, start this "
            "one on a copy of the database, and look at that.");
      }
      throw Unavailable(postgres::sentence(error));
    } catch (const sql::Error& error) {
      throw Unavailable(postgres::sentence(error));
    }
  }

  postgres::Database database_;
  postgres::MoveSource moves_;
  sql::MatchReader reader_;
  sql::Statement running_;
};

}  // namespace

std::expected<std::unique_ptr<RunningSource>, std::string> open_postgres_running_source(const std::string& place) {
  try {
    return std::make_unique<PostgresRunningSource>(place);
  } catch (const sql::Error& error) {
    return std::unexpected(postgres::sentence(error));
  }
}

}  // namespace wyrmhall::persistence
