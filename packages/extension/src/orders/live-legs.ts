import { HOUR_MS } from '@rastro/base';
import type { LatLng } from '@rastro/fleet';
import { estimateArrival, type ArrivalModel, type RidePoint } from '@rastro/fleet/arrival-times';
import type { RoadRoute } from '@rastro/fleet/road-routes';
import type { TravelRoute } from '@rastro/fleet/routing';
import { soon } from '../with-tracking-api.ts';
import { hourOfWeek } from './learn-arrivals.ts';
import type { OrderContext } from './order-deps.ts';
import { ridesIn } from './ride-points.ts';

/** Seconds of travel between two places; eight of ten drives are between the other two. */
export interface Leg {
  readonly seconds: number;
  readonly low: number;
  readonly high: number;
}

/** Travel that was not learnt takes between these factors of what is expected, mostly. */
const SPANS = { router: [0.85, 1.35], history: [0.6, 1.7] } as const;
/** A drive between two stops is seldom longer; what was before tells nothing of it. */
const RIDE_MS = HOUR_MS;
/** Nothing new for so long: the drive is over. */
const STOP_S = 300;

interface Way {
  readonly travel: TravelRoute;
  /** One more than there are legs. */
  readonly through: readonly LatLng[];
  /** Milliseconds since 1970. */
  readonly departs: number;
  /** The first place is where the vehicle drives now. */
  readonly isUnderWay: boolean;
}

/** Travel from place to place, each with its span: as a router says, as the company's vehicles drove, or as is usual. */
export async function legsOf(
  here: OrderContext,
  route: Pick<RoadRoute, 'ownerId' | 'deviceId'>,
  way: Way,
): Promise<readonly Leg[]> {
  const { travel, through, departs, isUnderWay } = way;
  const model = travel.source === 'learnt' ? await here.arrivals.modelOf(route.ownerId) : null;
  if (model !== null)
    return learntLegs(model, {
      through,
      departs,
      ride: isUnderWay ? await rideOf(here, route, departs) : [],
    });
  const [fast, slow] = SPANS[travel.source === 'router' ? 'router' : 'history'];
  return travel.legs.map(({ seconds }) => ({ seconds, low: seconds * fast, high: seconds * slow }));
}

/** @param ride So far, on the first leg. */
function learntLegs(
  model: ArrivalModel,
  { through, departs, ride }: Pick<Way, 'through' | 'departs'> & { readonly ride: readonly RidePoint[] },
): readonly Leg[] {
  let at = departs;
  return through.slice(1).map((destination, index) => {
    const from = through[index] ?? destination;
    const here = { ...from, s: at / 1000 };
    const soFar = index === 0 && ride.length > 0 ? [...ride, here] : [here];
    const { seconds, low, high } = estimateArrival(model, { hour: hourOfWeek(at), soFar, destination });
    at += seconds * 1000;
    return { seconds, low, high };
  });
}

/** The drive that a vehicle is on: back to where it stood last. */
async function rideOf(
  here: OrderContext,
  route: Pick<RoadRoute, 'ownerId' | 'deviceId'>,
  now: number,
): Promise<readonly RidePoint[]> {
  const period = { deviceId: route.deviceId, from: new Date(now - RIDE_MS), to: new Date(now) };
  const found = await here.trackingApi.as(route.ownerId).positions.history(period, soon());
  const ride = found.ok ? ridesIn(found.value).at(-1) : undefined;
  // A vehicle that has stood for long begins anew.
  return ride && now / 1000 - (ride.at(-1)?.s ?? 0) < STOP_S ? ride : [];
}

/**
 * Seconds of each leg, so that their sums are as early, usual or late as the whole way mostly is. Drives are off by
 * themselves: one that is slow does not make the next one slow, so a long way is not as uncertain as its parts together.
 */
export function secondsOf(legs: readonly Leg[], side: keyof Leg): readonly number[] {
  let [usual, off, before] = [0, 0, 0];
  return legs.map((leg) => {
    usual += leg.seconds;
    off += (leg[side] - leg.seconds) ** 2;
    const sum = Math.max(before, usual + (side === 'low' ? -1 : 1) * Math.sqrt(off));
    const seconds = sum - before;
    before = sum;
    return seconds;
  });
}
