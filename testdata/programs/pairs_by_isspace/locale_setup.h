#ifndef LOCALE_SETUP_H
#define LOCALE_SETUP_H

void setup_locale(void);

#endif
