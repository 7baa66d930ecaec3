/* Whether this build carries a sanitizer: these reserve far more address space than they use, so no limit on it can hold. */
#ifndef SNAG_BASE_SANITIZED_H
#define SNAG_BASE_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

#endif
