#pragma once
// 128-bit integers, for sums of products of 64-bit ones.

namespace arable::solve {

__extension__ using Wide = __int128;

}  // namespace arable::solve
