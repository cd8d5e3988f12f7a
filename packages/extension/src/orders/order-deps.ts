import type { Clock } from '@rastro/base';
import type { PlanOptimiser, TravelTimes } from '@rastro/fleet/routing';
import type { ExtensionStorage } from '@rastro/storage';
import type { BackgroundWork } from '../background-work.ts';
import type { CompaniesOf } from '../companies.ts';
import type { ExtensionReply } from '../extension-route.ts';
import type { TrackingApi } from '../tracking-api.ts';
import type { ArrivalTimes } from './arrival-models.ts';

/** Dependencies of orders. */
export interface OrderDeps {
  readonly storage: Pick<
    ExtensionStorage,
    'document' | 'documents' | 'commit' | 'listedDocuments' | 'listedSums' | 'listedStates'
  >;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
  readonly companiesOf: CompaniesOf;
  readonly travel: TravelTimes;
  readonly arrivals: ArrivalTimes;
  readonly clock: Clock;
}
export type OrderContext = OrderDeps & { readonly trackingApi: TrackingApi };
/** Dependencies of plans of a day. */
export interface PlanDeps extends OrderDeps {
  readonly optimiser: Pick<PlanOptimiser, 'optimise'>;
  readonly background: Pick<BackgroundWork, 'begin'>;
}
export type PlanContext = PlanDeps & OrderContext;

const reply = (status: number, body: string): ExtensionReply => ({ status, body });
export const orderErrors = {
  guest: (): ExtensionReply => reply(403, 'Access denied - Guests have no orders'),
  invalid: (problem: string): ExtensionReply => reply(400, `Invalid data - ${problem}`),
  unknown: (): ExtensionReply => reply(404, 'Order unknown - It was removed, or is not yours to see'),
  noVehicle: (): ExtensionReply => reply(404, 'Vehicle unknown - It is not there, or not yours to see'),
  noDriver: (): ExtensionReply => reply(404, 'Driver unknown - There is none with this identifier'),
  noGeofence: (): ExtensionReply => reply(404, 'Geofence unknown - It is not there, or not yours to see'),
  changed: (): ExtensionReply =>
    reply(409, 'Order changed - Somebody else has changed it; look at it again before you save'),
  savedBefore: (): ExtensionReply =>
    reply(409, 'Saved before - The first attempt was stored as it was then; look for it in the list'),
  known: (): ExtensionReply => reply(409, 'Reference known - The company has an order with this reference'),
  cannotFollow: (): ExtensionReply =>
    reply(409, 'Step cannot follow - The order has another state by now; look at it again'),
  noPicture: (): ExtensionReply => reply(404, 'Picture unknown - It has not arrived, or was removed'),
  noRoute: (): ExtensionReply => reply(404, 'Route unknown - It was removed, or is not yours to see'),
  routeChanged: (): ExtensionReply =>
    reply(409, 'Route changed - Somebody else has changed it; look at it again before you save'),
  noPlan: (): ExtensionReply => reply(404, 'Plan unknown - It was replaced by another one; look at it again'),
  planOutdated: (): ExtensionReply =>
    reply(409, 'Plan outdated - Orders or routes have changed since; plan again'),
  begun: (): ExtensionReply =>
    reply(409, 'Order begun - It is under way or ended, and stays on its route and vehicle'),
  otherCompany: (): ExtensionReply =>
    reply(409, 'Order of another company - The stops of a route belong to one company'),
} as const;
