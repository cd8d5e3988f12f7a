import {
  arrivalHandlers,
  BackgroundWork,
  DriveDistances,
  endArrivalsJob,
  followRoutesJob,
  forgetRequestsJob,
  learnArrivalsJob,
  messageHandlers,
  orderHandlers,
  OrderRisks,
  sendMessagesJob,
  type ArrivalTimes,
  type CompaniesOf,
  type FleetReports,
  type MessageDeps,
} from '@rastro/extension';
import type { Right, User } from '@rastro/fleet';
import type { ArrivalLearner } from '@rastro/fleet/arrival-times';
import type { PlanOptimiser, TravelTimes } from '@rastro/fleet/routing';
import { textGateway } from '../settings/text-gateway.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

interface RoadDeps {
  readonly companiesOf: CompaniesOf;
  readonly travel: TravelTimes;
  readonly optimiser: PlanOptimiser;
  readonly arrivals: ArrivalTimes;
  readonly learner: ArrivalLearner;
  readonly senderOf: MessageDeps['senderOf'];
  readonly reports: FleetReports;
}

/** The running server: its gateway says who may share. */
interface Served {
  readonly gateway: Pick<Gateway, 'allows'>;
}
interface OrderModule extends ProductModule<
  ReturnType<typeof orderHandlers> & ReturnType<typeof arrivalHandlers> & ReturnType<typeof messageHandlers>
> {
  /** Called once, before anybody is served. */
  within(served: Served): void;
}

/** Orders of companies, and the routes on which they are stops. */
export function openOrders(
  { settings, storage, trackingApi, clock, limits, log }: ModuleDeps,
  { learner, reports, senderOf, ...road }: RoadDeps,
): OrderModule {
  const background = new BackgroundWork((err) => log.error({ err }, 'a search for routes failed'));
  const deps = { storage, trackingApi, clock, ...road };
  const risks = new OrderRisks(deps);
  const distances = new DriveDistances({ reports, trackingApi, clock });
  let served: Served | null = null;
  const shared = {
    ...deps,
    limits,
    log,
    brand: settings.BRAND,
    allows: async (user: User, rights: readonly Right[]) => {
      if (served === null) throw new Error('Cannot say who may share: the server is starting');
      return served.gateway.allows(user, rights);
    },
  };
  const messages: MessageDeps = { ...shared, senderOf, text: textGateway(settings) };
  return {
    handlers: {
      ...orderHandlers({ ...deps, background, distances, risks }),
      ...arrivalHandlers(shared),
      ...messageHandlers(messages),
    },
    jobs: [
      endArrivalsJob(storage),
      followRoutesJob({ storage, trackingApi, clock }),
      learnArrivalsJob({ storage, trackingApi, clock, learner }),
      sendMessagesJob(messages),
      forgetRequestsJob(storage),
    ],
    within: (server) => {
      served = server;
    },
    close: () => background.close(),
  };
}
