# find_package(snag), then snag_enable(): every compile and link of the targets that follow goes through `snag cc`.
#
# snag_enable([FAIL])   FAIL: a finding fails its compile or link
#
# A compiler launcher that is set already, such as ccache, stays behind snag. Nothing is wrapped while CMake tries the
# compiler out. In a build, `snag report` shows what was found.
find_program(SNAG_EXECUTABLE snag HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/../../../../bin"
             DOC "snag, which finds library calls that break in production")
if(NOT SNAG_EXECUTABLE)
  set(snag_FOUND FALSE)
  set(snag_NOT_FOUND_MESSAGE "no program 'snag' in PATH; SNAG_EXECUTABLE can name it")
  return()
endif()

macro(snag_enable)
  set(snag_words "${SNAG_EXECUTABLE};cc")
  if("FAIL" IN_LIST ARGV OR "${ARGV0}" STREQUAL "FAIL")
    list(APPEND snag_words "--fail")
  endif()
  foreach(snag_language C CXX)
    foreach(snag_step COMPILER LINKER)
      if(NOT "${CMAKE_${snag_language}_${snag_step}_LAUNCHER}" MATCHES "snag;cc")
        set(CMAKE_${snag_language}_${snag_step}_LAUNCHER ${snag_words} ${CMAKE_${snag_language}_${snag_step}_LAUNCHER})
      endif()
    endforeach()
  endforeach()
endmacro()
