import {
  BackgroundWork,
  followRoutesJob,
  learnArrivalsJob,
  orderHandlers,
  type ArrivalTimes,
  type CompaniesOf,
} from '@rastro/extension';
import type { ArrivalLearner } from '@rastro/fleet/arrival-times';
import type { PlanOptimiser, TravelTimes } from '@rastro/fleet/routing';
import type { ModuleDeps, ProductModule } from './module.ts';

interface RoadDeps {
  readonly companiesOf: CompaniesOf;
  readonly travel: TravelTimes;
  readonly optimiser: PlanOptimiser;
  readonly arrivals: ArrivalTimes;
  readonly learner: ArrivalLearner;
}

/** Orders of companies, and the routes on which they are stops. */
export function openOrders(
  { storage, trackingApi, clock, log }: ModuleDeps,
  { learner, ...road }: RoadDeps,
): ProductModule<ReturnType<typeof orderHandlers>> {
  const background = new BackgroundWork((err) => log.error({ err }, 'a search for routes failed'));
  return {
    handlers: orderHandlers({ storage, trackingApi, clock, ...road, background }),
    jobs: [
      followRoutesJob({ storage, trackingApi, clock }),
      learnArrivalsJob({ storage, trackingApi, clock, learner }),
    ],
    close: () => background.close(),
  };
}
