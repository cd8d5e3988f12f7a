import {
  arrivalHandlers,
  BackgroundWork,
  DriveDistances,
  endArrivalsJob,
  followRoutesJob,
  learnArrivalsJob,
  orderHandlers,
  OrderRisks,
  type ArrivalTimes,
  type CompaniesOf,
  type FleetReports,
} from '@rastro/extension';
import type { ArrivalLearner } from '@rastro/fleet/arrival-times';
import type { PlanOptimiser, TravelTimes } from '@rastro/fleet/routing';
import type { Gateway } from '../gateway/gateway.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

interface RoadDeps {
  readonly companiesOf: CompaniesOf;
  readonly travel: TravelTimes;
  readonly optimiser: PlanOptimiser;
  readonly arrivals: ArrivalTimes;
  readonly learner: ArrivalLearner;
  readonly reports: FleetReports;
}

/** The running server: its gateway says who may share. */
interface Served {
  readonly gateway: Pick<Gateway, 'allows'>;
}
interface OrderModule extends ProductModule<
  ReturnType<typeof orderHandlers> & ReturnType<typeof arrivalHandlers>
> {
  /** Called once, before anybody is served. */
  within(served: Served): void;
}

/** Orders of companies, and the routes on which they are stops. */
export function openOrders(
  { settings, storage, trackingApi, clock, limits, log }: ModuleDeps,
  { learner, reports, ...road }: RoadDeps,
): OrderModule {
  const background = new BackgroundWork((err) => log.error({ err }, 'a search for routes failed'));
  const deps = { storage, trackingApi, clock, ...road };
  const risks = new OrderRisks(deps);
  const distances = new DriveDistances({ reports, trackingApi, clock });
  let served: Served | null = null;
  const arrivals = arrivalHandlers({
    ...deps,
    limits,
    log,
    brand: settings.BRAND,
    allows: async (user, rights) => {
      if (served === null) throw new Error('Cannot say who may share: the server is starting');
      return served.gateway.allows(user, rights);
    },
  });
  return {
    handlers: { ...orderHandlers({ ...deps, background, distances, risks }), ...arrivals },
    jobs: [
      endArrivalsJob(storage),
      followRoutesJob({ storage, trackingApi, clock }),
      learnArrivalsJob({ storage, trackingApi, clock, learner }),
    ],
    within: (server) => {
      served = server;
    },
    close: () => background.close(),
  };
}
