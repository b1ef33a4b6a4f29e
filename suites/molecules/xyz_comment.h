/* The comment of extended XYZ, as its specification has it: key=value pairs, with or without blanks around the =. A
 * value is a word, a text in quotes, or an array: "1 2 3", {1 2 3}, [1, 2, 3] or [[1, 2], [3, 4]]. */
#ifndef SUITES_MOLECULES_XYZ_COMMENT_H
#define SUITES_MOLECULES_XYZ_COMMENT_H

/* The value of a key, in upper or lower case, without quotes, brackets and commas, blanks in their place: the caller
 * frees it. NULL where the comment has no such key. */
char *comment_value(const char *comment, const char *key);

#endif
