#include "persistence/sqlite/errors.h"

namespace wyrmhall::persistence::sqlite {

namespace {

// What SQLite said, or would have said to what this program found out by itself.
int kind_of(const sql::Error& error) {
  if (const auto* reported = dynamic_cast<const Error*>(&error)) return reported->kind();
  return error.about() == sql::Error::About::kDamage ? SQLITE_CORRUPT : SQLITE_ERROR;
}

}  // namespace

std::string sentence(const sql::Error& error, const std::string& path) {
  const std::string detail = std::string(" (") + error.what() + ").";
  switch (kind_of(error)) {
    case SQLITE_FULL:
      return "The disk that holds " + path + " is full: free some space on it" + detail;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return path + " cannot be written: give the user that runs the server the right to write it and its folder" +
             detail;
    case SQLITE_CANTOPEN:
      return path + " cannot be opened: check that the user that runs the server may read and write it and its folder" +
             detail;
    case SQLITE_NOTADB:
      return path + " is no database: name another folder, or move the file away" + detail;
    case SQLITE_CORRUPT:
      return path + " is damaged: stop the server and restore it from a backup" + detail;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return path + " is held by another program: close whatever has it open" + detail;
    case SQLITE_IOERR:
      return "The disk that holds " + path + " fails: check that disk and the system's log" + detail;
    case SQLITE_NOMEM:
      return "There is no memory left to work on " + path + ": give the server more" + detail;
    default:
      return "SQLite cannot work on it: look at " + path + detail;
  }
}

}  // namespace wyrmhall::persistence::sqlite
