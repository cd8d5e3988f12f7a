import { MINUTE_MS } from '@rastro/base';
import { dateIn } from '../billing/civil-date.ts';
import type { Activity } from './activity.ts';
import { hourOn } from './base-days.ts';
import type { HoursProfile } from './hours-profile.ts';

/** So short a halt within a trip is driving. */
export const HALT_MS = 3 * MINUTE_MS;
/** With the engine off for so long, nobody knows what the driver does. */
export const UNCLEAR_AFTER_MS = 15 * MINUTE_MS;
/** Moves of at most this length while somebody waits belong to the queue. */
export const QUEUE_MOVE_MS = 5 * MINUTE_MS;
/** Hours of the base at which a meal is likely. */
const MEAL_HOURS = [
  [11, 14],
  [18, 21],
] as const;

export interface Span {
  readonly begin: number;
  readonly end: number;
}
export interface DeviceSpan extends Span {
  readonly deviceId: number;
}
/** A driver at a vehicle, of one driver or of all. */
export interface CheckIn extends DeviceSpan {
  /** The driver checked out: only then is it rest afterwards. Otherwise it ended in another way, or goes on. */
  readonly isCheckedOut: boolean;
}
/** Sources of a driver's time. Spans of one list that overlap are joined. */
export interface DriverSignals {
  readonly checkIns: readonly CheckIn[];
  /** Trips of the vehicles, whoever drove. */
  readonly trips: readonly DeviceSpan[];
  readonly engineOn: readonly DeviceSpan[];
  /** At a stop of an order, from arrival to its end. */
  readonly atStops: readonly DeviceSpan[];
  /** Entries of the driver; of two at the same time the later in this list counts. */
  readonly entries: readonly Activity[];
  /** Of a tachograph, which beats all of the above. */
  readonly tachograph: readonly Activity[];
}

/**
 * Activities of a driver until now. Rest is never inferred: it is where the driver checked out or entered it, and all
 * else of which nothing is known is unclear. Cuts are where check-ins begin and end, to the millisecond.
 */
export function activitiesOf(
  signals: DriverSignals,
  profile: HoursProfile,
  now: number,
): readonly Activity[] {
  const checkIns = signals.checkIns
    .filter(({ begin }) => begin < now)
    .map((each) => ({ ...each, end: Math.min(each.end, now) }))
    .toSorted((a, b) => a.begin - b.begin || a.end - b.end);
  const derived: Activity[] = [];
  let until = -Infinity;
  for (const [at, checkIn] of checkIns.entries()) {
    // At two vehicles at once: the later check-in is where they are.
    const end = Math.min(checkIn.end, checkIns[at + 1]?.begin ?? Infinity);
    derived.push(...atVehicle(signals, { ...checkIn, end: Math.max(end, checkIn.begin) }, profile));
    until = Math.max(until, checkIn.end);
    const next = checkIns[at + 1]?.begin ?? now;
    if (checkIn.isCheckedOut && checkIn.end === until && next > until)
      derived.push({ kind: 'rest', begin: until, end: next });
  }
  const entered = signals.entries.reduce<readonly Activity[]>(
    (all, entry) => enter(all, entry, profile),
    derived,
  );
  return signals.tachograph.reduce<readonly Activity[]>(
    (all, each) => replaceSpan(all, [{ ...each, end: Math.min(each.end, now) }], each),
    entered,
  );
}

/** Time in which a vehicle moved and no driver was checked in: somebody should say who drove. */
export function movedWithoutDriver(
  trips: readonly DeviceSpan[],
  checkIns: readonly DeviceSpan[],
): readonly DeviceSpan[] {
  return trips.flatMap((trip) => {
    const known = checkIns.filter(({ deviceId }) => deviceId === trip.deviceId);
    return subtract(trip, known).map((span) => ({ ...span, deviceId: trip.deviceId }));
  });
}

function atVehicle(signals: DriverSignals, checkIn: CheckIn, profile: HoursProfile): readonly Activity[] {
  const own = (spans: readonly DeviceSpan[]): readonly Span[] =>
    joined(
      spans.filter(({ deviceId }) => deviceId === checkIn.deviceId).map((span) => cut(span, checkIn)),
      0,
    );
  const driving = joined(own(signals.trips), HALT_MS);
  const busy = joined([...own(signals.engineOn), ...own(signals.atStops)], 0);
  const halts = subtract(checkIn, driving);
  const work = halts.flatMap((halt) =>
    joined(
      busy.map((span) => cut(span, halt)),
      0,
    ),
  );
  const idle = halts.flatMap((halt) => subtract(halt, busy));
  return [
    ...driving.map((span): Activity => ({ ...span, kind: 'driving' })),
    ...work.map((span): Activity => ({ ...span, kind: 'work' })),
    ...idle.map((span): Activity => {
      if (span.end - span.begin < UNCLEAR_AFTER_MS) return { ...span, kind: 'work' };
      return { ...span, kind: 'unclear', proposal: isAtMeal(span, profile.zone) ? 'meal' : null };
    }),
  ].toSorted((a, b) => a.begin - b.begin);
}

function isAtMeal({ begin, end }: Span, zone: string): boolean {
  const date = dateIn(zone, begin);
  return MEAL_HOURS.some(
    ([from, until]) => begin < hourOn(zone, date, until) && end > hourOn(zone, date, from),
  );
}

/**
 * An entry of the driver over what was derived. Of one driver it does not change that the vehicle moved: driving stays,
 * except for short moves in a queue. Of a crew of two, rest goes on while the other one drives.
 */
function enter(
  activities: readonly Activity[],
  entry: Activity,
  { crew }: HoursProfile,
): readonly Activity[] {
  const moves = activities
    .flatMap((each) => (each.kind === 'driving' ? [cut(each, entry)] : []))
    .filter(isSpan);
  const isPause = entry.kind === 'rest' || entry.kind === 'break' || entry.kind === 'meal';
  const mayMove = (move: Span): boolean =>
    (isPause && crew === 2) || (entry.kind === 'waiting' && move.end - move.begin <= QUEUE_MOVE_MS);
  const moving = moves.filter(mayMove).map((span): Activity => ({ ...entry, ...span, isMoving: true }));
  const still = subtract(entry, moves).map((span): Activity => ({ ...entry, ...span }));
  return [...still, ...moving].reduce((all, piece) => replaceSpan(all, [piece], piece), activities);
}

/** Puts others in place of all activities within a span. */
export function replaceSpan(
  activities: readonly Activity[],
  others: readonly Activity[],
  span: Span,
): readonly Activity[] {
  if (!isSpan(span)) return activities;
  const around = activities.flatMap((each) => subtract(each, [span]).map((left) => ({ ...each, ...left })));
  return [...around, ...others].filter(isSpan).toSorted((a, b) => a.begin - b.begin);
}

const isSpan = ({ begin, end }: Span): boolean => begin < end;
const cut = (span: Span, within: Span): Span => ({
  begin: Math.max(span.begin, within.begin),
  end: Math.min(span.end, within.end),
});

/** Spans in order, joined where no more than `gapMs` is between them. */
function joined(spans: readonly Span[], gapMs: number): readonly Span[] {
  const found: { begin: number; end: number }[] = [];
  for (const { begin, end } of spans.filter(isSpan).toSorted((a, b) => a.begin - b.begin)) {
    const last = found.at(-1);
    const isNear = last && (begin <= last.end || begin - last.end < gapMs);
    if (last && isNear) last.end = Math.max(last.end, end);
    else found.push({ begin, end });
  }
  return found;
}

/** Of a span what none of the others covers. */
function subtract(span: Span, others: readonly Span[]): readonly Span[] {
  const left: Span[] = [];
  let { begin } = span;
  for (const other of joined(
    others.map((each) => cut(each, span)),
    0,
  )) {
    left.push({ begin, end: other.begin });
    begin = other.end;
  }
  return [...left, { begin, end: span.end }].filter(isSpan);
}
