// What the listener tells of itself and of the server's health: the OpenAPI document, the page, the metrics.
#include <array>

#include "server/admin/assets.h"
#include "server/admin/operation.h"
#include "server/admin/operations/metrics.h"

namespace wyrmhall::server::admin {
namespace {

constexpr const char* kPlainText = "text/plain; charset=utf-8";
constexpr const char* kFont = "font/woff2";

Response document(Context& context) {
  return {.status = 200, .content_type = "application/json", .body = context.document, .headers = {}};
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

Response page() {
  return page_part(assets::page_html(), "text/html; charset=utf-8");
}
Response page_script() {
  return page_part(assets::page_js(), "text/javascript; charset=utf-8");
}
Response page_style() {
  return page_part(assets::page_css(), "text/css; charset=utf-8");
}
Response title_font() {
  return page_part(assets::grenze(), kFont);
}
Response text_font() {
  return page_part(assets::hyperlegible(), kFont);
}

Response metrics(Context& context) {
  return {.status = 200,
          .content_type = kMetricsType,
          .body = metrics_text(context.running, {.watch = context.watch,
                                                 .census = context.census,
                                                 .data = context.data,
                                                 .backups = context.backups,
                                                 .replica = context.replica}),
          .headers = {}};
}

// Whether the process lives: its core answers.
Response health(Context& context) {
  context.running.on_core([](Core& /*core*/) {});
  return {.status = 200, .content_type = kPlainText, .body = "ok\n", .headers = {}};
}

// Whether new players should be sent here.
Response ready(Context& context) {
  const bool is_ready = context.running.ready();
  return {.status = is_ready ? 200 : 503,
          .content_type = kPlainText,
          .body = is_ready ? "ready\n" : "not ready: the server is about to stop, or cannot write to its disk\n",
          .headers = {}};
}

}  // namespace

std::span<const Operation> about_operations() {
  static constexpr std::array kOperations = {
      operation<document>("getOpenApi", "GET", "/admin/v1/openapi.json", Role::kReadMetrics, "This document",
                          {.media = "application/json"}),
      operation<metrics>("getMetrics", "GET", "/metrics", Role::kReadMetrics, "Figures for Prometheus",
                         {.media = "text/plain"}),
      // These are open: they tell nothing that anybody who connects would not learn.
      operation<health>("getHealth", "GET", "/healthz", Role::kNobody, "Whether the process lives",
                        {.media = "text/plain"}),
      operation<ready>("getReadiness", "GET", "/readyz", Role::kNobody,
                       "Whether new players should be sent here: not while draining or when the disk fails",
                       {.media = "text/plain"}),
      // The page itself holds nothing; what it shows it asks for with the token.
      operation<page>("getPage", "GET", "/admin/", Role::kNobody, "A page for the browser", {.media = "text/html"}),
      operation<page_script>("getPageScript", "GET", "/admin/page.js", Role::kNobody, "The page's script",
                             {.media = "text/javascript"}),
      operation<page_style>("getPageStyle", "GET", "/admin/page.css", Role::kNobody, "The page's style",
                            {.media = "text/css"}),
      operation<title_font>("getPageTitleFont", "GET", "/admin/grenze.woff2", Role::kNobody, "The font of its titles",
                            {.media = kFont}),
      operation<text_font>("getPageTextFont", "GET", "/admin/hyperlegible.woff2", Role::kNobody, "The font of its text",
                           {.media = kFont}),
  };
  return kOperations;
}

}  // namespace wyrmhall::server::admin
