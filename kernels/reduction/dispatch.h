/* The kernels of a program, each for groups of one size, by a macro REDUCE(threads), in the order of drive.c. */
REDUCE(32)
REDUCE(64)
REDUCE(128)
REDUCE(256)
REDUCE(512)
REDUCE(1024)
