import { orderHandlers, type CompaniesOf } from '@rastro/extension';
import type { TravelTimes } from '@rastro/fleet/routing';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Orders of companies, and the routes on which they are stops. */
export const openOrders = (
  { storage, trackingApi, clock }: ModuleDeps,
  companiesOf: CompaniesOf,
  travel: TravelTimes,
): ProductModule<ReturnType<typeof orderHandlers>> => ({
  handlers: orderHandlers({ storage, trackingApi, clock, companiesOf, travel }),
  jobs: [],
});
