/* Dates as YYYY-MM-DD. */
#ifndef SNAG_MODEL_DATE_H
#define SNAG_MODEL_DATE_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the calendar has that day; nothing may stand behind it. */
bool date_is_valid(const char *text);

#define DATE_SIZE 11

/* Days since 1970 of a valid date, and back; what has no four digits for its year becomes 9999-12-31. */
int64_t date_days(const char *text);
void date_text(int64_t days, char text[DATE_SIZE]);
/* Today, everywhere the same day: UTC's. */
int64_t date_today(void);

#endif
