/* Parses numbers as users write them. Each function returns false, without a message, for any other text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A whole number in [least, most]. */
bool parse_whole(const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* "1000", "2^20", "1e6", "1M", "64Ki": a count, from 1. k, M, G and T are powers of 1000, Ki to Ti of 1024. NULL, or an
 * error. */
const char *parse_size(const char *text, uint64_t *size);

/* "10", "0.5s", "2m", "1h": seconds, finite and above 0. */
bool parse_seconds(const char *text, bool unit_needed, double *seconds);

/* "1e-6", "0.5": a number in [least, most], not below 0. */
bool parse_number(const char *text, double least, double most, double *value);

/* "99%" or "0.99": the same as a share. */
bool parse_share(const char *text, double least, double most, double *value);

/* "500M", "2G", "1.5GiB", "0": bytes; K, M, G and T are powers of 1024. */
bool parse_bytes(const char *text, uint64_t *bytes);

/* "sm_90,sm_80": up to `most` words between commas, none of them empty. */
bool parse_list(const char *text, size_t most);

/* The secret of a run: 16 hexadecimal digits in small letters, not all 0. */
bool parse_secret(const char *text, uint64_t *secret);

/* "3/64": part 3 of 64, counted from 1, at most a million. */
bool parse_part(const char *text, uint64_t *number, uint64_t *of);

/* "60s", "5m", "1h": seconds; "200": a count. */
bool parse_budget(const char *text, double *seconds, uint64_t *count);
