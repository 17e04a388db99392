# Third-party packages, all from Debian 12 (scripts/setup installs them). A room names those it uses in LIBRARIES:
#   ZLIB::ZLIB  PkgConfig::zstd  CURL::libcurl  simdjson::simdjson  nlohmann_json::nlohmann_json  yaml-cpp  pugixml::pugixml
#   CLI11::CLI11  date::date  Threads::Threads; in tests also rapidcheck; in bench benchmark::benchmark
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
endif()
