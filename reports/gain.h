/* Describes ratios of speeds in words. */
#pragma once

/* Ratios within this of 1 count as equal. */
#define GAIN_SAME 0.005

/* A ratio of speeds: "14 % faster than the default", "20 % slower than ...", "8.59 times as fast as ..." outside 1/2 to
 * 2, and "as fast as ..." within GAIN_SAME. Without `than`: "14 % faster". The
 * caller frees it. */
char *gain_text(double ratio, const char *than);

/* A reference's name in words: "9x cub::DeviceReduce" is "9 calls of cub::DeviceReduce". The caller frees it. */
char *reference_text(const char *name);

/* gain_text for a reference: "14 % faster than 9 calls of cub::DeviceReduce". */
char *gain_over_reference(double ratio, const char *name);
