# What is installed besides the programs, and the Debian package: `cpack -G DEB` in the build folder.
add_executable(cli_doc tools/cli_doc.c)
target_link_libraries(cli_doc PRIVATE cli)
snag_warnings(cli_doc)
set(DOCS ${PROJECT_BINARY_DIR}/docs)
file(MAKE_DIRECTORY ${DOCS})

# A page for each command.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS checker/cli/commands.def)
file(STRINGS checker/cli/commands.def COMMANDS REGEX "^COMMAND")
list(TRANSFORM COMMANDS REPLACE "COMMAND\\(([a-z]+)\\)" "\\1")
set(PAGES)
foreach(command "" ${COMMANDS})
  string(REGEX REPLACE "(.+)" "-\\1" suffix "${command}")
  set(page ${DOCS}/snag${suffix}.1)
  add_custom_command(OUTPUT ${page}.gz
    COMMAND sh -c "\"$0\" man $1 >\"$2\" && gzip -9nf \"$2\"" $<TARGET_FILE:cli_doc> "${command}" ${page}
    DEPENDS cli_doc VERBATIM)
  list(APPEND PAGES ${page}.gz)
endforeach()
foreach(shell bash zsh fish)
  add_custom_command(OUTPUT ${DOCS}/completion.${shell}
    COMMAND sh -c "\"$0\" $1 >\"$2\"" $<TARGET_FILE:cli_doc> ${shell} ${DOCS}/completion.${shell}
    DEPENDS cli_doc VERBATIM)
endforeach()
add_custom_target(docs ALL DEPENDS ${PAGES} ${DOCS}/completion.bash ${DOCS}/completion.zsh ${DOCS}/completion.fish)

install(FILES ${PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${DOCS}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME snag)
install(FILES ${DOCS}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _snag)
install(FILES ${DOCS}/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME snag.fish)
install(FILES tools/integrations/snag-config.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/snag)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Compilers' names that are snag: put this folder first in PATH, and every build is wrapped.
foreach(name cc c++ gcc g++ clang clang++)
  install(CODE "
    file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/snag\")
    file(CREATE_LINK ../../bin/snag \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/snag/${name}\" SYMBOLIC)")
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "snag maintainers <maintainers@users.noreply.snag.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds library calls in C and C++ that break in production")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6-dev")
set(CPACK_STRIP_FILES ON)
include(CPack)
