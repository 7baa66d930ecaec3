/* The Gregorian calendar, as far as suppressions need it. */
#include "model/date.h"

#include <stddef.h>
#include <string.h>
#include <time.h>

#define DAY 86400

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

int64_t date_days(const char *text)
{
	struct tm tm = { .tm_year = number(text, 4) - 1900, .tm_mon = number(text + 5, 2) - 1, .tm_mday = number(text + 8, 2) };

	return (int64_t)timegm(&tm) / DAY;
}

void date_text(int64_t days, char text[DATE_SIZE])
{
	time_t seconds = (time_t)days * DAY;
	struct tm tm;

	if (!gmtime_r(&seconds, &tm) || tm.tm_year > 9999 - 1900 || !strftime(text, DATE_SIZE, "%Y-%m-%d", &tm))
		memcpy(text, "9999-12-31", DATE_SIZE);
}

int64_t date_today(void)
{
	return (int64_t)time(NULL) / DAY;
}
