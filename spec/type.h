/* The types of arguments: what stands in a kernel's parameters, and how a host has it in memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number of so many bytes; a vector has several of them. */
struct scalar {
    const char *name; /* OpenCL's: "uint" */
    enum scalar_kind { SCALAR_SIGNED, SCALAR_UNSIGNED, SCALAR_FLOAT } kind;
    size_t bytes;
    double tolerance; /* of an answer, where a spec says none: in units of what was added up; 0: as it is */
};

struct type {
    const struct scalar *scalar; /* NULL: none */
    size_t width;                /* of a vector: 2, 3, 4, 8, 16; else 1 */
    bool is_packed;              /* of three, without room for a fourth: as CUDA has them */
};

/* The type of a name, as OpenCL, CUDA, C and the autotuners' schema have it: "float", "unsigned int", "float4",
 * "int32_t", "uint32". "int8" and "int16", "uint8" and "uint16" are the schema's, of so many bits. */
struct type type_find(const char *name);

/* Bytes of an element: a vector of three takes the room of four, unless it is packed. */
size_t type_bytes(struct type type);

/* A number in memory, and back: rounded to the type's, and kept within what whole numbers reach. */
double scalar_read(const struct scalar *scalar, const void *at);
void scalar_write(const struct scalar *scalar, double value, void *at);

/* The same of a whole number, which a whole number in memory then is to the last bit. */
void scalar_write_integer(const struct scalar *scalar, int64_t value, void *at);
