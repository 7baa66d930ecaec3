/* The Gregorian calendar, as far as suppressions need it. */
#include "model/date.h"

#include <stddef.h>

static int number(const char *text, size_t length)
{
	int value = 0;

	for (size_t i = 0; i < length; i++)
		value = value * 10 + (text[i] - '0');
	return value;
}

bool date_is_valid(const char *text)
{
	static const char shape[] = "dddd-dd-dd";
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	int year, month, day;
	bool leap;

	for (size_t i = 0; i < sizeof shape; i++)
		if (shape[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != shape[i])
			return false;
	year = number(text, 4);
	month = number(text + 5, 2);
	day = number(text + 8, 2);
	leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] + (month == 2 && leap);
}
