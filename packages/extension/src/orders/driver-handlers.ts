import type { DriverStopDeps } from './driver-deps.ts';
import { readDriverStops } from './driver-list.ts';
import { readProofPicture, readProofs, takeProofPicture } from './driver-proofs.ts';
import { reportDriverSteps } from './driver-steps.ts';

/** Handlers of the stops of drivers, and of what proves them. */
export const driverStopHandlers = (deps: DriverStopDeps) => ({
  'GET /qr-driver/stops': readDriverStops(deps),
  'POST /qr-driver/steps': reportDriverSteps(deps),
  'POST /qr-driver/stops/:id/pictures/:picture': takeProofPicture(deps),
  'GET /orders/:id/proofs': readProofs(deps),
  'GET /orders/:id/pictures/:picture': readProofPicture(deps),
});
