import type { Sums } from './stretch-segment.ts';
import { begin, close, extend, openPart, type Part } from './part.ts';
import { DRIVING_EVENT_KINDS, isSevere, type DrivingEventKind, type EventSource } from './driving-style.ts';
import { slotOf, type Pair, type Slot } from './tally.ts';
import type { TripSettings } from './trip-settings.ts';

// Events of driving style, as parts of a tally: those that begin in a piece are its episodes, and counted in its sums.

/** Moments of one event are no further apart: measured ones, alarms that a tracker repeats. */
const MEASURED_APART_MS = 3000;
const REPORTED_APART_MS = 60_000;

/** Moment of an event in a pair. */
interface Moment {
  readonly ms2: number;
  readonly source: EventSource;
}

export function addDrivingEvents(parts: Part[], pair: Pair, isDriven: boolean): void {
  // Mostly there is nothing, and this is asked for each record.
  if (!(isDriven && hasMoment(pair)) && !parts.some(isOpenEvent)) return;
  for (const kind of DRIVING_EVENT_KINDS) {
    const moment = isDriven ? momentOf(kind, pair) : null;
    const open = openPart(parts, kind);
    if (open && hasEnded(open, pair)) close(open);
    if (moment === null) continue;
    const part = open?.isOpen === true ? open : begin(parts, kind, pair.b);
    if (part === open) extend(part, pair, 'driven');
    else part.source = moment.source;
    part.peakMs2 = Math.max(part.peakMs2, moment.ms2);
    part.topKmh = Math.max(part.topKmh, pair.a.speedKmh ?? 0, pair.b.speedKmh ?? 0);
  }
}

const isOpenEvent = ({ source, isOpen }: Part): boolean => source !== null && isOpen;
const hasMoment = ({ isLongDrive, reported, brakingMs2, accelerationMs2, corneringMs2 }: Pair): boolean =>
  isLongDrive || reported.length > 0 || brakingMs2 > 0 || accelerationMs2 > 0 || corneringMs2 > 0;

function hasEnded({ kind, end, source }: Part, { b, hasRested }: Pair): boolean {
  if (kind === 'longDrive') return hasRested;
  return b.time - end.time > (source === 'tracker' ? REPORTED_APART_MS : MEASURED_APART_MS);
}

function momentOf(kind: DrivingEventKind, pair: Pair): Moment | null {
  if (kind === 'longDrive') return pair.isLongDrive ? { ms2: 0, source: 'derived' } : null;
  if (pair.reported.includes(kind)) return { ms2: 0, source: 'tracker' };
  if (kind === 'belt' || kind === 'phone') return null;
  const ms2 = { braking: pair.brakingMs2, acceleration: pair.accelerationMs2, cornering: pair.corneringMs2 }[
    kind
  ];
  return ms2 > 0 ? { ms2, source: pair.watch === 'full' ? 'derived' : 'partly' } : null;
}

/** Sums that count events. */
export type EventCounts = Pick<
  Sums,
  | 'brakings'
  | 'severeBrakings'
  | 'accelerations'
  | 'severeAccelerations'
  | 'cornerings'
  | 'severeCornerings'
  | 'beltAlarms'
  | 'phoneAlarms'
  | 'longDrives'
>;
export const NO_EVENTS: EventCounts = {
  brakings: 0,
  severeBrakings: 0,
  accelerations: 0,
  severeAccelerations: 0,
  cornerings: 0,
  severeCornerings: 0,
  beltAlarms: 0,
  phoneAlarms: 0,
  longDrives: 0,
};
/** Sums that count a kind: harsh, and severe. */
const COUNTED_AS: Readonly<Record<DrivingEventKind, readonly [keyof EventCounts, keyof EventCounts]>> = {
  braking: ['brakings', 'severeBrakings'],
  acceleration: ['accelerations', 'severeAccelerations'],
  cornering: ['cornerings', 'severeCornerings'],
  belt: ['beltAlarms', 'beltAlarms'],
  phone: ['phoneAlarms', 'phoneAlarms'],
  longDrive: ['longDrives', 'longDrives'],
};

/** Sum that counts an event of this kind. */
export const countedAs = (kind: DrivingEventKind, isSevere: boolean): keyof EventCounts =>
  COUNTED_AS[kind][isSevere ? 1 : 0];

/** Whether an event counts among the severe ones of its kind; an alarm of the tracker does not say how hard it was. */
export const isSevereEvent = (kind: DrivingEventKind, peakMs2: number, settings: TripSettings): boolean =>
  (kind === 'braking' || kind === 'acceleration' || kind === 'cornering') &&
  isSevere(kind, peakMs2, settings);

/** Events that begin in the quarters of a piece; those without any have no entry. */
export function eventsBySlot(
  { slots, parts }: { readonly slots: readonly Slot[]; readonly parts: readonly Part[] },
  settings: TripSettings,
): ReadonlyMap<Slot, EventCounts> {
  const counts = new Map<Slot, EventCounts>();
  for (const { kind, source, isCarried, start, driver, peakMs2 } of parts) {
    const event = DRIVING_EVENT_KINDS.find((each) => each === kind);
    if (event === undefined || source === null || source === 'partly' || isCarried) continue;
    const number = slotOf(start.time);
    const slot = slots.findLast((each) => each.slot === number && each.driver === driver) ?? slots[0];
    if (!slot) continue;
    const name = countedAs(event, isSevereEvent(event, peakMs2, settings));
    const before = counts.get(slot) ?? NO_EVENTS;
    counts.set(slot, { ...before, [name]: before[name] + 1 });
  }
  return counts;
}
