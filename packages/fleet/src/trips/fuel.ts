import type { TrackPoint, Episode } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import type { Evidence } from './evidence.ts';
import { currentTally, note, type ReducerContext } from './reducer-context.ts';
import type { FuelChange, FuelState, FuelStep } from './fuel-state.ts';
import { pointOf } from './boundary.ts';
import { median } from './gap-detection.ts';
import { slotOf, type Pair } from './tally.ts';

/** Samples whose median is the level; a running median keeps steps, a mean would smear them. */
const SAMPLES = 5;
const WINDOW_MS = 900_000;
/** Smaller steps are noise. */
const STEP = 2000;
/** Steps of one direction so close together are one change. */
const JOIN_MS = 300_000;
/** A level that comes back so soon, so near, never left: a slope. */
const RETURN_MS = 900_000;
const RETURN = 3000;
/** So long after it set off the fuel sloshes. */
const SLOSH_MS = 60_000;
/** A slow fall while driving is searched for within such parts of the clock: they are the same for late records. */
const FALL_MS = 600_000;
/** Maximum use of an engine at idle; usual use while driving where no rate is set. */
const MAX_ML_PER_HOUR = 15_000;
const USUAL_PER_100_KM = 40;

/**
 * Follows the level in the tank through one more pair. Works on raw levels for the edges and on a running median for
 * the level itself. @source docs/reference/history-and-reports.md §3.2
 */
export function stepFuel(context: ReducerContext, evidence: Evidence, isSilent: boolean): void {
  const { s, pair, settings } = context;
  const { b } = pair;
  pair.levelMl = 0;
  pair.levels = 0;
  pair.filledMl = 0;
  pair.drainedMl = 0;
  if (b.fuelL === null && b.fuelPercent === null) return;
  const isPercent = b.fuelL === null && settings.tankL === 0;
  const level = levelOf(b, settings);
  if (level === null) {
    if (s.fuel !== null && evidence !== 'stand') s.fuel.movingSince ??= b.time;
    return;
  }
  if (s.fuel === null || s.fuel.isPercent !== isPercent) {
    s.fuel = begin(b, level, isPercent);
    return;
  }
  const { fuel } = s;
  const stands = isSilent ? pair.crowM <= 2 * settings.standRadiusM : evidence === 'stand';
  if (stands) fuel.movingSince = null;
  else fuel.movingSince ??= b.time;
  if (!stands) fuel.refMm += pair.mm;
  fuel.refEngineMs += pair.engineMs;
  if (fuel.step !== null) fuel.step.engineMs += pair.engineMs;
  const isSloshing = fuel.movingSince !== null && b.time - fuel.movingSince <= SLOSH_MS;
  if (isSloshing) return;
  sample(context, fuel, level, stands);
}

/** Milliliters, or thousandths of a percent; null = not sent or implausible. */
export function levelOf(
  { fuelL, fuelPercent, ignition }: Pick<TripRecord, 'fuelL' | 'fuelPercent' | 'ignition'>,
  { tankL }: Pick<TripSettings, 'tankL'>,
): number | null {
  const size = tankL > 0 ? tankL : 100;
  const value = fuelL ?? (fuelPercent === null ? null : (fuelPercent * size) / 100);
  if (value === null || value < 0) return null;
  if ((fuelL === null || tankL > 0) && value > 1.05 * size) return null;
  // A sender without power.
  return value === 0 && ignition === false ? null : Math.round(value * 1000);
}

const begin = (b: TripRecord, level: number, isPercent: boolean): FuelState => ({
  isPercent,
  level,
  samples: [level],
  lastAt: pointOf(b),
  last: level,
  settling: SAMPLES - 1,
  movingSince: null,
  refAt: pointOf(b),
  ref: level,
  refMm: 0,
  refEngineMs: 0,
  step: null,
  change: null,
});

function sample(context: ReducerContext, fuel: FuelState, level: number, stands: boolean): void {
  const at = pointOf(context.pair.b);
  if (at.time - fuel.lastAt.time > WINDOW_MS) fuel.samples = [];
  if (fuel.step === null && isStep(context, fuel, level, stands))
    fuel.step = {
      start: fuel.lastAt,
      end: at,
      before: fuel.level,
      isRise: level > fuel.level,
      extreme: fuel.level,
      after: [],
      engineMs: context.pair.engineMs,
      isUncertain: !stands,
    };
  if (fuel.step === null) follow(context, fuel, level);
  else stepOn(context, fuel, fuel.step, level, at);
  fuel.last = level;
  fuel.lastAt = at;
  if (fuel.step === null) watchFall(context, fuel, at, stands);
  if (fuel.change !== null && fuel.step === null) settleChange(context, fuel, fuel.change);
}

/** Is it a step? Only while stationary or in a gap: no vehicle refuels while driving. */
function isStep({ pair }: ReducerContext, fuel: FuelState, level: number, stands: boolean): boolean {
  const noise = fuel.samples.length < 3 ? 0 : Math.max(...fuel.samples) - Math.min(...fuel.samples);
  if (Math.abs(level - fuel.level) <= Math.max(STEP, noise) || Math.abs(level - fuel.last) <= STEP)
    return false;
  return stands || (pair.isQuiet && level > fuel.level);
}

/** Follows the level; each fall counts as use. */
function follow({ pair }: ReducerContext, fuel: FuelState, level: number): void {
  fuel.samples.push(level);
  if (fuel.samples.length > SAMPLES) fuel.samples.shift();
  const next = Math.round(median(fuel.samples));
  // The first few only settle what the level is.
  if (fuel.settling > 0) fuel.settling--;
  else if (!fuel.isPercent) {
    pair.levelMl += fuel.level - next;
    pair.levels = 1;
  }
  fuel.level = next;
}

function stepOn(
  context: ReducerContext,
  fuel: FuelState,
  step: FuelStep,
  level: number,
  at: TrackPoint,
): void {
  const beyond = step.isRise ? level - step.extreme : step.extreme - level;
  if (beyond > STEP && fuel.movingSince === null) {
    step.end = at;
    step.extreme = level;
    step.after = [];
  }
  step.after.push(level);
  if (step.after.length > SAMPLES) step.after.shift();
  if (step.after.length < 3 || at.time - step.end.time < JOIN_MS) return;
  closeStep(context, fuel, step);
}

/** Ends a step, with the level where it settled: a fill, a drain, or nothing. */
function closeStep(context: ReducerContext, fuel: FuelState, step: FuelStep): void {
  const { pair, settings } = context;
  const after = Math.round(median(step.after));
  const kind = kindOf(step, after, fuel.isPercent, settings);
  const former = fuel.change;
  const isReturn = former !== null && isBack(former, after) && step.end.time - former.start.time <= RETURN_MS;
  if (former !== null && isReturn) {
    noteChange(context, fuel, { ...former, end: step.end, after }, 'levelSpike');
    fuel.change = null;
  } else if (kind !== null) {
    if (former !== null) noteChange(context, fuel, former, former.kind);
    const { start, end, before } = step;
    fuel.change = { kind, start, end, before, after, note: confidenceOf(step, settings) };
  } else if (fuel.settling > 0) fuel.settling = 0;
  else if (!fuel.isPercent) {
    pair.levelMl += step.before - after;
    pair.levels = 1;
  }
  fuel.level = after;
  fuel.samples = step.after;
  fuel.step = null;
  resetReference(fuel, step.end);
}

function kindOf(
  { before, engineMs, isRise }: FuelStep,
  after: number,
  isPercent: boolean,
  settings: TripSettings,
): FuelChange['kind'] | null {
  const by = after - before;
  if (isRise) return by >= thresholdOf('fill', isPercent, settings) ? 'fill' : null;
  const usable = (engineMs / 3_600_000) * MAX_ML_PER_HOUR;
  return -by >= thresholdOf('drain', isPercent, settings) + usable ? 'drain' : null;
}

/** Smallest change that is one: by setting, else by the size of the tank. */
function thresholdOf(
  kind: FuelChange['kind'],
  isPercent: boolean,
  { minFillL, minDrainL, tankL }: TripSettings,
): number {
  const set = kind === 'fill' ? minFillL : minDrainL;
  if (set > 0 && !isPercent) return set * 1000;
  if (!isPercent && tankL > 0 && tankL < 80) return 4000;
  const size = isPercent ? 100 : tankL;
  return kind === 'fill' ? Math.max(50 * size, 8000) : Math.max(40 * size, 6000);
}

function confidenceOf({ after, isUncertain }: FuelStep, settings: TripSettings): string {
  if (isUncertain) return 'uncertain';
  const noise = Math.max(...after) - Math.min(...after);
  return after.length < 3 || noise > thresholdOf('drain', false, settings) / 2 ? 'low' : 'high';
}

const isBack = (change: FuelChange, level: number): boolean => Math.abs(level - change.before) <= RETURN;

/** Reports a change once the level has had time to return. */
function settleChange(context: ReducerContext, fuel: FuelState, change: FuelChange): void {
  const { time } = context.pair.b;
  if (time - change.start.time <= RETURN_MS || time - change.end.time < JOIN_MS) return;
  noteChange(context, fuel, change, change.kind);
  fuel.change = null;
}

function noteChange(
  { s, pair }: ReducerContext,
  fuel: FuelState,
  { start, end, before, after, note: confidence }: FuelChange,
  kind: Extract<Episode['kind'], 'fill' | 'drain' | 'levelSpike'>,
): void {
  note(
    s,
    changeEpisode({ kind, start, end, before, after, note: confidence }, pair.b.driver, fuel.isPercent),
  );
  if (fuel.isPercent) return;
  if (kind === 'levelSpike') {
    pair.levelMl += before - after;
    return;
  }
  const by = Math.abs(after - before);
  // Its quarter may have left with a piece that is decided: then it counts in the first that has not.
  const { slots } = currentTally(s);
  const slot = slots.findLast((one) => one.slot <= slotOf(end.time)) ?? slots[0];
  if (!slot) {
    if (kind === 'fill') pair.filledMl += by;
    else pair.drainedMl += by;
  } else if (kind === 'fill') slot.filledMl += by;
  else slot.drainedMl += by;
}

const changeEpisode = (
  {
    kind,
    start,
    end,
    before,
    after,
    note: confidence,
  }: Omit<FuelChange, 'kind'> & { readonly kind: Episode['kind'] },
  driver: string | null,
  isPercent: boolean,
): Episode => ({
  kind,
  since: start,
  start,
  end,
  goesOn: false,
  geofenceId: 0,
  driver,
  figures: isPercent
    ? { beforePercent: before / 1000, afterPercent: after / 1000 }
    : { beforeL: before / 1000, afterL: after / 1000, litres: Math.abs(after - before) / 1000 },
  note: confidence,
});

/** A fall without a step: siphoned slowly, or while it drives. */
function watchFall(context: ReducerContext, fuel: FuelState, at: TrackPoint, stands: boolean): void {
  const { settings, pair } = context;
  const rate = settings.litresPer100Km > 0 ? settings.litresPer100Km : USUAL_PER_100_KM;
  const driven = (fuel.refMm / 1e8) * rate * 1000;
  const ranMs = pair.b.ignition === null ? at.time - fuel.refAt.time : fuel.refEngineMs;
  const usable = Math.max(3 * driven, (ranMs / 3_600_000) * MAX_ML_PER_HOUR);
  const fall = fuel.ref - fuel.level;
  if (fall >= thresholdOf('drain', fuel.isPercent, settings) + usable && fuel.samples.length >= 3) {
    if (fuel.change !== null) noteChange(context, fuel, fuel.change, fuel.change.kind);
    fuel.change = {
      kind: 'drain',
      start: fuel.refAt,
      end: at,
      before: fuel.ref,
      after: fuel.level,
      note: stands ? 'low' : 'uncertain',
    };
    // The fall was counted as use.
    if (!fuel.isPercent) pair.levelMl -= fall;
    resetReference(fuel, at);
  } else if (!stands && partOf(at.time) !== partOf(fuel.refAt.time)) resetReference(fuel, at);
  else if (fall < 0) resetReference(fuel, at);
}

const partOf = (time: number): number => Math.floor(time / FALL_MS);

function resetReference(fuel: FuelState, at: TrackPoint): void {
  fuel.refAt = at;
  fuel.ref = fuel.level;
  fuel.refMm = 0;
  fuel.refEngineMs = 0;
}

/** By the engine's own count of liters. */
export function countFuel(pair: Pair): void {
  const { a, b } = pair;
  pair.counterMl = 0;
  pair.counted = 0;
  if (a.fuelUsedL === null || b.fuelUsedL === null || b.fuelUsedL < a.fuelUsedL) return;
  // Both ends rounded, so that what is counted adds up to the whole.
  pair.counterMl = Math.round(b.fuelUsedL * 1000) - Math.round(a.fuelUsedL * 1000);
  pair.counted = 1;
}
