#include "clients/cli/games/sentence_arguments.h"

#include <fmt/format.h>

namespace wyrmhall::cli {

Arguments values_of(const Scene& scene, const SentenceArguments& arguments,
                    const google::protobuf::Descriptor& options) {
  Arguments values;
  for (int i = 0; i < SentenceArguments::kMax; ++i) {
    const auto* option = options.FindFieldByNumber(arguments[i]);
    values.emplace_back(fmt::format("n{}", i), arguments[i]);
    values.emplace_back(fmt::format("seat{}", i), seat_name(scene, arguments[i]));
    values.emplace_back(fmt::format("option{}", i), option == nullptr ? std::to_string(arguments[i]) : option->name());
  }
  return values;
}

}  // namespace wyrmhall::cli
