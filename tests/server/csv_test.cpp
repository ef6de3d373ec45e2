// Lists as CSV: what spreadsheets and parsers of RFC 4180 make of them.
#include "server/admin/rest/csv.h"

#include <doctest/doctest.h>

namespace wyrmhall::server::admin {
namespace {

TEST_CASE("a cell with anything but plain characters is between quotes, and a line ends as RFC 4180 has it") {
  const CsvTable table{.titles = {"name", "moves"}, .rows = {{"Mira", "7"}, {"a \"b\", c", ""}, {"x\ny;z", "1"}}};
  CHECK(csv_text(table) == "name,moves\r\nMira,7\r\n\"a \"\"b\"\", c\",\r\n\"x\ny;z\",1\r\n");
}

TEST_CASE("no text becomes a formula") {
  for (const char* formula : {"=1+1", "+1", "-1", "@sum(a1)", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠1"}) {
    CHECK(csv_cell(formula) == std::string("'") + formula);
  }
  for (const char* plain : {"Mira", "a=b", "'=1", "", "2026-11-21T09:30:00.000000Z"}) CHECK(csv_cell(plain) == plain);
  CHECK(csv_cell(-5) == "-5");  // a number is one
  CHECK(csv_cell(nullptr).empty());
}

TEST_CASE("the parameter says which format it is, and without one the Accept header does") {
  const auto with = [](const char* accept) {
    Request request;
    request.accept = accept;
    return wants_csv({}, request);
  };
  for (const char* csv : {"text/csv", "text/csv, application/json;q=0.5", "text/html , text/csv;q=0.9",
                          "application/json;q=0.1,text/csv;header=present;q=0.2", "text/csv;q="}) {
    CHECK_MESSAGE(with(csv), csv);
  }
  for (const char* json : {"", "*/*", "text/*", "application/json", "text/csv;q=0", "text/csv, application/json",
                           "text/csv;q=x, application/json", "text/csvx", ",;="}) {
    CHECK_MESSAGE(!with(json), json);
  }
  Request request;
  request.accept = "text/csv";
  CHECK_FALSE(wants_csv({.format = Format::kJson}, request));
  request.accept = "application/json";
  CHECK(wants_csv({.format = Format::kCsv}, request));
}

TEST_CASE("the next page is the same address with another cursor") {
  const auto link = [](const char* target) {
    Request request;
    request.target = target;
    const Response response = csv_response({.titles = {"a"}, .rows = {}, .next = "c2"}, request);
    REQUIRE(response.headers.size() == 1);
    CHECK(response.headers[0].first == "Link");
    return response.headers[0].second;
  };
  CHECK(link("/m") == "</m?cursor=c2>; rel=\"next\"");
  CHECK(link("/m?") == "</m?cursor=c2>; rel=\"next\"");
  CHECK(link("/m?limit=2&cursor=c1&game=duel") == "</m?limit=2&game=duel&cursor=c2>; rel=\"next\"");
  CHECK(link("/m?player=a>b\"") == "</m?player=a%3Eb%22&cursor=c2>; rel=\"next\"");
  CHECK(csv_response({.titles = {"a"}, .rows = {}}, {}).headers.empty());
}

}  // namespace
}  // namespace wyrmhall::server::admin
