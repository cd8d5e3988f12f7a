import type { TrackingRoutes } from '@rastro/fleet/api';
import type { Caller } from './caller.ts';

/** Calls the routes of the tracking server. */
export type TrackingCaller = Caller<TrackingRoutes>;
