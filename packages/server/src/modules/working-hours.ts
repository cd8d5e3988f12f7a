import {
  hoursHandlers,
  orderStops,
  OwnerQueue,
  type BillingDeps,
  type CoachingDeps,
} from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Working hours of drivers. @param installation Has the zone of drivers of whom nothing was said. */
export const openWorkingHours = (
  { storage, trackingApi, clock }: ModuleDeps,
  { checkIns, reports }: Pick<CoachingDeps, 'checkIns' | 'reports'>,
  installation: BillingDeps['installation'],
): ProductModule<ReturnType<typeof hoursHandlers>> => ({
  handlers: hoursHandlers({
    storage,
    trackingApi,
    clock,
    zone: async () => (await installation()).zone,
    checkIns,
    reports,
    stopsOf: orderStops(storage),
    queue: new OwnerQueue(),
  }),
  jobs: [],
});
