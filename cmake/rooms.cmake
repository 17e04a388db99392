# The table of floors: "floor room known-rooms…". Every room also knows `base`.
# A room may include its own headers and those of the rooms it knows, and nothing else.
# Read by the build (order, checks of arable_add_room) and by scripts/check_layers.py.
set(ARABLE_ROOMS
  "0 base"
  "1 model"
  "1 series"
  "1 solve"
  "1 wire"
  "2 kube wire"
  "2 prom wire series"
  "2 nvml"
  "2 fit model solve"
  "2 estate model series"
  "3 sources model series kube prom nvml"
  "3 diagnose model series fit"
  "4 plan model series fit solve diagnose"
  "4 account model series diagnose"
  "5 sim model series estate fit solve plan"
  "5 act model wire kube plan"
  "5 report model series diagnose plan account"
  "6 codec model series fit solve estate diagnose plan account sim"
  "7 app model series solve wire kube prom nvml fit estate sources diagnose plan account sim act report codec"
)

# Splits one row of the table into its three parts.
function(arable_parse_room row floor_out room_out knows_out)
  string(REPLACE " " ";" words "${row}")
  list(POP_FRONT words floor room)
  set(${floor_out} "${floor}" PARENT_SCOPE)
  set(${room_out} "${room}" PARENT_SCOPE)
  set(${knows_out} "${words}" PARENT_SCOPE)
endfunction()

# Fails the configuration when a room's own CMakeLists.txt says something else than the table.
function(arable_check_room name floor)
  foreach(row IN LISTS ARABLE_ROOMS)
    arable_parse_room("${row}" row_floor row_room row_knows)
    if(NOT row_room STREQUAL name)
      continue()
    endif()
    if(NOT row_floor EQUAL floor)
      message(FATAL_ERROR "room ${name}: FLOOR ${floor}, but cmake/rooms.cmake says ${row_floor}")
    endif()
    foreach(known IN LISTS ARGN)
      if(NOT known STREQUAL "base" AND NOT known IN_LIST row_knows)
        message(FATAL_ERROR "room ${name} may not know ${known} (cmake/rooms.cmake)")
      endif()
    endforeach()
    return()
  endforeach()
  message(FATAL_ERROR "room ${name} is not in cmake/rooms.cmake")
endfunction()
