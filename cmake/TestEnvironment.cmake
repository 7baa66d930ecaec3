# Read by ctest itself before it runs a test: tests neither use nor fill the facts cache of whoever runs them.
set(ENV{SNAG_CACHE_SIZE} "0")
