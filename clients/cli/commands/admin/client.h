// Asks the admin interface of a server, and shows what it answers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/commands/admin/table.h"
#include "clients/cli/exit_code.h"
#include "clients/connection/http_request.h"

namespace wyrmhall::cli {

inline constexpr const char* kDefaultAdmin = "127.0.0.1:7421";

// What a command asks for and how its answer is shown: the parser fills it in before a command runs.
struct AdminSettings {
  std::string server = kDefaultAdmin;
  std::string token_file;
  bool json = false;
  bool all = false;
  bool csv = false;
  std::string id;
  std::string file;
  std::string name;
  std::string reason;
  std::string level;
  std::string role;
  std::string until;
  std::string operation;
  std::vector<std::string> ids;
  std::vector<std::uint32_t> winners;
  std::uint32_t seconds = 600;
  bool wait = false;
  bool sure = false;
  bool force = false;
  std::string time = "24h";
  std::string note;
  std::uint32_t uses = 1;
  std::map<std::string, std::string> query;
};

// Thrown: why a command failed, and the status with which the program ends.
struct Failure {
  ExitCode code;
  std::string text;
};

// A part of an address, escaped where a character would mean something else in it.
std::string escaped(std::string_view text);

// All calls but show(), show_lines() and write() ask the server, and throw Failure.
class Admin {
 public:
  explicit Admin(const AdminSettings& settings);

  clients::HttpAnswer ask(std::string method, std::string target, const AdminJson& body = nullptr);

  AdminJson get(std::string target);

  // All pages of an answer with several lists as one, without "next".
  AdminJson whole(const std::string& path);

  static AdminJson parsed(const clients::HttpAnswer& answer);

  // The lines of a list, one page or all of them, but no more than kMaxPages. A page may be empty and have more behind
  // it: then it goes on to the first page that is not.
  void list(const std::string& path, const char* member, const std::vector<Column>& columns);

  // A list that has no pages.
  void show_lines(const AdminJson& json, const char* member, const std::vector<Column>& columns) const;

  // One thing, member by member.
  void show(const AdminJson& json) const;

  // Alone on standard output, so that it can be piped into a file.
  void show_token(const AdminJson& json) const;

  // To the file named with -o, or to standard output.
  void write(const std::string& text) const;

  // A backup or a check: until it is done.
  void finish(const clients::HttpAnswer& started);

  // Lets the server end; if the settings say so, waits until it has.
  void drain();

 private:
  // The same as the server's CSV, with the line of titles once.
  void list_csv(const std::string& path);
  [[nodiscard]] std::string token() const;

  void drain_node();

  [[noreturn]] static void refuse(const clients::HttpAnswer& answer);

  const AdminSettings& settings_;
  clients::HttpRequest request_;
  bool told_age_ = false;
};

}  // namespace wyrmhall::cli
