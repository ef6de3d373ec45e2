// Problems in the admin interface's JSON.
#pragma once

#include <algorithm>

#include "server/admin/rest/json.h"
#include "server/admin/rest/problem.h"

namespace wyrmhall::server::admin {

template <>
inline constexpr auto kSchema<WrongParameter> =
    object({}, field("parameter", &WrongParameter::parameter, {.about = "The parameter's name, or the body's member."}),
           field("detail", &WrongParameter::detail));

template <>
inline constexpr auto kSchema<Problem> = object(
    {"Problem", "RFC 9457."},
    field("type", [](const Problem& problem) { return "urn:wyrmhall:problem:" + problem.type; },
          {.about = "urn:wyrmhall:problem: and a word.", .pattern = "^(about:blank|urn:wyrmhall:problem:[a-z-]+)$"}),
    field("title",
          [](const Problem& problem) {
            std::string title = problem.type;
            std::ranges::replace(title, '-', ' ');
            return title;
          }),
    field("status", &Problem::status, {.least = 0}), field("detail", &Problem::detail, {.about = "One sentence."}),
    field("errors", &Problem::errors, {.about = "What is wrong with which parameter.", .left_out = true}));

}  // namespace wyrmhall::server::admin
