typedef void task(void *arg);
void queue_push(task *run, void *arg);
int queue_start(int threads);
void queue_stop(void);
