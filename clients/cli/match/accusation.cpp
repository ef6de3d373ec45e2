#include "clients/cli/match/accusation.h"

#include <fmt/chrono.h>

#include <ctime>

#include <nlohmann/json.hpp>

#include "clients/cli/messages.h"
#include "clients/cli/profile/private_file.h"
#include "clients/cli/profile/statement_json.h"
#include "common/hex.h"

namespace wyrmhall::cli {

using Json = nlohmann::ordered_json;

std::expected<std::filesystem::path, std::string> write_accusation(const std::filesystem::path& folder,
                                                                   std::string_view server, std::string_view key,
                                                                   const clients::Accusation& accusation) {
  Json json = {{"format", "wyrmhall accusation 1"},
               {"of", accusation.of},
               {"key", hex_text(key)},
               {"server", server},
               {"at", fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::time(nullptr)))},
               {"said", t(accusation.said)},
               {"statements", Json::array()},
               {"own", {{"match", uuid_text(accusation.match)}}}};
  for (const receipts::Signed& statement : accusation.statements) json["statements"].push_back(json_of(statement));
  Json& own = json["own"];
  if (accusation.seat >= 0) own["seat"] = accusation.seat;
  own["links"] = Json::array();
  for (const std::string& link : accusation.links) own["links"].push_back(hex_text(link));
  own["seen"] = Json::object();
  for (const auto& [name, value] : accusation.seen) own["seen"][name] = value;
  auto path = folder / (uuid_text(accusation.match) + "-" + accusation.of + ".json");
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  if (auto written = write_private_file(path, text); !written) return std::unexpected(written.error());
  return path;
}

void accuse(Terminal& terminal, const ProfileStore& profile, std::string_view server,
            const clients::Accusation& accusation) {
  terminal.warn(terminal.paint()(Tint::kBad, t(accusation.said)));
  const auto file = write_accusation(profile.accusations_folder(), server, profile.server_key().pinned(), accusation);
  terminal.warn(file ? t("evidence.kept", {{"path", file->string()}})
                     : t("evidence.notKept", {{"error", file.error()}}));
}

}  // namespace wyrmhall::cli
