/* jansson's memory. */
#ifndef REPORTS_JSON_MEMORY_H
#define REPORTS_JSON_MEMORY_H

/* Makes jansson take its memory as we do: exhaustion ends the program with one line, so its calls fail for no reason
 * but their arguments. Before any other call of it. */
void json_own_memory(void);

#endif
