/** Arrival times from a fleet's own rides: learnt at night, asked on the way. */
export type { ArrivalQuestion, Ride, RidePoint } from './ride.ts';
export { learnArrivals, LEAST_RIDES, type ArrivalModel } from './learn.ts';
export { readArrivalModel, type ArrivalLearner } from './stored-model.ts';
export { estimateArrival, isNewEstimate, shownSpan, speedsOf, type ArrivalEstimate } from './estimate.ts';
