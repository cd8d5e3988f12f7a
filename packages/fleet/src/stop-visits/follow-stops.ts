import type { GeofenceArea } from '../geometry/area.ts';
import { containsPoint } from '../geometry/contains.ts';
import { distanceM, type LatLng } from '../geometry/distance.ts';

/** A place that a vehicle reports. */
export interface PlaceRecord extends LatLng {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kmh: number;
  /** Null = not reported. */
  readonly ignition: boolean | null;
  /** Metres; 0 = not reported. */
  readonly accuracyM: number;
}
/** A stop of a route, in the order of the route. */
export interface FencedStop {
  readonly orderId: number;
  readonly centre: LatLng;
  /** Of the circle; of an area that around it. */
  readonly radiusM: number;
  /** Null = the circle. */
  readonly area: GeofenceArea | null;
}
/** A vehicle at one stop; instants in milliseconds since 1970. */
export interface StopVisit {
  /** First and last record inside, as long as it is there; null = it is not. */
  readonly inside: { readonly since: number; readonly last: number } | null;
  /** First of the records in a row in which it stands, and their number. */
  readonly standing: { readonly since: number; readonly count: number } | null;
  readonly arrivedAt: number | null;
  readonly leftAt: number | null;
  /** Records in a row outside, after the arrival. */
  readonly outside: number;
}
/** Visits of a route so far. */
export interface RouteVisits {
  /** Newest record that counts; null = none. */
  readonly last: PlaceRecord | null;
  /** Records in a row that were too far away to be true. */
  readonly jumps: number;
  /** By order. */
  readonly stops: Readonly<Record<string, StopVisit>>;
}

export const NO_VISITS: RouteVisits = { last: null, jumps: 0, stops: {} };
const NOWHERE: StopVisit = { inside: null, standing: null, arrivedAt: null, leftAt: null, outside: 0 };

const SLOW_KMH = 5;
const [STANDING_RECORDS, STANDING_MS] = [2, 20_000];
/** Inside for so long it has arrived, whatever it does there. */
const INSIDE_MS = 120_000;
const ACCURACY_FACTOR = 3;
/** Distance beyond the fence at which a vehicle has left: at its edge nothing flaps. */
const [EDGE_M, EDGE_SHARE] = [50, 0.3];
const [OUTSIDE_RECORDS, OUTSIDE_MS] = [2, 60_000];
/** Back after so little time it has not left. */
const SAME_VISIT_MS = 300_000;
/** Stops of a route that may be arrived at by any arrival; at later ones the vehicle must have stood for a while. */
const NEXT_STOPS = 2;
/** Faster than this no vehicle is: such a record is not true, unless others agree with it. */
const MAX_KMH = 180;
const AGREEING_JUMPS = 3;

/**
 * Follows a vehicle through its stops. Records must be valid and come in the order of their time; older ones than the last
 * are ignored, and silence never ends anything.
 * @param stops In the order of the route, without those that have ended.
 */
export function followStops(
  before: RouteVisits,
  stops: readonly FencedStop[],
  records: readonly PlaceRecord[],
): RouteVisits {
  let visits = before;
  for (const record of records) visits = follow(visits, stops, record);
  return visits;
}

function follow(before: RouteVisits, stops: readonly FencedStop[], record: PlaceRecord): RouteVisits {
  const { last, jumps } = before;
  if (last !== null && record.at <= last.at) return before;
  if (last !== null && isJump(last, record) && jumps + 1 < AGREEING_JUMPS)
    return { ...before, jumps: jumps + 1 };
  const found = { ...before.stops };
  let awaited = 0;
  for (const stop of stops) {
    const visit = found[stop.orderId] ?? NOWHERE;
    const isNext = awaited < NEXT_STOPS;
    if (visit.arrivedAt === null) awaited++;
    const next = seen(visit, stop, record, isNext);
    if (next === NOWHERE) delete found[stop.orderId];
    else found[stop.orderId] = next;
  }
  return { last: record, jumps: 0, stops: found };
}

function isJump(from: PlaceRecord, to: PlaceRecord): boolean {
  const hours = (to.at - from.at) / 3_600_000;
  return distanceM(from, to) / 1000 > MAX_KMH * hours + (to.accuracyM + EDGE_M) / 1000;
}

function seen(
  visit: StopVisit,
  { centre, radiusM, area }: FencedStop,
  record: PlaceRecord,
  isNext: boolean,
): StopVisit {
  const radius = Math.max(radiusM, ACCURACY_FACTOR * record.accuracyM);
  const distance = distanceM(centre, record);
  const isInside = area === null ? distance <= radius : containsPoint(area, record);
  if (isInside) return seenInside(visit, record, isNext);
  if (distance > radius + Math.max(EDGE_M, EDGE_SHARE * radius)) return seenOutside(visit, record);
  // At the edge a visit goes on; none begins there.
  return visit.inside === null ? visit : { ...visit, standing: null };
}

function seenInside(before: StopVisit, record: PlaceRecord, isNext: boolean): StopVisit {
  const { at, kmh, ignition } = record;
  const isBack = before.leftAt !== null && at - before.leftAt <= SAME_VISIT_MS;
  const standing =
    kmh < SLOW_KMH ? { since: before.standing?.since ?? at, count: (before.standing?.count ?? 0) + 1 } : null;
  const inside = { since: before.inside?.since ?? at, last: at };
  const visit: StopVisit = { ...before, inside, standing, outside: 0, leftAt: isBack ? null : before.leftAt };
  if (visit.arrivedAt !== null) return visit;
  const stood = standing === null ? 0 : at - standing.since;
  const hasStood = (standing?.count ?? 0) >= STANDING_RECORDS && stood >= STANDING_MS;
  const hasArrived = isNext
    ? ignition === false || hasStood || at - inside.since >= INSIDE_MS
    : hasStood && stood >= INSIDE_MS;
  return hasArrived ? { ...visit, arrivedAt: inside.since } : visit;
}

function seenOutside(visit: StopVisit, { at }: PlaceRecord): StopVisit {
  if (visit.inside === null) return visit;
  // Driven past: the next time is another one.
  if (visit.arrivedAt === null) return NOWHERE;
  const outside = visit.outside + 1;
  const hasLeft = outside >= OUTSIDE_RECORDS || at - visit.inside.last >= OUTSIDE_MS;
  if (!hasLeft) return { ...visit, outside };
  return { ...visit, inside: null, standing: null, outside: 0, leftAt: visit.leftAt ?? visit.inside.last };
}
