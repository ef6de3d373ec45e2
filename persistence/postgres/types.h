// Types of PostgreSQL by their numbers (its catalog/pg_type.dat), which never change.
#pragma once

#include <libpq-fe.h>

namespace wyrmhall::persistence::postgres {

inline constexpr Oid kBool = 16;
inline constexpr Oid kBytea = 17;
inline constexpr Oid kInt8 = 20;
inline constexpr Oid kInt2 = 21;
inline constexpr Oid kInt4 = 23;
inline constexpr Oid kText = 25;
inline constexpr Oid kByteaArray = 1001;
inline constexpr Oid kInt4Array = 1007;
inline constexpr Oid kInt8Array = 1016;
inline constexpr Oid kNumeric = 1700;
// To be found out by PostgreSQL.
inline constexpr Oid kUnknownType = 0;

// Values are sent and come in their binary forms.
inline constexpr int kBinary = 1;

}  // namespace wyrmhall::persistence::postgres
