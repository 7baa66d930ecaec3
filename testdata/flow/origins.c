/* Where a value comes from: `origin: TEXT` on the line of a probe, in the notation of `snag dump --facts`. */
struct job {
	int pid;
	const char *name;
};

void probe(const void *value);
void number(long value);
int fork(void);
char *getenv(const char *name);
void *alloca(unsigned long size);
void fill(char *out, int size);
void touch(void);
extern const char *global_name;
extern char table[8];

void simple(const char *given)
{
	const char *copy = given;

	probe("text"); // origin: "text"
	probe(copy); // origin: param(0)
	probe(global_name); // origin: load(&global_name)
	probe((void *)simple); // origin: @simple
	probe(&table[3]); // origin: element(&table, 3)
	probe(given + 2); // origin: element(param(0), 2)
	copy++;
	copy++;
	probe(copy); // origin: element(param(0), 2)
}

void results(int flag)
{
	const char *home = getenv("HOME");
	const char *either = flag ? home : "/";

	probe(home); // origin: result(#0 getenv)
	probe(either); // origin: any(result(#0 getenv), "/")
}

void copied_whole(struct job *given)
{
	struct job job = *given;
	struct job second = job;

	probe(job.name); // origin: load(field(name, param(0)))
	probe(second.name); // origin: load(field(name, param(0)))
	job.name = "new";
	probe(job.name); // origin: "new"
}

void left_by_a_call(void)
{
	char buffer[16], *p = buffer;

	fill(buffer, 16);
	number(buffer[3]); // origin: cast(i64, out(#0 fill, element(&o0_buffer, 3)))
	probe(p); // origin: &o0_buffer
}

void through_a_field(struct job *job)
{
	job->pid = fork();
	job->name = "x";
	number(job->pid); // origin: cast(i64, result(#0 fork))
	touch();
	number(job->pid); // origin: cast(i64, load(field(pid, param(0))))
}
