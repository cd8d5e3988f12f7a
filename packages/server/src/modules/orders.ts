import { orderHandlers, type CompaniesOf } from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Orders of companies. */
export const openOrders = (
  { storage, trackingApi, clock }: ModuleDeps,
  companiesOf: CompaniesOf,
): ProductModule<ReturnType<typeof orderHandlers>> => ({
  handlers: orderHandlers({ storage, trackingApi, clock, companiesOf }),
  jobs: [],
});
