/* Which names say that what they name tells things apart: request_id, sessionKey, nonce. */
#ifndef SNAG_MODEL_IDENTIFIER_H
#define SNAG_MODEL_IDENTIFIER_H

#include <stdbool.h>

/* A variable, member, parameter or buffer. `session_expires` isn't one: its last word tells a time. */
bool identifier_variable(const char *name);
/* A function whose result is one: next_id, make_session_key. `handle_event` isn't one. */
bool identifier_function(const char *name);
/* A type whose content as a whole is one: struct request_id. */
bool identifier_type(const char *name);

/* Whether the name's last word tells a time: valid_from. */
bool identifier_time(const char *name);

#endif
