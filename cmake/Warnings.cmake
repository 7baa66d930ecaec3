# Warnings for our own code, gcc and clang alike.
function(snag_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -Wundef -Wvla -Wwrite-strings -Wcast-qual -Wpointer-arith
    $<$<BOOL:${SNAG_WERROR}>:-Werror>)
endfunction()
