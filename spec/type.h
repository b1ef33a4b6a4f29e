/* Types of arguments: as kernel parameters, and in host memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A scalar type of `bytes` bytes; a vector has several. */
struct scalar {
    const char *name; /* OpenCL's: "uint" */
    enum scalar_kind { SCALAR_SIGNED, SCALAR_UNSIGNED, SCALAR_FLOAT } kind;
    size_t bytes;
    double tolerance; /* default tolerance of an output: relative to the sum of magnitudes; 0: exact */
};

struct type {
    const struct scalar *scalar; /* NULL: none */
    size_t width;                /* of a vector: 2, 3, 4, 8, 16; of a scalar 1 */
    bool is_packed;              /* a vector of three without padding, as in CUDA */
};

/* The type of a name in OpenCL, CUDA, C or the autotuners' schema: "float", "unsigned int", "float4", "int32_t",
 * "uint32". "int8" and "int16", "uint8" and "uint16" are the schema's, with that many bits. */
struct type type_find(const char *name);

/* Bytes of an element: a vector of three is as large as one of four, unless packed. */
size_t type_bytes(struct type type);

/* Whether a number fits the type: a whole one is truncated first, as C does; a real one must not become infinite. */
bool scalar_holds(const struct scalar *scalar, double value);

/* Reads a number from memory; writes one, rounded to the type and clamped to the range of whole numbers. */
double scalar_read(const struct scalar *scalar, const void *at);
void scalar_write(const struct scalar *scalar, double value, void *at);

/* The same for whole numbers, exact to the last bit. */
void scalar_write_integer(const struct scalar *scalar, int64_t value, void *at);
