#ifndef NOW_H
#define NOW_H

unsigned long long now_us(void);

#endif
