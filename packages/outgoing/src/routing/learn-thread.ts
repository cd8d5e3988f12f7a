import { parentPort, workerData } from 'node:worker_threads';
import { learnArrivals, type Ride } from '@rastro/fleet/arrival-times';

if (parentPort) {
  const rides: readonly Ride[] = workerData;
  parentPort.postMessage(learnArrivals(rides));
}
