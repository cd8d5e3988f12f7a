import type { ReportedKind, Watch } from './driving-style.ts';
import type { TripRecord } from './trip-record.ts';

export const QUARTER_MS = 900_000;
export const slotOf = (time: number): number => Math.floor(time / QUARTER_MS);
const secondOf = (time: number): number => Math.floor(time / 1000);

/**
 * Sums of a quarter of an hour before the kind of the stretch is known. Only when a piece is made of it are its meters
 * driven, shuffled or a gap, and its seconds moving, stationary or without records.
 * All whole numbers, so that the order of adding makes no difference.
 */
export interface Slot {
  slot: number;
  /** Quarters that share this evenly. */
  span: number;
  /** By satellites, and by the vehicle's odometer where it has one. */
  mm: number;
  odoMm: number;
  s: number;
  quietS: number;
  engineMs: number;
  idleMs: number;
  overspeedS: number;
  /** Used by the engine's own count, and how many pairs had one. */
  counterMl: number;
  counted: number;
  /** Used by the level in the tank, and how many pairs had one. Below zero where the level swings back. */
  levelMl: number;
  levels: number;
  filledMl: number;
  drainedMl: number;
  records: number;
  maxKmh: number;
  maxAt: number;
  /** Null = unknown, or nobody. */
  driver: string | null;
  over10S: number;
  over20S: number;
  over50S: number;
  overMoreS: number;
  watchedMm: number;
  partlyMm: number;
}

/** Interval between two used records in a row. */
export interface Pair {
  /** Of the whole reducer: a caller wants the sums. */
  isCounted: boolean;
  a: TripRecord;
  b: TripRecord;
  /** As the crow flies, meters; `mm` is what of it counts. */
  crowM: number;
  mm: number;
  odoMm: number;
  isQuiet: boolean;
  engineMs: number;
  idleMs: number;
  isOverspeed: boolean;
  counterMl: number;
  counted: number;
  levelMl: number;
  levels: number;
  filledMl: number;
  drainedMl: number;
  /** Of `b`; 0 = implausible or unknown. */
  maxKmh: number;
  /** Band of speeding of a pair that is over its limit; 0 = tolerated. */
  band: number;
  watch: Watch;
  /** Strength of each kind of harsh driving, m/s²; 0 = below the threshold. */
  brakingMs2: number;
  accelerationMs2: number;
  corneringMs2: number;
  /** Alarms of the tracker in `b`. */
  reported: readonly ReportedKind[];
  /** Driven for too long without a break. */
  isLongDrive: boolean;
  /** The break before `b` was long enough. */
  hasRested: boolean;
}

/** Placeholder in a pair until there is a record. */
const NOBODY: TripRecord = {
  id: 0,
  time: 0,
  deviceTime: 0,
  key: 0,
  serverTime: 0,
  latitude: 0,
  longitude: 0,
  valid: false,
  accuracy: 0,
  speedKmh: null,
  ignition: null,
  motion: null,
  onTrip: null,
  satellites: null,
  hdop: null,
  odometerM: null,
  engineMs: null,
  fuelL: null,
  fuelPercent: null,
  fuelUsedL: null,
  limitKmh: null,
  driver: null,
  geofenceIds: [],
  course: null,
  isFine: false,
  alarms: null,
  isApproximate: false,
};
export const emptyPair = (): Pair => ({
  isCounted: true,
  a: NOBODY,
  b: NOBODY,
  crowM: 0,
  mm: 0,
  odoMm: 0,
  isQuiet: false,
  engineMs: 0,
  idleMs: 0,
  isOverspeed: false,
  counterMl: 0,
  counted: 0,
  levelMl: 0,
  levels: 0,
  filledMl: 0,
  drainedMl: 0,
  maxKmh: 0,
  band: 0,
  watch: 'none',
  brakingMs2: 0,
  accelerationMs2: 0,
  corneringMs2: 0,
  reported: [],
  isLongDrive: false,
  hasRested: false,
});

const emptySlot = (slot: number, span: number, driver: string | null): Slot => ({
  slot,
  span,
  driver,
  mm: 0,
  odoMm: 0,
  s: 0,
  quietS: 0,
  engineMs: 0,
  idleMs: 0,
  overspeedS: 0,
  counterMl: 0,
  counted: 0,
  levelMl: 0,
  levels: 0,
  filledMl: 0,
  drainedMl: 0,
  records: 0,
  maxKmh: 0,
  maxAt: 0,
  over10S: 0,
  over20S: 0,
  over50S: 0,
  overMoreS: 0,
  watchedMm: 0,
  partlyMm: 0,
});

/** Returns the entry of a quarter and a driver at the end of a tally; times only ever grow. */
export function slotAt(slots: Slot[], slot: number, driver: string | null): Slot {
  const last = slots[slots.length - 1];
  if (last && last.slot === slot && last.driver === driver) return last;
  const next = emptySlot(slot, 1, driver);
  slots.push(next);
  return next;
}

/** Adds a pair: its time cut exactly at the quarters, the rest in step with time, the last part takes what is left. */
export function addPair(slots: Slot[], pair: Pair): void {
  const { a, b } = pair;
  const first = slotOf(a.time);
  const last = slotOf(b.time);
  // Nobody is known to be at the wheel while there are no records.
  const driver = pair.isQuiet ? null : b.driver;
  let at = slotAt(slots, first, driver);
  if (first === last) addShare(at, pair, a.time, b.time);
  else {
    addShare(at, pair, a.time, (first + 1) * QUARTER_MS);
    const between = last - first - 1;
    if (between > 0) {
      const run = emptySlot(first + 1, between, driver);
      slots.push(run);
      addShare(run, pair, (first + 1) * QUARTER_MS, last * QUARTER_MS);
    }
    at = slotAt(slots, last, driver);
    addShare(at, pair, last * QUARTER_MS, b.time);
  }
  at.counted += pair.counted;
  at.levels += pair.levels;
  at.filledMl += pair.filledMl;
  at.drainedMl += pair.drainedMl;
  addRecord(at, b, pair.maxKmh);
}

export function addRecord(at: Slot, record: TripRecord, kmh: number): void {
  at.records++;
  if (kmh > at.maxKmh) {
    at.maxKmh = kmh;
    at.maxAt = record.time;
  }
}

function addShare(to: Slot, pair: Pair, from: number, until: number): void {
  const { a, b } = pair;
  const s = secondOf(until) - secondOf(from);
  to.s += s;
  if (pair.isQuiet) to.quietS += s;
  if (pair.isOverspeed) addSpeeding(to, pair.band, s);
  if (from === a.time && until === b.time) {
    to.mm += pair.mm;
    to.odoMm += pair.odoMm;
    to.engineMs += pair.engineMs;
    to.idleMs += pair.idleMs;
    to.counterMl += pair.counterMl;
    to.levelMl += pair.levelMl;
    addWatched(to, pair.watch, pair.mm);
    return;
  }
  const dt = b.time - a.time;
  const begin = (from - a.time) / dt;
  const end = (until - a.time) / dt;
  const mm = share(pair.mm, begin, end);
  to.mm += mm;
  addWatched(to, pair.watch, mm);
  to.odoMm += share(pair.odoMm, begin, end);
  to.engineMs += share(pair.engineMs, begin, end);
  to.idleMs += share(pair.idleMs, begin, end);
  to.counterMl += share(pair.counterMl, begin, end);
  to.levelMl += share(pair.levelMl, begin, end);
}

function addSpeeding(to: Slot, band: number, s: number): void {
  to.overspeedS += s;
  if (band === 1) to.over10S += s;
  else if (band === 2) to.over20S += s;
  else if (band === 3) to.over50S += s;
  else if (band === 4) to.overMoreS += s;
}
function addWatched(to: Slot, watch: Watch, mm: number): void {
  if (watch === 'full') to.watchedMm += mm;
  else if (watch === 'partly') to.partlyMm += mm;
}

const share = (total: number, begin: number, end: number): number =>
  total === 0 ? 0 : Math.floor(total * end) - Math.floor(total * begin);

/** Adds what came after to what came before. */
export function appendSlots(slots: Slot[], after: readonly Slot[]): void {
  for (const next of after) {
    const last = slots[slots.length - 1];
    if (last && last.slot === next.slot && last.driver === next.driver) join(last, next);
    else slots.push({ ...next });
  }
}

function join(to: Slot, from: Slot): void {
  to.mm += from.mm;
  to.odoMm += from.odoMm;
  to.s += from.s;
  to.quietS += from.quietS;
  to.engineMs += from.engineMs;
  to.idleMs += from.idleMs;
  to.overspeedS += from.overspeedS;
  to.counterMl += from.counterMl;
  to.counted += from.counted;
  to.levelMl += from.levelMl;
  to.levels += from.levels;
  to.filledMl += from.filledMl;
  to.drainedMl += from.drainedMl;
  to.records += from.records;
  to.over10S += from.over10S;
  to.over20S += from.over20S;
  to.over50S += from.over50S;
  to.overMoreS += from.overMoreS;
  to.watchedMm += from.watchedMm;
  to.partlyMm += from.partlyMm;
  if (from.maxKmh > to.maxKmh) {
    to.maxKmh = from.maxKmh;
    to.maxAt = from.maxAt;
  }
}

/** Turns sums of a time that turned out to be stationary into those of a stop: nothing moved, no top speed. */
export function holdStill(slots: readonly Slot[]): void {
  for (const slot of slots) {
    slot.mm = 0;
    slot.odoMm = 0;
    slot.maxKmh = 0;
    slot.maxAt = 0;
    slot.watchedMm = 0;
    slot.partlyMm = 0;
  }
}
