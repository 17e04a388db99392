# Third-party packages, all from Debian 12 (scripts/setup installs them). A room names those it uses in LIBRARIES:
#   ZLIB::ZLIB  PkgConfig::zstd  CURL::libcurl  simdjson::simdjson  nlohmann_json::nlohmann_json  yaml-cpp  pugixml::pugixml
#   CLI11::CLI11  date::date  Threads::Threads; in tests also rapidcheck, PkgConfig::cbc; in bench benchmark::benchmark
option(ARABLE_STATIC "link archives of all libraries but libc (docs/decisions/0011-one-binary-of-archives.md)" OFF)
if(ARABLE_STATIC)
  # Debian's archives come first; scripts/static_libraries makes the three that it does not ship.
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(OPENSSL_USE_STATIC_LIBS ON)
  set(ARABLE_LINKAGE "linked in")
  foreach(library IN ITEMS curl fmtlib simdjson)
    list(PREPEND CMAKE_PREFIX_PATH "${CMAKE_SOURCE_DIR}/build/static-libraries/${library}")
  endforeach()
  find_package(OpenSSL REQUIRED)
else()
  set(ARABLE_LINKAGE "shared")
endif()

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(tl-expected REQUIRED)
find_package(ZLIB REQUIRED)
find_package(CURL REQUIRED)
find_package(simdjson REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(pugixml REQUIRED)
find_package(CLI11 REQUIRED)
find_package(date REQUIRED)
find_package(RapidJSON REQUIRED)  # headers only; streams, which simdjson does not
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
if(ARABLE_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  pkg_check_modules(cbc REQUIRED IMPORTED_TARGET cbc)  # an integer programme solver that shares nothing with ours
endif()

if(ARABLE_STATIC)
  # Debian ships these archives beside configurations that name the shared library alone.
  foreach(pair IN ITEMS "yaml-cpp yaml-cpp" "pugixml::shared pugixml")
    separate_arguments(pair)
    list(GET pair 0 target)
    list(GET pair 1 name)
    find_library(ARABLE_ARCHIVE_${name} NAMES ${name} REQUIRED)
    set_target_properties(${target} PROPERTIES
      IMPORTED_LOCATION_NONE "${ARABLE_ARCHIVE_${name}}" IMPORTED_SONAME_NONE "")
  endforeach()
  add_link_options(-static-libstdc++ -static-libgcc)
endif()
