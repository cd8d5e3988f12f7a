import { isConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { DayPlan, DayPlanResult, PlannedDayRoute, PlanVehicle } from '@rastro/fleet/road-routes';
import type { OptimisedPlan, TravelMatrix } from '@rastro/fleet/routing';
import { readStoredPlan, type StoredDayPlan } from '@rastro/fleet/schemas';
import { travelAsked } from './arrival-models.ts';
import { dayProblem, type DayVehicle } from './day-problem.ts';
import type { OrderDeps, PlanContext } from './order-deps.ts';
import { placeFinder } from './order-places.ts';
import { timesOf } from './route-times.ts';

/** By user: the plan of a day that they had worked out last. */
export const PLANS = 'dayPlan';
/** Pause of a search between two signs of how far it is; then it also sees that it is not wanted any more. */
const SIGN_MS = 700;
/** A search that has given no sign for so long has ended with its process. */
const SILENT_MS = 20_000;
const DIGITS = 12;
export const planKey = ({ id }: Pick<User, 'id'>): string => String(id).padStart(DIGITS, '0');

/** A vehicle with its route as it is now. */
export interface PlannedVehicle extends PlanVehicle {
  readonly version: number;
  readonly deviceName: string;
  readonly driverName: string;
  readonly note: string;
  readonly before: readonly RoadOrderDetail[];
}
export interface SearchInput {
  readonly caller: User;
  readonly plan: DayPlan;
  readonly ownerId: number;
  readonly vehicles: readonly PlannedVehicle[];
  /** Orders to be planned, without those that have begun. */
  readonly orders: readonly RoadOrderDetail[];
}
interface Found {
  readonly plan: StoredDayPlan;
  readonly version: number;
}

/** The plan of a user; one whose search ended with its process has failed. Null = they have none. */
export async function planOf(
  { storage, clock }: Pick<OrderDeps, 'storage' | 'clock'>,
  caller: Pick<User, 'id'>,
): Promise<Found | null> {
  const found = await storage.document(PLANS, planKey(caller));
  if (found === null) return null;
  const stored = readStoredPlan(found.body);
  const isSilent = stored.plan.state === 'running' && clock.now() - stored.at > SILENT_MS;
  const plan: StoredDayPlan = isSilent ? { ...stored, plan: { ...stored.plan, state: 'failed' } } : stored;
  return { plan, version: found.version };
}

/** Works out a plan that is stored, until it is done or another plan is in its place. */
export async function searchPlan(here: PlanContext, input: SearchInput, closing: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const sign = { share: 0 };
  const signs = giveSigns(here, input, { ended, sign });
  const signal = AbortSignal.any([ended.signal, closing]);
  let last: Partial<DayPlan> = { state: 'failed' };
  try {
    const result = await resultOf(here, input, { signal, onProgress: (share) => (sign.share = share) });
    // A plan that was broken off is none, and a server that stops says that it has failed.
    if (!closing.aborted) last = { state: 'done', share: 1, result };
  } finally {
    ended.abort();
    await signs;
    await change(here, input, last);
  }
}

/** Stores how far a search is, again and again; ends it when its plan is gone. */
async function giveSigns(
  here: PlanContext,
  input: SearchInput,
  { ended, sign }: { readonly ended: AbortController; readonly sign: { readonly share: number } },
): Promise<void> {
  while (!ended.signal.aborted) {
    await here.clock.sleep(SIGN_MS, ended.signal).catch(() => undefined);
    if (ended.signal.aborted) return;
    if (!(await change(here, input, { share: sign.share }))) ended.abort();
  }
}

/** Changes the stored plan of a search. @returns false = it is gone, or is another one. */
async function change(
  { storage, clock }: PlanContext,
  { caller, plan }: SearchInput,
  part: Partial<DayPlan>,
): Promise<boolean> {
  const found = await planOf({ storage, clock }, caller);
  if (found === null || found.plan.plan.id !== plan.id) return false;
  const body: StoredDayPlan = {
    ...found.plan,
    plan: { ...found.plan.plan, state: 'running', ...part },
    at: clock.now(),
  };
  try {
    await storage.commit({ put: [{ kind: PLANS, key: planKey(caller), body, replaces: found.version }] });
    return true;
  } catch (error) {
    // Somebody has just put another one there, or removed it.
    if (isConflict(error)) return false;
    throw error;
  }
}

interface Watched {
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}
async function resultOf(here: PlanContext, input: SearchInput, watched: Watched): Promise<DayPlanResult> {
  const { caller, vehicles, orders, ownerId, plan } = input;
  const places = placeFinder(here, [caller, { id: ownerId, administrator: false }]);
  const placed = async (all: readonly RoadOrderDetail[]) => {
    const found = [];
    for (const order of all) found.push({ ...order, at: await places(order.place) });
    return found;
  };
  const dayVehicles: DayVehicle[] = [];
  for (const { before, beginsAt, endsBy, capacity, start, end } of vehicles) {
    const stops = await placed(before);
    const isBegun = ({ state }: RoadOrderDetail): boolean => state === 'underWay' || state === 'arrived';
    const isOpen = ({ state }: RoadOrderDetail): boolean => state === 'planned' || state === 'assigned';
    dayVehicles.push({
      beginsAt,
      endsBy,
      capacity,
      start: await places(start),
      end: await places(end),
      ended: stops.filter((stop) => !isBegun(stop) && !isOpen(stop)),
      begun: stops.filter(isBegun),
      placeless: stops.filter((stop) => isOpen(stop) && stop.at === null),
    });
  }
  const stays = new Set(dayVehicles.flatMap(({ placeless }) => placeless.map(({ id }) => id)));
  const free = (await placed(orders)).filter(({ id }) => !stays.has(id));
  const day = dayProblem({ vehicles: dayVehicles, orders: free, now: here.clock.now() });
  const at = Math.min(...vehicles.map(({ beginsAt }) => Date.parse(beginsAt)));
  const travel =
    day.places.length < 2
      ? NOWHERE
      : await here.travel.matrix(day.places, await travelAsked(here, ownerId, at));
  const optimised: OptimisedPlan = await here.optimiser.optimise(day.problem(travel), watched);
  const { stops, unplanned } = day.read(optimised.plan);
  const known = new Map(
    [...vehicles.flatMap(({ before }) => before), ...orders].map((order) => [order.id, order]),
  );
  const routes: PlannedDayRoute[] = [];
  for (const [index, { before, endsBy: _, ...frame }] of vehicles.entries()) {
    const orderIds = stops[index] ?? [];
    if (orderIds.length === 0 && before.length === 0) continue;
    const through = orderIds.map((id) => known.get(id)).filter((order) => order !== undefined);
    const times = await timesOf(here, caller, { ...frame, ownerId }, through);
    routes.push({ ...frame, day: plan.day, orderIds, ...times });
  }
  const { source, failure } = travel;
  return {
    routes,
    unplanned,
    travel: { source, failure },
    optimiser: optimised.optimiser,
    failure: optimised.failure,
  };
}
const NOWHERE: TravelMatrix = {
  seconds: new Float64Array(1),
  meters: new Float64Array(1),
  source: 'history',
  failure: null,
};
