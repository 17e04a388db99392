#pragma once
// The word that was probably meant, for answers to misspelt names.

#include <span>
#include <string>
#include <string_view>

namespace arable {

// The word of `known` that needs the fewest edits, the first of several, if it is near enough to be meant (a third of
// its letters, at least 2); "" otherwise. O(words x length squared), of at most 64 letters of `word`.
std::string nearest(std::string_view word, std::span<const std::string> known);

}  // namespace arable
