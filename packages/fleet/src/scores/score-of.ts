import { DEFAULT_SCORE_SETTINGS, type ScoreKind, type ScoreSettings } from './score-settings.ts';
import { rated, UNIT_OF_KIND, type Rated, type ScoredSums, type ScoreUnit } from './rated-kinds.ts';

/** Reason why there is no score: too short a distance, too short a time, or no kind of driving that can be known. */
export const SCORE_GAPS = ['distance', 'time', 'kinds'] as const;
export type ScoreGap = (typeof SCORE_GAPS)[number];

/** State of a kind in a score: it counts, the records cannot show it, or its weight is 0. */
export const PART_STATES = ['counted', 'unknown', 'off'] as const;
export type PartState = (typeof PART_STATES)[number];

/** Part of a score: points that a kind of driving cost. */
export interface ScorePart {
  readonly kind: ScoreKind;
  readonly state: PartState;
  /** Events; null = a share of time or distance. */
  readonly count: number | null;
  readonly rate: number;
  readonly unit: ScoreUnit;
  /** Most points that it may cost; 0 = it does not count. */
  readonly weight: number;
  /** Points that it did cost. */
  readonly lost: number;
}

/** Points are from 0 to 100 with one decimal. */
export interface Score {
  /** Null = not enough data; `gap` says of what. */
  readonly points: number | null;
  readonly gap: ScoreGap | null;
  /** Range of 95 per cent, by the number of events alone. */
  readonly low: number | null;
  readonly high: number | null;
  /** Driven far enough to be compared with others. */
  readonly isRanked: boolean;
  readonly parts: readonly ScorePart[];
}

const FULL = 100;
const HOUR_MS = 3_600_000;
const KM_M = 1000;

/**
 * Score from 0 to 100, and what it is made of. A kind loses `weight × rate ÷ (rate + half)` of its points: the first
 * event costs most, each further one something. Kinds that the records cannot show leave their weight to the others.
 * Alarms for seat belt and phone take their share from what the others left: whether a tracker without alarms could send
 * one is unknown, and so its first one costs, too. Tenths are dealt out by the largest remainder: parts add up to the score.
 * @source docs/driving-style.md
 */
export function scoreOf(sums: ScoredSums, settings: ScoreSettings = DEFAULT_SCORE_SETTINGS): Score {
  const rates = rated(sums, settings);
  const gap = gapOf(sums, settings, rates);
  const losses = lossesOf(rates, settings);
  const whole = Math.round(10 * added(losses, ({ lost }) => lost));
  const tenths = dealt(
    losses.map(({ lost }) => 10 * lost),
    whole,
  );
  const weights = dealt(
    losses.map(({ weight }) => 10 * weight),
    Math.round(10 * added(losses, ({ weight }) => weight)),
  );
  const parts = losses.map(({ kind, state, count, rate }, at): ScorePart => ({
    kind,
    state,
    count,
    rate,
    unit: UNIT_OF_KIND[kind],
    weight: (weights[at] ?? 0) / 10,
    lost: gap === null ? (tenths[at] ?? 0) / 10 : 0,
  }));
  if (gap !== null) return { points: null, gap, low: null, high: null, isRanked: false, parts };
  const points = (10 * FULL - whole) / 10;
  const away = (bound: 0 | 1): number =>
    Math.sqrt(added(losses, (loss) => (loss.bounds[bound] - loss.lost) ** 2));
  return {
    points,
    gap,
    low: oneDecimal(Math.max(0, points - away(1))),
    high: oneDecimal(Math.min(FULL, points + away(0))),
    isRanked: sums.distance >= settings.rankedKm * KM_M,
    parts,
  };
}

/** Points lost before they are rounded: one more event always makes them more. */
export const exactLoss = (sums: ScoredSums, settings: ScoreSettings): number =>
  added(lossesOf(rated(sums, settings), settings), ({ lost }) => lost);

function gapOf(sums: ScoredSums, settings: ScoreSettings, rates: readonly Rated[]): ScoreGap | null {
  if (sums.distance < settings.leastKm * KM_M) return 'distance';
  if (sums.moving < settings.leastHours * HOUR_MS) return 'time';
  return rates.some((each) => !isAlarm(each) && stateOf(each, settings) === 'counted') ? null : 'kinds';
}

const isAlarm = ({ kind }: Rated): boolean => kind === 'belt' || kind === 'phone';
const stateOf = ({ kind, isKnown }: Rated, { kinds }: ScoreSettings): PartState =>
  kinds[kind].weight === 0 ? 'off' : isKnown ? 'counted' : 'unknown';

interface Loss extends Rated {
  readonly state: PartState;
  readonly weight: number;
  readonly lost: number;
  /** Of the range of the rate. */
  readonly bounds: readonly [number, number];
}

function lossesOf(rates: readonly Rated[], settings: ScoreSettings): readonly Loss[] {
  const { kinds } = settings;
  const isCounted = (each: Rated): boolean => stateOf(each, settings) === 'counted';
  const sharing = added(
    rates.filter((each) => isCounted(each) && !isAlarm(each)),
    ({ kind }) => kinds[kind].weight,
  );
  const total = added(rates, ({ kind }) => kinds[kind].weight);
  const loss = (each: Rated, weight: number): Loss => {
    const { half } = kinds[each.kind];
    const at = (rate: number): number => (weight * rate) / (rate + half);
    const [low, high] = each.range;
    const state = stateOf(each, settings);
    return { ...each, state, weight, lost: at(each.rate), bounds: [at(low), at(high)] };
  };
  let left = FULL;
  // Those that share come first in the list of kinds, alarms last: they take from what is left.
  return rates.map((each) => {
    const part = isAlarm(each)
      ? (left * kinds[each.kind].weight) / total
      : (FULL * kinds[each.kind].weight) / sharing;
    const lost = loss(each, isCounted(each) ? part : 0);
    left -= lost.lost;
    return lost;
  });
}

const added = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);
const oneDecimal = (value: number): number => Math.round(10 * value) / 10;

/** Whole numbers that add up to a whole: each rounded down, and what is missing to the largest remainders. */
function dealt(values: readonly number[], whole: number): readonly number[] {
  const floors = values.map(Math.floor);
  const missing = whole - added(floors, (value) => value);
  const order = values
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at);
  const more = new Set(order.slice(0, missing).map(({ at }) => at));
  return floors.map((value, at) => value + (more.has(at) ? 1 : 0));
}
