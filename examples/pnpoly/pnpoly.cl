/* Which points lie in a polygon: those from which a ray crosses its edges an odd number of times (Shimrat, 1962).
 * Coordinates are whole numbers below 4096, so that all products are exact.
 *
 * block_size_x    work-items of a group
 * tile_size       points of a work-item, block_size_x apart
 * between_method  how it is found whether an edge's ends are on different sides of the ray
 * use_method      how crossings are counted
 * vertices        of the polygon */
#if between_method == 0
#define BETWEEN(y, from, to) (((from) > (y)) != ((to) > (y)))
#elif between_method == 1
#define BETWEEN(y, from, to) (((from) <= (y) && (y) < (to)) || ((to) <= (y) && (y) < (from)))
#elif between_method == 2
#define BETWEEN(y, from, to) (min(from, to) <= (y) && (y) < max(from, to))
#else /* the sign of one difference, not of both */
#define BETWEEN(y, from, to) ((((y) - (from)) ^ ((y) - (to))) < 0)
#endif

#if use_method == 0
#define COUNT(inside, crosses) if (crosses) inside = !inside
#elif use_method == 1
#define COUNT(inside, crosses) inside ^= (crosses)
#else
#define COUNT(inside, crosses) inside += (crosses)
#endif

__kernel void pnpoly(__global int *restrict inside, __global const int2 *restrict points, __constant int2 *polygon, uint n)
{
    const uint first = get_group_id(0) * (block_size_x * tile_size) + get_local_id(0);
    int2 point[tile_size];
    int count[tile_size] = {0};
    for (uint t = 0; t < tile_size; t++)
        point[t] = points[min(first + t * block_size_x, n - 1)];
    int2 from = polygon[vertices - 1];
    for (uint j = 0; j < vertices; j++) {
        const int2 to = polygon[j];
        for (uint t = 0; t < tile_size; t++) {
            const int left = (point[t].x - from.x) * (to.y - from.y), right = (to.x - from.x) * (point[t].y - from.y);
            const int crosses = BETWEEN(point[t].y, from.y, to.y) && (left < right) == (to.y > from.y);
            COUNT(count[t], crosses);
        }
        from = to;
    }
    for (uint t = 0; t < tile_size; t++)
        if (first + t * block_size_x < n)
            inside[first + t * block_size_x] = count[t] & 1;
}
