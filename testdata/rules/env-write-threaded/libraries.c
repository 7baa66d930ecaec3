/* Functions that libraries run on threads of their own; declared as the libraries do. */
#include <stdlib.h>

typedef struct _GThread GThread;
typedef struct _GThreadPool GThreadPool;
typedef struct apr_thread_t apr_thread_t;
typedef struct SDL_Thread SDL_Thread;
typedef struct uv_loop_s uv_loop_t;
typedef struct uv_work_s {
	void *data;
} uv_work_t;
typedef struct dispatch_queue_s *dispatch_queue_t;

GThread *g_thread_new(const char *name, void *(*func)(void *), void *data);
GThreadPool *g_thread_pool_new(void (*func)(void *, void *), void *user_data, int max_threads, int exclusive,
			       void **error);
int apr_thread_create(apr_thread_t **new_thread, void *attr, void *(*func)(apr_thread_t *, void *), void *data,
		      void *cont);
SDL_Thread *SDL_CreateThread(int (*fn)(void *), const char *name, void *data);
int uv_queue_work(uv_loop_t *loop, uv_work_t *req, void (*work)(uv_work_t *), void (*after)(uv_work_t *, int));
void dispatch_async_f(dispatch_queue_t queue, void *context, void (*work)(void *));

static void *glib_thread_bad(void *data)
{
	setenv("GLIB", "thread", 1); // expect: env-write-threaded
	return data;
}

static void glib_pool_bad(void *data, void *user_data)
{
	(void)data;
	(void)user_data;
	setenv("GLIB", "pool", 1); // expect: env-write-threaded
}

static void *apr_bad(apr_thread_t *self, void *data)
{
	(void)self;
	unsetenv("APR"); // expect: env-write-threaded
	return data;
}

static int sdl_bad(void *data)
{
	(void)data;
	setenv("SDL", "thread", 1); // expect: env-write-threaded
	return 0;
}

static void uv_bad(uv_work_t *request)
{
	(void)request;
	setenv("UV", "work", 1); // expect: env-write-threaded
}

static void queue_bad(void *context)
{
	(void)context;
	putenv("QUEUE=1"); // expect: env-write-threaded
}

static void before_ok(void)
{
	setenv("FIRST", "1", 1);
}

int main(void)
{
	apr_thread_t *thread;
	uv_work_t request = { 0 };

	before_ok();
	g_thread_new("worker", glib_thread_bad, NULL);
	g_thread_pool_new(glib_pool_bad, NULL, 4, 1, NULL);
	apr_thread_create(&thread, NULL, apr_bad, NULL, NULL);
	SDL_CreateThread(sdl_bad, "worker", NULL);
	uv_queue_work(NULL, &request, uv_bad, NULL);
	dispatch_async_f(NULL, NULL, queue_bad);
	return 0;
}
