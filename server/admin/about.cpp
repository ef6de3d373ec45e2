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
  return {.status = 200,
          .content_type = kMetricsType,
          .body = metrics_text(
              context.running,
              {.watch = context.watch, .census = context.census, .data = context.data, .backups = context.backups}),
          .headers = {}};
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
          .body = is_ready ? "ready\n" : "not ready: the server is about to stop, or cannot write to its disk\n",
          .headers = {}};
}

constexpr std::array kAboutOperations = {
    Operation{.id = "getOpenApi",
              .method = "GET",
              .path = "/admin/v1/openapi.json",
              .role = Role::kReadMetrics,
              .handle = document},
    Operation{.id = "getMetrics", .method = "GET", .path = "/metrics", .role = Role::kReadMetrics, .handle = metrics},
    // These are open: they tell nothing that a knock at the door would not.
    Operation{.id = "getHealth", .method = "GET", .path = "/healthz", .role = Role::kNobody, .handle = health},
    Operation{.id = "getReadiness", .method = "GET", .path = "/readyz", .role = Role::kNobody, .handle = ready},
    // The page itself holds nothing; what it shows it asks for with the token.
    Operation{.id = "getPage", .method = "GET", .path = "/admin/", .role = Role::kNobody, .handle = page},
    Operation{
        .id = "getPageScript", .method = "GET", .path = "/admin/page.js", .role = Role::kNobody, .handle = page_script},
    Operation{
        .id = "getPageStyle", .method = "GET", .path = "/admin/page.css", .role = Role::kNobody, .handle = page_style},
    Operation{.id = "getPageTitleFont",
              .method = "GET",
              .path = "/admin/grenze.woff2",
              .role = Role::kNobody,
              .handle = title_font},
    Operation{.id = "getPageTextFont",
              .method = "GET",
              .path = "/admin/hyperlegible.woff2",
              .role = Role::kNobody,
              .handle = text_font},
};

}  // namespace

std::span<const Operation> about_operations() {
  return kAboutOperations;
}

}  // namespace wyrmhall::server::admin
