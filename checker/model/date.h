/* Dates as YYYY-MM-DD. */
#ifndef SNAG_MODEL_DATE_H
#define SNAG_MODEL_DATE_H

#include <stdbool.h>

/* Whether the calendar has that day; nothing may stand behind it. */
bool date_is_valid(const char *text);

#endif
