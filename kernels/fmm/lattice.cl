/* The far images of a periodic cube, that is, all except its neighbours: computes the cube's mu (level 0) from its
 * own omega, by lattice sums of M. M2L continues on level 1, where it includes the children of neighbouring images.
 *
 * Only lattice sums of even l, and of m that are multiples of 4, are nonzero; they are real, and form a triangle of
 * order 2p. They add up shells of cubes, and the outermost shell borders vacuum. If the lattice is embedded in a
 * conductor, the charges on its surface subtract the potential 4 pi / (3 V) D r of the dipole D: V is 8, D is in
 * omega(1, m), and mu(1, m) is the coefficient of r.
 *
 * BLOCK_SIZE  work-items of the group; there is only one
 * ORDER, PRECISION: fmm/expansion.h */
#include "fmm/expansion.h"

#define SURFACE (REAL)0.52359877559829887308 /* 4 pi / 24 */

KERNEL GROUP_OF(BLOCK_SIZE) void lattice(GLOBAL const COMPLEX *RESTRICT omega, GLOBAL const REAL *RESTRICT sums,
                                         GLOBAL COMPLEX *RESTRICT mu)
{
    for (int row = (int)LOCAL_ID; row < COEFFICIENTS; row += BLOCK_SIZE) {
        int l = 0;
        while (INDEX(l + 1, 0) <= row)
            l++;
        const int m = row - INDEX(l, 0);
        COMPLEX sum = MAKE_COMPLEX(0, 0);
        for (int j = l & 1; j <= ORDER; j += 2)
            for (int k = ((j - m) & 3) - j; k <= j; k += 4) {
                const COMPLEX from = coefficient(omega, j, k);
                const REAL by = sums[INDEX(l + j, m + k < 0 ? -m - k : m + k)];
                sum = MAKE_COMPLEX(fma(from.x, by, sum.x), fma(from.y, by, sum.y));
            }
        if (l == 1) {
            const COMPLEX dipole = omega[row];
            const REAL by = m ? 2 * SURFACE : SURFACE;
            sum = MAKE_COMPLEX(fma(dipole.x, by, sum.x), fma(-dipole.y, by, sum.y));
        }
        mu[row] = sum;
    }
}
