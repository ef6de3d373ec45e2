// What the store found, as the lists that clients get: matches, nuggets, the richest, high scores.
#pragma once

#include "persistence/store.h"
#include "wyrmhall/v1/server.pb.h"

namespace wyrmhall::server {

void write_summary(const persistence::MatchLine& line, v1::MatchSummary& summary);

// The answers to ListMatches, ListNuggets, ListRichest and ListHighScores. A page that is as long as kMatchesPerPage
// has a next one.
void write_matches(const persistence::ListMatches::Answer& found, v1::Matches& matches);
void write_nuggets(const persistence::ReadLedger::Answer& found, v1::Nuggets& nuggets);
void write_high_scores(const persistence::ListTallies::Answer& found, v1::HighScores& scores);
void write_richest(const persistence::ListTallies::Answer& found, v1::Richest& richest);

}  // namespace wyrmhall::server
