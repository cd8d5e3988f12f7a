import {
  hoursHandlers,
  hoursWarningsJob,
  orderStops,
  OwnerQueue,
  type BillingDeps,
  type CoachingDeps,
} from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Working hours of drivers. @param installation Has the zone of drivers of whom nothing was said. */
export function openWorkingHours(
  { storage, trackingApi, clock, raise, tracker }: ModuleDeps,
  { checkIns, reports, driverOf }: Pick<CoachingDeps, 'checkIns' | 'reports' | 'driverOf'>,
  installation: BillingDeps['installation'],
): ProductModule<ReturnType<typeof hoursHandlers>> {
  const deps = {
    storage,
    trackingApi,
    clock,
    zone: async () => (await installation()).zone,
    checkIns,
    reports,
    driverOf,
    stopsOf: orderStops(storage),
    queue: new OwnerQueue(),
  };
  const isWanted = (): boolean =>
    tracker?.directory.linked.notification.inOrder().some(({ type }) => type === 'hoursEnding') ?? false;
  return { handlers: hoursHandlers(deps), jobs: [hoursWarningsJob(deps, { raise, isWanted })] };
}
