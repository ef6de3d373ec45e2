#include "persistence/store_place.h"

#include <utility>

#include "persistence/postgres_store.h"
#include "persistence/sqlite_store.h"

namespace wyrmhall::persistence {

bool is_postgres(std::string_view place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::expected<std::unique_ptr<Store>, std::string> open_store(const StorePlace& place, Store::Deliver deliver) {
  if (!place.postgres.empty()) {
    return open_postgres_store({.place = place.postgres, .accept_loss = place.accept_loss, .node = place.node},
                               std::move(deliver));
  }
  return open_sqlite_store({.folder = place.folder, .full_sync = place.full_sync}, std::move(deliver));
}

std::expected<std::unique_ptr<AdminQueries>, std::string> open_admin_queries(const StorePlace& place) {
  if (!place.postgres.empty()) return open_postgres_admin_queries(place.postgres);
  return open_sqlite_admin_queries(place.folder);
}

}  // namespace wyrmhall::persistence
