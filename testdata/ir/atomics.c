/* Atomic objects and the builtins on them. */
_Atomic int counter;

int atomics(int *p, int n)
{
	counter++;
	counter = n;
	__atomic_store_n(p, 1, __ATOMIC_SEQ_CST);
	n += __atomic_load_n(p, __ATOMIC_ACQUIRE);
	n += __atomic_add_fetch(p, 2, __ATOMIC_RELAXED);
	n += __c11_atomic_fetch_or(&counter, 4, 5);
	n += __sync_fetch_and_add(p, 1);
	return __atomic_compare_exchange_n(p, &n, 3, 0, 5, 5) + __atomic_exchange_n(p, 9, 5);
}
