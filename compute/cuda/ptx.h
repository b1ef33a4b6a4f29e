/* PTX, the text between NVRTC and its assembler. */
#ifndef COMPUTE_CUDA_PTX_H
#define COMPUTE_CUDA_PTX_H

#include <stddef.h>

/* Blanks the global variables that nothing else in a text names, and returns how many. CUB's headers leave some 800
 * constants of the C++ library, which no kernel reads: a driver takes 9 ms to load and unload a program with them,
 * 0.03 ms without. */
size_t ptx_drop_unused(char *text);

#endif
