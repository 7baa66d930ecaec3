typedef void hook(void);
void hooks_add(hook *h);
void hooks_run(void);
