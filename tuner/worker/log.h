/* What a worker prints: a memory file of a fixed size, which cannot fill the machine's memory however much is printed.
 */
#ifndef TUNER_WORKER_LOG_H
#define TUNER_WORKER_LOG_H

/* A descriptor of which the worker's stdout and stderr are copies; -1 with errno. */
int log_open(void);

/* Makes room before a request, where there is little left. */
void log_begin(int log);

/* The last line that was printed, as far as it has room; "" if there is none. */
struct log_words {
    const char *how; /* what says whose words these are, to stand before the text */
    char text[256];
};
struct log_words log_last_words(int log);

#endif
