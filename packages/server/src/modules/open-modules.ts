import {
  ArrivalModels,
  auditInto,
  bindExtension,
  type BillingDeps,
  type BrandDeps,
  type CoachingDeps,
  type CompaniesOf,
  type DriverNow,
  type ExtensionRoute,
  type Job,
  type MessageDeps,
  type QrDeps,
} from '@rastro/extension';
import type { RegistryBrandHeads } from '../brand-heads.ts';
import type { TrackingServer } from '../gateway/tracking-server.ts';
import type { ServedArchive } from '../map-tiles/find-archives.ts';
import { openBilling } from './billing.ts';
import { openBranding } from './branding.ts';
import { companiesIn } from './companies.ts';
import { openCoaching } from './coaching.ts';
import { openCosts } from './costs.ts';
import { openDriverStops } from './driver-stops.ts';
import { openDrivers } from './drivers.ts';
import { openInspections } from './inspections.ts';
import { openLayouts } from './layouts.ts';
import type { ModuleDeps, ProductModule } from './module.ts';
import { openOrders } from './orders.ts';
import { openPrivacy } from './privacy.ts';
import { openRouting } from './routing.ts';
import { openShares } from './shares.ts';
import { openStock } from './stock.ts';
import { openSystem } from './system.ts';
import { openWalls } from './walls.ts';
import { openWorkingHours } from './working-hours.ts';

interface ModulesInput {
  /** The tracking server behind. */
  readonly behind: TrackingServer;
  readonly archives: readonly ServedArchive[];
  readonly heads: RegistryBrandHeads;
  readonly drivers: DriverNow;
}

/**
 * Opens all modules in the order of their dependencies. They close in the reverse order, also when one cannot be opened.
 */
export async function openModules(deps: ModuleDeps, input: ModulesInput) {
  const opened: ProductModule<object>[] = [];
  const closeModules = async (): Promise<void> => {
    for (const each of opened.toReversed()) await each.close?.();
  };
  const noted = <M extends ProductModule<object>>(each: M): M => {
    opened.push(each);
    return each;
  };
  try {
    const shares = noted(openShares(deps, input.behind));
    const branding = noted(await openBranding(deps, input.archives, input.heads));
    const billing = noted(await openBilling(deps, input.heads, branding.registry));
    const companiesOf = companiesIn(billing.billing);
    const drivers = noted(await openDrivers(deps, input.drivers, companiesOf));
    const coaching = noted(openCoaching(deps, input.behind, drivers.qr));
    const stock = noted(openStock(deps));
    const privacy = noted(openPrivacy(deps, drivers.qr));
    const layouts = noted(openLayouts(deps, billing.billing));
    const road = openRoadModules(deps, { ...input, companiesOf, coaching, drivers, branding, billing });
    for (const each of Object.values(road)) noted<ProductModule<object>>(each);
    const walls = noted(openWalls(deps, layouts.reader));
    const system = noted(openSystem(deps, input.behind));
    const handlers = {
      ...drivers.handlers,
      ...coaching.handlers,
      ...stock.handlers,
      ...privacy.handlers,
      ...branding.handlers,
      ...billing.handlers,
      ...layouts.handlers,
      ...system.handlers,
      ...walls.handlers,
      ...handlersOf(road),
    };
    // Beside a tracking server in this process there is one audit log: that server's.
    const routes: readonly ExtensionRoute[] = bindExtension(
      handlers,
      auditInto(deps.trackerStorage ?? deps.storage, deps.clock),
    );
    return {
      shares,
      drivers,
      coaching,
      stock,
      privacy,
      branding,
      billing,
      walls,
      orders: road.orders,
      routes,
      jobs: opened.flatMap((each): readonly Job[] => each.jobs),
      closeModules,
    };
  } catch (error) {
    await closeModules();
    throw error;
  }
}

interface RoadInput {
  readonly billing: { readonly billing: BillingDeps; readonly senderOf: MessageDeps['senderOf'] };
  readonly companiesOf: CompaniesOf;
  readonly coaching: { readonly coaching: CoachingDeps };
  readonly drivers: { readonly qr: QrDeps };
  readonly heads: RegistryBrandHeads;
  readonly branding: Pick<BrandDeps, 'registry'>;
}
/** Orders, costs and inspections of companies, and working hours of drivers. */
function openRoadModules(
  deps: ModuleDeps,
  {
    billing: { billing, senderOf },
    companiesOf,
    coaching: { coaching },
    drivers: { qr },
    heads,
    branding: { registry },
  }: RoadInput,
) {
  const routing = openRouting(deps);
  const road = { companiesOf, travel: routing.travelTimes, arrivals: new ArrivalModels(deps) };
  return {
    routing,
    orders: openOrders(deps, {
      ...road,
      optimiser: routing.optimiser,
      learner: routing.learner,
      senderOf,
      reports: coaching.reports,
    }),
    driverStops: openDriverStops(deps, qr, road),
    costs: openCosts(deps, companiesOf, billing.today),
    inspections: openInspections(deps, { qr, companiesOf, billing, heads, registry }),
    hours: openWorkingHours(deps, coaching, billing.installation),
  };
}

const handlersOf = ({
  orders,
  driverStops,
  costs,
  inspections,
  hours,
}: ReturnType<typeof openRoadModules>) => ({
  ...orders.handlers,
  ...driverStops.handlers,
  ...costs.handlers,
  ...inspections.handlers,
  ...hours.handlers,
});

export type Modules = Awaited<ReturnType<typeof openModules>>;
