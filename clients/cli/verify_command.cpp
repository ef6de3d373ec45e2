#include "clients/cli/verify_command.h"

#include <fmt/format.h>

#include <ostream>

#include "clients/cli/private_file.h"
#include "record/verify.h"

namespace wyrmhall::cli {
namespace {

std::string counted(std::size_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

ExitCode verify_file(const std::filesystem::path& file, std::ostream& out, std::ostream& troubles) {
  const auto text = read_file(file);
  if (!text) {
    troubles << "The file " << file.string() << " cannot be read.\n";
    return ExitCode::kUsage;
  }
  const auto account = record::verify(*text);
  if (!account) {
    troubles << fmt::format("Not verified. In {}: {} {}.\n", file.string(), account.error().where,
                            account.error().what);
    return ExitCode::kNotVerified;
  }
  const auto& a = *account;
  out << fmt::format("match {}: {}, rules version {}, {}, {}\n", a.match_id, a.game, a.rules_version,
                     counted(a.seats, "seat"), counted(a.moves, "move"))
      << fmt::format("checked: {}; the server's seed against its commitment; {} with {}\n",
                     counted(a.hashes, "hash value"), counted(a.chains, "chain"), counted(a.links, "link"))
      << fmt::format("folded:  {} and {} by the rules, the outcome, and each byte of the file\n",
                     counted(a.rolls, "roll"), counted(a.events, "event"))
      << "Every roll checked: all agree.\n";
  return ExitCode::kDone;
}

}  // namespace wyrmhall::cli
