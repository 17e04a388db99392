# "app/version.h", for the rooms that may say which version runs: link arable_version (app and cmd only).
configure_file("${CMAKE_SOURCE_DIR}/cmake/version.h.in" "${CMAKE_BINARY_DIR}/generated/app/version.h" @ONLY)
add_library(arable_version INTERFACE)
target_include_directories(arable_version INTERFACE "${CMAKE_BINARY_DIR}/generated")
