# arable_add_room(NAME x FLOOR n
#   [KNOWS room…]            rooms it may include, as in cmake/rooms.cmake; base is always known
#   [SOURCES a.cpp…]         none: a header-only room
#   [TESTS a_test.cpp…]      one binary x_test, run from the repository root: read captures as "tests/captures/…"
#   [LIBRARIES lib…]         third-party libraries, private to the room
#   [TEST_LIBRARIES lib…])   more for the tests alone: rooms by name (kube) or any target
#
# Makes the library arable_x and the test x_test.
function(arable_add_room)
  cmake_parse_arguments(PARSE_ARGV 0 room "" "NAME;FLOOR" "KNOWS;SOURCES;TESTS;LIBRARIES;TEST_LIBRARIES")
  if(room_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "arable_add_room(${room_NAME}): what is ${room_UNPARSED_ARGUMENTS}?")
  endif()
  arable_check_room("${room_NAME}" "${room_FLOOR}" ${room_KNOWS})

  set(target "arable_${room_NAME}")
  set(known "")
  foreach(other IN LISTS room_KNOWS)
    if(TARGET "arable_${other}")  # a room of the table that is not built yet is left out
      list(APPEND known "arable_${other}")
    endif()
  endforeach()
  if(room_NAME STREQUAL "base")
    list(APPEND known fmt::fmt tl::expected)
  else()
    list(APPEND known arable_base)
  endif()

  if(room_SOURCES)
    add_library(${target} STATIC ${room_SOURCES})
    target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}/src")
    target_link_libraries(${target} PUBLIC ${known} PRIVATE arable_warnings ${room_LIBRARIES})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${CMAKE_SOURCE_DIR}/src")
    target_link_libraries(${target} INTERFACE ${known} ${room_LIBRARIES})
  endif()

  if(room_TESTS AND ARABLE_TESTS)
    arable_add_test(NAME ${room_NAME}_test SOURCES ${room_TESTS} LIBRARIES ${target} ${room_TEST_LIBRARIES})
  endif()
endfunction()

# arable_add_test(NAME x_test SOURCES a_test.cpp… [LIBRARIES room or target…] [TIMEOUT seconds] [LABELS label…])
# A gtest binary and its ctest. Run from the repository root, its result is also left as XML for scripts/summary.py.
function(arable_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS")
  if(NOT test_TIMEOUT)
    set(test_TIMEOUT 300)
  endif()
  add_executable(${test_NAME} ${test_SOURCES})
  target_link_libraries(${test_NAME} PRIVATE arable_warnings GTest::gtest GTest::gtest_main)
  # What is tested is compiled as the preset says; the tests' own code runs once, and compiles a third faster without -O.
  target_compile_options(${test_NAME} PRIVATE -O0)
  foreach(library IN LISTS test_LIBRARIES)
    if(TARGET "arable_${library}")
      set(library "arable_${library}")
    endif()
    target_link_libraries(${test_NAME} PRIVATE ${library})
  endforeach()
  add_test(NAME ${test_NAME} COMMAND ${test_NAME} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
  set_tests_properties(${test_NAME} PROPERTIES
    TIMEOUT ${test_TIMEOUT}
    LABELS "gtest;${test_LABELS}"
    ENVIRONMENT "GTEST_OUTPUT=xml:${CMAKE_BINARY_DIR}/results/${test_NAME}.xml")
endfunction()
