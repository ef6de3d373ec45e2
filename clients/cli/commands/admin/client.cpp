#include "clients/cli/commands/admin/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>
#include <utility>

#include "clients/cli/terminal/terminal.h"
#include "clients/connection/address.h"

namespace wyrmhall::cli {
namespace {

constexpr auto kAskAgain = std::chrono::milliseconds(250);
constexpr int kMaxPage = 500;    // lines that a server gives at once
constexpr int kMaxPages = 2000;  // of one list: a million lines

using Query = std::map<std::string, std::string>;

std::string with_query(const std::string& path, const Query& query) {
  std::string target = path;
  for (const auto& [name, value] : query) target += (target == path ? "?" : "&") + name + "=" + escaped(value);
  return target;
}

// The cursor in an address that a Link header names; empty where there is none.
std::string cursor_in(std::string_view link) {
  constexpr std::string_view kName = "cursor=";
  const auto from = link.find(kName);
  if (from == std::string_view::npos) return {};
  link.remove_prefix(from + kName.size());
  return std::string(link.substr(0, link.find_first_of("&>")));
}

void tell_more(std::ostream& out, const std::string& cursor) {
  out << "More: --cursor " << strip_control_chars(cursor) << ", or --all\n";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

Admin::Admin(const AdminSettings& settings) : settings_(settings) {
  const auto address = clients::parse_address("ws://" + settings.server);
  if (!address)
    throw Failure{ExitCode::kUsage, "--admin needs HOST:PORT, such as 127.0.0.1:7421, not " + settings.server + "."};
  request_.host = address->host;
  request_.port = address->port;
  request_.bearer = token();
}

clients::HttpAnswer Admin::ask(std::string method, std::string target, const AdminJson& body) {
  request_.method = std::move(method);
  request_.target = std::move(target);
  request_.body = body.is_null() ? "" : body.dump(-1, ' ', false, AdminJson::error_handler_t::replace);
  auto answer = clients::ask(request_);
  if (!answer) throw Failure{ExitCode::kCannotConnect, answer.error()};
  if (answer->status >= 400) refuse(*answer);
  if (!answer->age.empty() && !std::exchange(told_age_, true)) {
    std::cerr << "From a replica of the database: at most " << strip_control_chars(answer->age) << " s old.\n";
  }
  return *std::move(answer);
}

AdminJson Admin::get(std::string target) {
  return parsed(ask("GET", std::move(target)));
}

AdminJson Admin::whole(const std::string& path) {
  const std::string first = fmt::format("{}?limit={}", path, kMaxPage);
  AdminJson all = get(first);
  while (all["next"].is_string()) {
    AdminJson page = get(first + "&cursor=" + escaped(all["next"].get<std::string>()));
    for (auto& [name, value] : page.items()) {
      if (!value.is_array()) continue;
      for (AdminJson& line : value) all[name].push_back(std::move(line));
    }
    all["next"] = page["next"];
  }
  all.erase("next");
  return all;
}

AdminJson Admin::parsed(const clients::HttpAnswer& answer) {
  AdminJson json = AdminJson::parse(answer.body, nullptr, false);
  if (json.is_discarded()) throw Failure{ExitCode::kCannotConnect, "What answers there is not a Wyrmhall server."};
  return json;
}

void Admin::list(const std::string& path, const char* member, const std::vector<Column>& columns) {
  if (settings_.csv) return list_csv(path);
  Query query = settings_.query;
  if (settings_.all) query.try_emplace("limit", std::to_string(kMaxPage));
  AdminJson all;
  AdminJson next;
  for (int pages = 0; pages < kMaxPages; ++pages) {
    AdminJson page = get(with_query(path, query));
    next = page.value("next", AdminJson(nullptr));
    if (all.is_null()) {
      all = std::move(page);
    } else {
      for (AdminJson& line : page[member]) all[member].push_back(std::move(line));
    }
    if (!next.is_string() || (!settings_.all && !all[member].empty())) break;
    query["cursor"] = next.get<std::string>();
    query.erase("count");
  }
  all["next"] = next;
  if (settings_.json) {
    std::cout << all.dump(2, ' ', true) << '\n';
    return;
  }
  print_table(std::cout, all[member], columns);
  if (all.contains("player") && all["player"].is_object()) {
    std::cout << "Player: " << strip_control_chars(all["player"].value("name", "")) << ", "
              << strip_control_chars(all["player"].value("id", "")) << '\n';
  }
  if (all.contains("count") && all["count"].is_object()) {
    std::cout << (all["count"].value("atLeast", false) ? "In all: at least " : "In all: ")
              << all["count"].value("matches", 0) << '\n';
  }
  if (next.is_string()) tell_more(std::cout, next.get<std::string>());
}

void Admin::list_csv(const std::string& path) {
  Query query = settings_.query;
  query["format"] = "csv";
  if (settings_.all) query.try_emplace("limit", std::to_string(kMaxPage));
  std::string cursor;
  for (int pages = 0; pages < kMaxPages; ++pages) {
    const clients::HttpAnswer page = ask("GET", with_query(path, query));
    if (!page.content_type.starts_with("text/csv"))
      throw Failure{ExitCode::kRefused, "This server does not give lists as CSV."};
    const std::size_t titles = page.body.find('\n') + 1;
    const std::string_view lines = std::string_view(page.body).substr(pages == 0 ? 0 : titles);
    std::cout << lines;
    cursor = cursor_in(page.link);
    if (cursor.empty() || (!settings_.all && page.body.size() > titles)) break;
    query["cursor"] = cursor;
  }
  if (!cursor.empty()) tell_more(std::cerr, cursor);
}

void Admin::show_lines(const AdminJson& json, const char* member, const std::vector<Column>& columns) const {
  settings_.json ? static_cast<void>(std::cout << json.dump(2, ' ', true) << '\n')
                 : print_table(std::cout, json[member], columns);
}

void Admin::show(const AdminJson& json) const {
  if (settings_.json) {
    std::cout << json.dump(2, ' ', true) << '\n';
  } else {
    print_members(std::cout, json);
  }
}

void Admin::show_token(const AdminJson& json) const {
  if (settings_.json) return show(json);
  std::cout << json.value("token", "") << '\n';
  std::cerr << "It is not shown again. The player uses it with `wyrmhall take-token`, or \"I have a token\" in the "
               "browser.\n";
}

void Admin::write(const std::string& text) const {
  if (settings_.file.empty()) {
    std::cout << text;
    return;
  }
  std::ofstream file(settings_.file, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw Failure{ExitCode::kUsage, "The file " + settings_.file + " cannot be written."};
}

void Admin::finish(const clients::HttpAnswer& started) {
  AdminJson job = parsed(started);
  while (job.value("state", "") == "running") {
    std::this_thread::sleep_for(kAskAgain);
    job = get(started.location);
  }
  show(job);
  if (job.value("state", "") != "done") throw Failure{ExitCode::kRefused, "It failed."};
  if (job["result"].contains("clean") && !job["result"]["clean"].get<bool>()) {
    throw Failure{ExitCode::kNotVerified, "The database is damaged."};
  }
}

// Until it is no longer among those that are alive.
void Admin::drain_node() {
  const AdminJson drained = parsed(ask("POST", "/admin/v1/nodes/" + escaped(settings_.id) + "/drain"));
  if (!settings_.wait) return show(drained);
  const auto lives = [&] {
    const AdminJson nodes = get("/admin/v1/nodes").value("nodes", AdminJson::array());
    return std::ranges::any_of(nodes, [&](const AdminJson& node) { return node.at("start") == drained.at("start"); });
  };
  while (lives()) std::this_thread::sleep_for(kAskAgain);
  if (!settings_.json) std::cout << "The server has ended; the others go on with its matches.\n";
}

void Admin::drain() {
  if (!settings_.id.empty()) return drain_node();
  AdminJson state = parsed(ask("POST", "/admin/v1/drain", {{"seconds", settings_.seconds}}));
  if (!settings_.wait) return show(state);
  // Until nobody answers any more.
  try {
    for (;;) {
      std::this_thread::sleep_for(kAskAgain);
      state = get("/admin/v1/drain");
    }
  } catch (const Failure& failure) {
    if (failure.code != ExitCode::kCannotConnect) throw;
  }
  if (!settings_.json) std::cout << "The server has ended; its running matches are kept.\n";
}

std::string Admin::token() const {
  if (!settings_.token_file.empty()) {
    std::ifstream file(settings_.token_file);
    std::string line;
    std::getline(file, line);
    if (!line.empty()) return line;
    throw Failure{ExitCode::kUsage, "The file " + settings_.token_file + " holds no token."};
  }
  if (const char* named = std::getenv("WYRMHALL_ADMIN_TOKEN"); named != nullptr && *named != '\0') return named;
  throw Failure{ExitCode::kUsage, "Name the admin token: --admin-token-file FILE, or WYRMHALL_ADMIN_TOKEN."};
}

void Admin::refuse(const clients::HttpAnswer& answer) {
  const AdminJson problem = AdminJson::parse(answer.body, nullptr, false);
  if (!problem.is_object()) {
    throw Failure{ExitCode::kRefused, fmt::format("The server refuses this ({}).", answer.status)};
  }
  std::string text = strip_control_chars(problem.value("detail", ""));
  for (const AdminJson& wrong : problem.value("errors", AdminJson::array())) {
    text += "\n  " + strip_control_chars(wrong.value("parameter", "")) + " " +
            strip_control_chars(wrong.value("detail", ""));
  }
  throw Failure{ExitCode::kRefused, text};
}

}  // namespace wyrmhall::cli
