// verify --accusation: judges what a client has against a server by what the server itself has signed, without a server
// and without believing the accuser (docs/dice.md).
#pragma once

#include <expected>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/exit_code.h"
#include "clients/cli/settings.h"
#include "receipts/signature.h"

namespace wyrmhall::cli {

// What the files contain. A text may be an accusation, or a record or receipt, from which the signed statements are
// taken.
struct Evidence {
  std::string key;   // of the server as the accuser had pinned it, 32 bytes; empty where no file names one
  std::string of;    // what the accusation is of, in its own words; empty for none
  std::string said;  // the accuser's own words, which are no evidence
  std::vector<receipts::Signed> statements;  // as they came; who signed them is not looked at yet
  std::vector<std::string> links;            // that the accuser says it has shown
};

// Adds what a file holds. On failure: what is wrong with it.
std::expected<void, std::string> add_evidence(std::string_view text, Evidence& evidence);

struct Verdict {
  bool convicted = false;
  std::string key;     // whose holder is convicted, 32 bytes
  std::string of;      // where convicted
  std::string reason;  // a sentence, in either case
};
Verdict judge(const Evidence& evidence);

// By the settings' `evidence` ("-": the standard input) and `json`.
ExitCode verify_accusation(const Settings& settings, std::ostream& out, std::ostream& errors);

}  // namespace wyrmhall::cli
