/* The numbers of a problem: floats, or DOUBLES. */
#ifndef COORDINATION_REAL
#define COORDINATION_REAL

#if DOUBLES
#define REAL double
#define REAL4 double4
#define MAKE_REAL4 make_double4
#define ATOMIC_ADD_REAL ATOMIC_ADD_DOUBLE
#else
#define REAL float
#define REAL4 float4
#define MAKE_REAL4 make_float4
#define ATOMIC_ADD_REAL ATOMIC_ADD_FLOAT
#endif

#endif
