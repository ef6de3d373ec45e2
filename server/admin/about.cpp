// What the listener tells of itself and of the server's health: the OpenAPI document, the page, the metrics.
#include <array>

#include "server/admin/assets.h"
#include "server/admin/context.h"
#include "server/admin/metrics.h"

namespace wyrmhall::server::admin {
namespace {

constexpr const char* kPlainText = "text/plain; charset=utf-8";

Response document(Context& /*context*/, Call& call) {
  call.query.finish();
  return {
      .status = 200, .content_type = "application/json", .body = std::string(assets::openapi_json()), .headers = {}};
}

Response page_part(std::string_view body, const char* content_type) {
  return {.status = 200,
          .content_type = content_type,
          .body = std::string(body),
          .headers = {{"Content-Security-Policy",
                       "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; "
                       "img-src 'self' data:; "
                       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
                      {"Referrer-Policy", "no-referrer"}}};
}

Response page(Context& /*context*/, Call& call) {
  call.query.finish();
  return page_part(assets::page_html(), "text/html; charset=utf-8");
}
Response page_script(Context& /*context*/, Call& call) {
  call.query.finish();
  return page_part(assets::page_js(), "text/javascript; charset=utf-8");
}
Response page_style(Context& /*context*/, Call& call) {
  call.query.finish();
  return page_part(assets::page_css(), "text/css; charset=utf-8");
}

Response title_font(Context& /*context*/, Call& call) {
  call.query.finish();
  return page_part(assets::grenze(), "font/woff2");
}
Response text_font(Context& /*context*/, Call& call) {
  call.query.finish();
  return page_part(assets::hyperlegible(), "font/woff2");
}

Response metrics(Context& context, Call& call) {
  call.query.finish();
  return {.status = 200, .content_type = kMetricsType, .body = metrics_text(context.running), .headers = {}};
}

// Whether the process lives: its core answers.
Response health(Context& context, Call& call) {
  call.query.finish();
  context.running.on_core([](Hall& /*hall*/) {});
  return {.status = 200, .content_type = kPlainText, .body = "ok\n", .headers = {}};
}

// Whether new players should be sent here.
Response ready(Context& context, Call& call) {
  call.query.finish();
  const bool is_ready = context.running.ready();
  return {.status = is_ready ? 200 : 503,
          .content_type = kPlainText,
          .body = is_ready ? "ready\n" : "not ready: the server is about to end, or its disk refuses\n",
          .headers = {}};
}

constexpr std::array kAboutOperations = {
    Operation{.id = "getOpenApi", .method = "GET", .path = "/admin/v1/openapi.json", .handle = document},
    Operation{.id = "getMetrics", .method = "GET", .path = "/metrics", .handle = metrics},
    // These are open: they tell nothing that a knock at the door would not.
    Operation{.id = "getHealth", .method = "GET", .path = "/healthz", .handle = health, .needs_token = false},
    Operation{.id = "getReadiness", .method = "GET", .path = "/readyz", .handle = ready, .needs_token = false},
    // The page itself holds nothing; what it shows it asks for with the token.
    Operation{.id = "getPage", .method = "GET", .path = "/admin/", .handle = page, .needs_token = false},
    Operation{
        .id = "getPageScript", .method = "GET", .path = "/admin/page.js", .handle = page_script, .needs_token = false},
    Operation{
        .id = "getPageStyle", .method = "GET", .path = "/admin/page.css", .handle = page_style, .needs_token = false},
    Operation{.id = "getPageTitleFont",
              .method = "GET",
              .path = "/admin/grenze.woff2",
              .handle = title_font,
              .needs_token = false},
    Operation{.id = "getPageTextFont",
              .method = "GET",
              .path = "/admin/hyperlegible.woff2",
              .handle = text_font,
              .needs_token = false},
};

}  // namespace

std::span<const Operation> about_operations() {
  return kAboutOperations;
}

}  // namespace wyrmhall::server::admin
