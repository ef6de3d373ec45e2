#include "persistence/postgres_store.h"

#include <exception>
#include <utility>
#include <variant>

#include "persistence/postgres/database.h"
#include "persistence/postgres/errors.h"
#include "persistence/postgres/joining.h"
#include "persistence/postgres/membership.h"
#include "persistence/postgres/reader.h"
#include "persistence/postgres/schema.h"
#include "persistence/postgres/writer.h"
#include "persistence/sql/owed_answers.h"

namespace wyrmhall::persistence {
namespace {

class PostgresStore : public Store {
 public:
  PostgresStore(const std::string& place, std::unique_ptr<postgres::Database> database, Incarnation incarnation,
                Deliver deliver)
      : incarnation_(incarnation),
        owed_(std::move(deliver)),
        reader_(place, incarnation, owed_),
        patient_reader_(place, incarnation, owed_),
        writer_(std::move(database), incarnation, owed_) {}

  [[nodiscard]] Incarnation incarnation() const override { return incarnation_; }

  void submit(Submission&& submission) override {
    owed_.expect_one();
    const auto* load = std::get_if<LoadMatch>(&submission.request);
    if (is_write(submission.request)) {
      writer_.put(std::move(submission));
    } else if (load != nullptr && load->patient) {
      patient_reader_.put(std::move(submission));
    } else {
      reader_.put(std::move(submission));
    }
  }

  [[nodiscard]] std::size_t pending() const override { return owed_.owed(); }

  [[nodiscard]] StoreStats stats() const override { return writer_.stats(); }

 private:
  Incarnation incarnation_;
  sql::OwedAnswers owed_;
  postgres::Reader reader_;
  postgres::Reader patient_reader_;
  postgres::Writer writer_;
};

}  // namespace

std::expected<std::unique_ptr<Membership>, std::string> open_postgres_membership(const std::string& place,
                                                                                 Incarnation self) {
  try {
    return std::make_unique<postgres::Membership>(place, self);
  } catch (const sql::Error& error) {
    return std::unexpected(postgres::sentence(error));
  }
}

std::expected<std::unique_ptr<Store>, std::string> open_postgres_store(const PostgresOptions& options,
                                                                       Store::Deliver deliver) {
  try {
    auto database = std::make_unique<postgres::Database>(options.place, postgres::Database::Access::kReadWrite);
    if (std::optional<std::string> reason = postgres::unfit(*database, options.accept_loss)) {
      return std::unexpected(*std::move(reason));
    }
    postgres::migrate(*database);
    const auto incarnation = postgres::join(*database, options.node);
    if (!incarnation) return std::unexpected(incarnation.error());
    return std::make_unique<PostgresStore>(options.place, std::move(database), *incarnation, std::move(deliver));
  } catch (const sql::Error& error) {
    return std::unexpected(postgres::sentence(error));
  } catch (const std::exception& error) {
    return std::unexpected(std::string("The store in PostgreSQL cannot be opened (") + error.what() + ").");
  }
}

}  // namespace wyrmhall::persistence
