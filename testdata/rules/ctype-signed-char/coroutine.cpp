// flags: -std=c++20
/* The body of a coroutine, before and behind where it waits. */
#include <cctype>
#include <coroutine>
#include <string>

struct words {
	struct promise_type {
		words get_return_object() { return {}; }
		std::suspend_never initial_suspend() { return {}; }
		std::suspend_never final_suspend() noexcept { return {}; }
		std::suspend_never yield_value(int) { return {}; }
		void return_void() {}
		void unhandled_exception() {}
	};
};

words split_bad(const std::string &text)
{
	for (char c : text)
		if (std::isdigit(c)) // expect: ctype-signed-char
			co_yield 1;
	co_await std::suspend_always();
	co_yield std::isdigit(text[0]); // expect: ctype-signed-char
}

words split_ok(const std::string &text)
{
	for (unsigned char c : text)
		if (std::isdigit(c))
			co_yield 1;
	co_return;
}
