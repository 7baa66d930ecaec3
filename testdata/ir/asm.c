/* asm may do anything, and writes its outputs; asm goto may jump to any label. */
int assembler(int in, int *p)
{
	int out;

	__asm__ volatile("nop" : "=r"(out), "+m"(p[1]) : "r"(in) : "memory");
	__asm__ goto("jmp %l0" : : : : away);
	return out;
away:
	return -1;
}
