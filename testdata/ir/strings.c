/* String literals: escapes, joined pieces, wide ones, subscripts. */
#define NAME "snag"
void take(const char *s);
void take_wide(const int *s);

char strings(int n)
{
	take("plain");
	take("tab\t quote\" back\\slash bell\a nul\0after \xc3\xa9 \1232");
	take("joined " NAME " " "pieces");
	take("");
	take_wide(L"wide\n\u20ac");
	take(__func__);
	take(n ? "yes" : "no");
	return "digits"[n] + *"first" + sizeof "sized";
}
