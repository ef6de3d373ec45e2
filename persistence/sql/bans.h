// Networks that nobody may connect from, in the database.
#pragma once

#include <string>
#include <vector>

#include "persistence/sql/database.h"
#include "persistence/store.h"

namespace wyrmhall::persistence::sql {

class BanWriter {
 public:
  explicit BanWriter(Database& database);

  // False when there are as many as there may be.
  bool keep(const KeepBan& request);
  // False when there is none of this network.
  bool drop(const std::string& network);

 private:
  Statement clear_;
  Statement others_;
  Statement keep_;
  Statement drop_;
};

class BanReader {
 public:
  explicit BanReader(Database& database);

  std::vector<Ban> all();

 private:
  Statement all_;
};

}  // namespace wyrmhall::persistence::sql
