// A test in another language than English.
#pragma once

#include <string_view>

#include "clients/cli/messages.h"

namespace wyrmhall::tests {

struct InLanguage {
  explicit InLanguage(std::string_view language) { cli::use_language(language); }
  InLanguage(const InLanguage&) = delete;
  InLanguage& operator=(const InLanguage&) = delete;
  ~InLanguage() { cli::use_language("en"); }
};

}  // namespace wyrmhall::tests
