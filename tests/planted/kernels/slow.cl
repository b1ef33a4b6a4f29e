/* For the fake device: every compilation takes a fifth of a second.
 *
 * BLOCK_SIZE, NUMBER  change nothing */
/*
//fake sum
//fake time 100000
//fake slow-compile 200
*/
