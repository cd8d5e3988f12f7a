import { BackgroundWork, followRoutesJob, orderHandlers, type CompaniesOf } from '@rastro/extension';
import type { PlanOptimiser, TravelTimes } from '@rastro/fleet/routing';
import type { ModuleDeps, ProductModule } from './module.ts';

interface RoadDeps {
  readonly companiesOf: CompaniesOf;
  readonly travel: TravelTimes;
  readonly optimiser: PlanOptimiser;
}

/** Orders of companies, and the routes on which they are stops. */
export function openOrders(
  { storage, trackingApi, clock, log }: ModuleDeps,
  road: RoadDeps,
): ProductModule<ReturnType<typeof orderHandlers>> {
  const background = new BackgroundWork((err) => log.error({ err }, 'a search for routes failed'));
  return {
    handlers: orderHandlers({ storage, trackingApi, clock, ...road, background }),
    jobs: [followRoutesJob({ storage, trackingApi, clock })],
    close: () => background.close(),
  };
}
