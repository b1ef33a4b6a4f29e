/* For the fake device: a copy that takes 1000 ns at its best.
 *
 * STEP  the larger, the faster */
/*
//fake copy
//fake time 1000
//fake STEP=1 time 9000
//fake STEP=2 time 8000
//fake STEP=3 time 7000
//fake STEP=4 time 6000
//fake STEP=5 time 5000
//fake STEP=6 time 4000
//fake STEP=7 time 3000
//fake STEP=8 time 2000
//fake STEP=9 time 1000
*/
