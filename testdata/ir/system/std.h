/* As much of a C++ library as the fixtures use. */
#pragma GCC system_header

extern "C" int isspace(int c);
extern "C" int tolower(int c);

void *operator new(unsigned long size, void *place) noexcept;

namespace std {
template <class T> class initializer_list {
	const T *array;
	unsigned long length;
};

class thread {
	unsigned long id;

public:
	thread() noexcept;
	thread(thread &&other) noexcept;
	template <class F, class... A> explicit thread(F &&f, A &&...args);
	~thread();
	void join();
};

class jthread {
	unsigned long id;

public:
	jthread() noexcept;
	jthread(jthread &&other) noexcept;
	template <class F, class... A> explicit jthread(F &&f, A &&...args);
	~jthread();
	void join();
};

enum class launch { async = 1, deferred = 2 };
template <class F, class... A> void async(F &&f, A &&...args)
{
}
template <class F, class... A> void async(launch policy, F &&f, A &&...args)
{
}

template <class T> class vector {
	T *start, *finish;

public:
	vector();
	~vector();
	template <class... A> T &emplace_back(A &&...args);
	void push_back(T &&value);
	void clear();
	T *begin();
	T *end();
};

template <class I, class F> I find_if(I first, I last, F test)
{
	return first;
}
template <class I, class O, class F> O transform(I first, I last, O out, F f)
{
	return out;
}

inline namespace v1 {
class string {
	char *text;

public:
	string(const char *text);
	string(const string &other);
	~string();
	const char *c_str() const;
	char *begin();
	char *end();
};
}

template <class T> class unique_ptr {
	T *held;

public:
	unique_ptr();
	explicit unique_ptr(T *pointer);
	unique_ptr(unique_ptr &&other);
	~unique_ptr();
	unique_ptr &operator=(unique_ptr &&other);
	T *operator->() const;
	void reset(T *pointer = nullptr);
};
template <class T, class... A> unique_ptr<T> make_unique(A &&...args);

struct in_place_t {
};
template <class T> class optional {
	T held;
	bool engaged;

public:
	optional();
	template <class... A> optional(in_place_t tag, A &&...args);
	~optional();
	template <class... A> T &emplace(A &&...args);
	T *operator->();
};

template <class A, class B> struct pair {
	A first;
	B second;
};

template <class T> T &&move(T &value)
{
	return static_cast<T &&>(value);
}

template <class F> class function;
template <class R, class... A> class function<R(A...)> {
	void *kept;

public:
	function();
	function(const function &other);
	function(function &&other);
	template <class F> function(F f)
	{
	}
	function &operator=(const function &other);
	template <class F> function &operator=(F &&f)
	{
		return *this;
	}
	R operator()(A... args) const;
	explicit operator bool() const;
};

template <class T> class queue {
	T *start, *finish;

public:
	queue();
	~queue();
	void push(T &&value);
	T &front();
	void pop();
};
}
