/* flags: -std=c++20 */
/* Coroutines: the written body, and what each suspension calls. */
namespace std {
template <class R, class... A> struct coroutine_traits {
	using promise_type = typename R::promise_type;
};
template <class P = void> struct coroutine_handle;
template <> struct coroutine_handle<void> {
	static coroutine_handle from_address(void *address) noexcept;
};
template <class P> struct coroutine_handle {
	static coroutine_handle from_address(void *address) noexcept;
	operator coroutine_handle<>() const noexcept;
};
}

struct never {
	bool await_ready() const noexcept;
	void await_suspend(std::coroutine_handle<> handle) const noexcept;
	void await_resume() const noexcept;
};

struct series {
	struct promise_type {
		series get_return_object();
		never initial_suspend();
		never final_suspend() noexcept;
		never yield_value(int n);
		void return_void();
		void unhandled_exception();
	};
};

struct answer {
	struct promise_type {
		answer get_return_object();
		never initial_suspend();
		never final_suspend() noexcept;
		void return_value(int n);
		void unhandled_exception();
	};
};

struct reading {
	int handle;
	bool await_ready();
	bool await_suspend(std::coroutine_handle<> handle);
	int await_resume();
	~reading();
};
reading read_from(int handle);
int put(int n);

series count(int n)
{
	for (int i = 0; i < n; i++)
		co_yield put(i);
	co_await never();
	if (n)
		co_return;
	put(n);
}

answer ask(int handle)
{
	int n = co_await read_from(handle) + 1;

	co_return put(n);
}
