#include "clients/model/code_name.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace wyrmhall::clients {

std::string short_name(const google::protobuf::EnumValueDescriptor& value) {
  // The values of an enumeration begin with its own name, in capitals with underscores.
  std::string prefix;
  for (const char c : value.type()->name()) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !prefix.empty()) prefix += '_';
    prefix += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  prefix += '_';
  std::string name = value.name();
  if (name.starts_with(prefix)) name.erase(0, prefix.size());
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

std::string game_of(const v1::GameOptions& options) {
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  options.GetReflection()->ListFields(options, &fields);
  return fields.empty() ? "" : fields.front()->name();
}

}  // namespace wyrmhall::clients
