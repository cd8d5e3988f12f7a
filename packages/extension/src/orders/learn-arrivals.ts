import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { ArrivalLearner, Ride } from '@rastro/fleet/arrival-times';
import { hasDocuments } from '../has-documents.ts';
import type { Job } from '../job.ts';
import { answered, TrackingFailure } from '../tracking-failure.ts';
import { soon } from '../with-tracking-api.ts';
import { ARRIVALS, arrivalKey } from './arrival-models.ts';
import type { OrderDeps } from './order-deps.ts';
import { rideM, ridesIn } from './ride-points.ts';
import { ROUTES, routesBetween } from './route-store.ts';

type LearnDeps = Pick<OrderDeps, 'storage' | 'clock'> & {
  readonly trackingApi: OrderDeps['trackingApi'];
  readonly learner: ArrivalLearner;
};
type Learning = LearnDeps & { readonly trackingApi: NonNullable<OrderDeps['trackingApi']> };

const CHECK_MS = 300_000;
/** Deep in the night of the countries that we sell to. */
const NIGHT_MS = 6 * HOUR_MS;
/** Rides of the last weeks, of so many vehicles and rides at most: more teach no more. */
const RECENT_MS = 28 * DAY_MS;
const [MOST_VEHICLES, MOST_RIDES] = [60, 1200];
/** Shorter rides teach nothing of a drive between two places. */
const [LEAST_M, LEAST_S] = [800, 120];
/** History is read in windows, the newest first: a long answer would hold up everybody else. */
const WINDOW_MS = 6 * HOUR_MS;
/** A company that plans no routes is not learnt from. */
const [PLANNED_BEFORE_MS, PLANNED_AFTER_MS] = [14 * DAY_MS, 2 * DAY_MS];
const PAGE = 200;
const WEEK_HOURS = 168;

/** Hour of the week, UTC; the same for rides and questions. */
export const hourOfWeek = (at: number): number => Math.floor(at / HOUR_MS) % WEEK_HOURS;

/** Learns every night how the vehicles of each company that plans routes drive. */
export const learnArrivalsJob = (deps: LearnDeps): Job => ({
  name: 'arrivals',
  everyMs: CHECK_MS,
  due: (done, now) => {
    const night = Math.floor((now - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS;
    return done === null || done < night ? [night] : [];
  },
  isIdle: async () => deps.trackingApi === null || !(await hasDocuments(deps.storage, ROUTES)),
  perform: async (_night, run) => {
    const { trackingApi, storage } = deps;
    if (trackingApi === null) return {};
    const owners = await plannersOf(deps);
    for (const ownerId of owners) {
      const rides = await ridesOf({ ...deps, trackingApi }, ownerId, run.signal);
      const model = rides && (await deps.learner.learn(rides, run.signal));
      // A night that was broken off is none: it is learnt from at the next start.
      run.signal.throwIfAborted();
      if (model === null) continue;
      const before = await storage.document(ARRIVALS, arrivalKey(ownerId));
      const put = { kind: ARRIVALS, key: arrivalKey(ownerId), body: model, replaces: before?.version ?? 0 };
      await run.save({ put: [put] });
    }
    return { remove: await outdated(deps, owners) };
  },
});

/** Companies that have routes these days. */
async function plannersOf({ storage, clock }: LearnDeps): Promise<ReadonlySet<number>> {
  const now = clock.now();
  const owners = new Set<number>();
  const period = { from: now - PLANNED_BEFORE_MS, to: now + PLANNED_AFTER_MS };
  for await (const routes of routesBetween(storage, period))
    for (const { ownerId } of routes) owners.add(ownerId);
  return owners;
}

/** Models of companies that plan no routes any more, or are gone. */
async function outdated({ storage }: LearnDeps, owners: ReadonlySet<number>) {
  const keys = new Set([...owners].map(arrivalKey));
  const found: string[] = [];
  for await (const page of storage.documents({ kind: ARRIVALS, prefix: '', pageSize: PAGE }))
    found.push(...page.map(({ key }) => key).filter((key) => !keys.has(key)));
  return found.map((key) => ({ kind: ARRIVALS, key, replaces: null }));
}

/** Rides of the vehicles of a company, the oldest first; null = they cannot be read, and what was learnt before stays. */
async function ridesOf(
  here: Learning,
  ownerId: number,
  signal: AbortSignal,
): Promise<readonly Ride[] | null> {
  const { trackingApi } = here;
  const rides: DatedRide[] = [];
  try {
    const devices = await trackingApi.devices({ id: ownerId, administrator: false }, soon());
    const vehicles = spread(devices, MOST_VEHICLES);
    const most = Math.ceil(MOST_RIDES / Math.max(1, vehicles.length));
    for (const { id } of vehicles) rides.push(...(await ridesOfVehicle(here, { ownerId, id, most }, signal)));
  } catch (error) {
    // One company must not keep the others from learning.
    if (error instanceof TrackingFailure) return null;
    throw error;
  }
  return rides.toSorted((a, b) => a.at - b.at).map(({ hour, points }) => ({ hour, points }));
}

type DatedRide = Ride & { readonly at: number };
/** The newest rides of a vehicle. History, unlike trips, is there for the account behind whoever's vehicle it is. */
async function ridesOfVehicle(
  { trackingApi, clock }: Learning,
  { ownerId, id, most }: { readonly ownerId: number; readonly id: number; readonly most: number },
  signal: AbortSignal,
): Promise<readonly DatedRide[]> {
  const client = trackingApi.as(ownerId);
  const now = clock.now();
  const rides: DatedRide[] = [];
  for (let to = now; to > now - RECENT_MS && rides.length < most && !signal.aborted; to -= WINDOW_MS) {
    const period = { deviceId: id, from: new Date(to - WINDOW_MS), to: new Date(to - 1) };
    for (const points of ridesIn(answered(await client.positions.history(period, soon())))) {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last || last.s - first.s < LEAST_S || rideM(points) < LEAST_M) continue;
      rides.push({ at: first.s, hour: hourOfWeek(first.s * 1000), points });
    }
  }
  return rides;
}

/** So many of a list, from all over it. */
const spread = <T>(all: readonly T[], most: number): readonly T[] => {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, at) => all[Math.floor(at * step)]).filter(
    (each) => each !== undefined,
  );
};
