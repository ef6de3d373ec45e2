// Files that are part of the program: cmake/Embed.cmake makes functions of them at build time.
#pragma once

#include <string_view>

namespace wyrmhall::server::admin::assets {

std::string_view openapi_json();
std::string_view page_html();
std::string_view page_js();
std::string_view page_css();
std::string_view grenze();
std::string_view hyperlegible();

}  // namespace wyrmhall::server::admin::assets
