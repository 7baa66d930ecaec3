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

int by_address(int *p, int *value, int *result)
{
	_Atomic int one = 0;
	int expected = 0;

	__atomic_load(p, result, 5);
	__atomic_store(p, value, 5);
	__atomic_exchange(p, value, result, 5);
	while (!__atomic_compare_exchange(p, &expected, value, 1, 5, 5))
		;
	__c11_atomic_init(&one, 2);
	return __c11_atomic_compare_exchange_strong(&one, &expected, 3, 5, 5) + __atomic_fetch_nand(p, 1, 5) +
	       __c11_atomic_load(&one, 5) + __c11_atomic_exchange(&one, 4, 5);
}
