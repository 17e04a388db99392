# Compiler, linker and cache: what is used when present, and the warnings that are errors.
find_program(ARABLE_CCACHE ccache)
if(ARABLE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Relative paths in the key: two checkouts share one cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND};-E;env;CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=1;${ARABLE_CCACHE}")
endif()

find_program(ARABLE_MOLD mold)
if(ARABLE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

if(ARABLE_SANITIZE)
  add_compile_options(-fsanitize=${ARABLE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ARABLE_SANITIZE})
endif()

if(ARABLE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
add_compile_definitions($<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)

# GCC's warnings are errors. Clang builds only the fuzzers, and is not asked.
add_library(arable_warnings INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(arable_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Werror
    -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wextra-semi -Wundef
    -Wduplicated-cond -Wlogical-op
    # Aggregates with designated initialisers leave fields at their lawful default.
    -Wno-missing-field-initializers
    # Known false alarms of GCC 12 in optimised builds of libstdc++ itself (std::string, std::optional, std::variant).
    -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds)
endif()
