import { DAY_MS } from '@rastro/base';
import type { DrivingEventKind } from '../trips/driving-style.ts';
import { EFFECT_DAYS } from './coaching-case.ts';

/** Sums that a rate of events needs. */
export interface EffectSums {
  readonly distance: number;
  readonly watched: number;
  readonly brakings: number;
  readonly severeBrakings: number;
  readonly accelerations: number;
  readonly severeAccelerations: number;
  readonly cornerings: number;
  readonly severeCornerings: number;
  readonly beltAlarms: number;
  readonly phoneAlarms: number;
  readonly longDrives: number;
}
/** Events of a kind per 100 km before and after a talk; null = one side is too short to say. */
export interface CoachingEffect {
  readonly before: number;
  readonly after: number;
}

const LEAST_M = 100_000;

const eventsOf = (kind: DrivingEventKind, s: EffectSums): number =>
  ({
    braking: s.brakings + s.severeBrakings,
    acceleration: s.accelerations + s.severeAccelerations,
    cornering: s.cornerings + s.severeCornerings,
    belt: s.beltAlarms,
    phone: s.phoneAlarms,
    longDrive: s.longDrives,
  })[kind];

/** Harsh driving is known on a part of the distance; the other kinds on all of it. */
const metersOf = (kind: DrivingEventKind, { distance, watched }: EffectSums): number =>
  kind === 'braking' || kind === 'acceleration' || kind === 'cornering' ? watched : distance;

/** Effect of a talk, from the sums of the days before it and after it; both sides need 100 km. */
export function effectOf(
  kind: DrivingEventKind,
  before: EffectSums,
  after: EffectSums,
): CoachingEffect | null {
  if (metersOf(kind, before) < LEAST_M || metersOf(kind, after) < LEAST_M) return null;
  const rate = (sums: EffectSums): number => (eventsOf(kind, sums) / metersOf(kind, sums)) * 100_000;
  return { before: rate(before), after: rate(after) };
}

/** Days before and after a talk, in milliseconds since 1970, ends included. */
export interface EffectPeriods {
  readonly before: { readonly from: number; readonly to: number };
  readonly after: { readonly from: number; readonly to: number };
  /** All of the days after it are over. */
  readonly isOver: boolean;
}
const QUARTER_MS = 900_000;
export function effectPeriods(doneAt: number, now: number): EffectPeriods {
  // Sums are stored by quarters of an hour, and one that is not cut is exact.
  const at = Math.round(doneAt / QUARTER_MS) * QUARTER_MS;
  const span = EFFECT_DAYS * DAY_MS;
  return {
    before: { from: at - span, to: at - 1 },
    after: { from: at, to: at + span - 1 },
    isOver: at + span <= now,
  };
}
