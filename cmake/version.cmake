# "app/version.h", for the rooms that may say which version runs: link arable_version (app and cmd only), and
# "app/build_facts.h", for the one file that says what it was built with.
set(ARABLE_COMMIT "" CACHE STRING "commit that is built, for --version; empty: not known")

# What the binary is made of, beside the system's own libc. Header-only libraries count as well.
set(ARABLE_LIBRARIES "")
foreach(row IN ITEMS "CLI11 CLI11" "curl CURL" "fmt fmt" "nlohmann-json nlohmann_json" "OpenSSL OPENSSL"
        "pugixml pugixml" "RapidJSON RapidJSON" "simdjson simdjson" "tl-expected tl-expected" "yaml-cpp yaml-cpp" "zlib ZLIB"
        "zstd zstd")
  separate_arguments(row)
  list(GET row 0 library)
  list(GET row 1 package)
  set(version "${${package}_VERSION}")
  if(NOT version)
    set(version "${${package}_VERSION_STRING}")
  endif()
  if(version)
    list(APPEND ARABLE_LIBRARIES "${library} ${version}")
  endif()
endforeach()
list(JOIN ARABLE_LIBRARIES ", " ARABLE_LIBRARIES)
set(ARABLE_TARGET "${CMAKE_SYSTEM_PROCESSOR}-${CMAKE_SYSTEM_NAME}")
if(CMAKE_CXX_LIBRARY_ARCHITECTURE)
  set(ARABLE_TARGET "${CMAKE_CXX_LIBRARY_ARCHITECTURE}")
endif()

foreach(header IN ITEMS version build_facts)
  configure_file("${CMAKE_SOURCE_DIR}/cmake/${header}.h.in" "${CMAKE_BINARY_DIR}/generated/app/${header}.h" @ONLY)
endforeach()
add_library(arable_version INTERFACE)
target_include_directories(arable_version INTERFACE "${CMAKE_BINARY_DIR}/generated")
