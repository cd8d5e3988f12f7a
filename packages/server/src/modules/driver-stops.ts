import {
  driverStopHandlers,
  OwnerQueue,
  signedInDriver,
  type ArrivalTimes,
  type CompaniesOf,
  type QrDeps,
} from '@rastro/extension';
import type { TravelTimes } from '@rastro/fleet/routing';
import { imageKindOf, reencode } from '@rastro/outgoing';
import type { ModuleDeps, ProductModule } from './module.ts';

interface RoadDeps {
  readonly companiesOf: CompaniesOf;
  readonly travel: TravelTimes;
  readonly arrivals: ArrivalTimes;
}

/** Stops of drivers who are checked in. @param qr Knows whose a driver's session is, and what they drive. */
export const openDriverStops = (
  { storage, trackingApi, clock }: ModuleDeps,
  qr: QrDeps,
  { companiesOf, travel, arrivals }: RoadDeps,
): ProductModule<ReturnType<typeof driverStopHandlers>> => ({
  handlers: driverStopHandlers({
    storage,
    trackingApi,
    clock,
    companiesOf,
    travel,
    arrivals,
    log: qr.log,
    driverOf: (caller) => signedInDriver(qr, caller),
    checkIns: qr.checkInStore,
    picture: async (bytes) => {
      const kind = imageKindOf(bytes);
      return kind && reencode(kind, bytes);
    },
    queue: new OwnerQueue(),
  }),
  jobs: [],
});
