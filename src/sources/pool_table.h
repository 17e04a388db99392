#pragma once
// The pool table: queue history without metrics (`--pool-table`). One CSV row a pool and time.
//   time,pool,total,running,pending            (GPUs; time as RFC 3339, "YYYY-MM-DD hh:mm:ss" in UTC, or Unix seconds)
// A file without a `pool` column is one pool, named by the file. The Helios spelling is read as well:
//   time,...,total_gpu_num,running_gpu_num,pending_gpu_num,...

#include <string_view>

#include "base/result.h"
#include "sources/facts.h"

namespace arable::sources {

// `file_name` names the pool when the table has no pool column, and the source in gaps. Rows that cannot be read become
// a gap; a table without the three columns is an error that names them.
Result<Facts> interpret_pool_table(std::string_view text, std::string_view file_name);

// One history a pool: tables that name the same pool (overlapping exports, a file given twice) are one, each time
// counted once. Adds a gap for what was repeated. Call when all tables are merged.
void join_pools(Facts& facts);

}  // namespace arable::sources
