# The linear programming solver of COIN-OR (Clp): the imported target arable::coin. Headers are included in .cpp files of
# src/solve alone.
pkg_check_modules(clp REQUIRED IMPORTED_TARGET clp)
add_library(arable::coin INTERFACE IMPORTED)
target_link_libraries(arable::coin INTERFACE PkgConfig::clp)
if(ARABLE_STATIC)
  # Clp's LU factorisation calls LAPACK, whose archive needs the Fortran run-time library.
  find_library(ARABLE_ARCHIVE_gfortran NAMES gfortran PATHS /usr/lib/gcc/${CMAKE_LIBRARY_ARCHITECTURE}/${CMAKE_CXX_COMPILER_VERSION_MAJOR} REQUIRED)
  target_link_libraries(arable::coin INTERFACE "${ARABLE_ARCHIVE_gfortran}" quadmath)
endif()
