# What `make dist` puts together (scripts/dist): the installed tree of tarball and .deb, and the .deb itself by CPack.
# build/dist/package holds what scripts/dist made with the finished binary: manual pages, completions, licences.
target_link_options(arable PRIVATE "-Wl,-Map=${CMAKE_BINARY_DIR}/arable.map" -Wl,-z,relro,-z,now)
install(TARGETS arable DESTINATION bin)
install(DIRECTORY "${CMAKE_BINARY_DIR}/package/share/" DESTINATION share USE_SOURCE_PERMISSIONS)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME arable)
set(CPACK_PACKAGE_VENDOR "The Arable authors")
set(CPACK_PACKAGE_CONTACT "The Arable authors <authors@arable.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Which of the GPUs you already pay for can be put to work")
set(CPACK_PACKAGE_DESCRIPTION
    "Reads what a Kubernetes GPU cluster already records and says where every paid GPU-hour went, how much of the waiting was a real shortage, and what would cure each part. One binary; changes nothing.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION admin)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # libc alone
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ca-certificates)
include(CPack)
