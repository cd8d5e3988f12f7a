import { travelByHistory, USUAL_SPEEDS, type HistorySpeeds } from '../routing/history-speeds.ts';
import { dot } from './huber.ts';
import { inputsOf } from './inputs.ts';
import { bandOf } from './knowledge.ts';
import type { ArrivalModel } from './learn.ts';
import { flatM, type ArrivalQuestion } from './ride.ts';

export interface ArrivalEstimate {
  /** Seconds that are left. */
  readonly seconds: number;
  /** Between these eight of ten arrive. */
  readonly low: number;
  readonly high: number;
  readonly source: 'learnt' | 'usual';
}

/** Without a history: between these factors most arrive. */
const [USUAL_LOW, USUAL_HIGH] = [0.6, 1.7];
const ARRIVED_M = 30;

/** Seconds to the destination. @param model Null = too few rides were learnt from. */
export function estimateArrival(model: ArrivalModel | null, question: ArrivalQuestion): ArrivalEstimate {
  const here = question.soFar.at(-1);
  if (!here) throw new RangeError('Cannot estimate: there is no present place');
  const straight = flatM(here, question.destination);
  const source = model === null ? 'usual' : 'learnt';
  if (straight < ARRIVED_M) return { seconds: 0, low: 0, high: 0, source };
  if (model === null) {
    const { seconds } = travelByHistory(USUAL_SPEEDS, here, question.destination);
    return { seconds, low: seconds * USUAL_LOW, high: seconds * USUAL_HIGH, source };
  }
  const mix = question.soFar.length > 1 ? model.begun : model.before;
  const seconds = Math.exp(dot(inputsOf(model.knowledge, question), mix.weights)) * mix.factor;
  const [low, high] = mix.spans[bandOf(straight)] ?? [USUAL_LOW, USUAL_HIGH];
  return { seconds, low: seconds * low, high: seconds * high, source };
}

const STEP_MS = 300_000;
/** Span of clock times that is shown: outward to five minutes, never a minute. @param now Milliseconds since 1970. */
export function shownSpan(
  now: number,
  { low, high }: ArrivalEstimate,
): { readonly from: number; readonly to: number } {
  const from = Math.floor((now + low * 1000) / STEP_MS) * STEP_MS;
  const to = Math.ceil((now + high * 1000) / STEP_MS) * STEP_MS;
  return { from, to: Math.max(to, from + STEP_MS) };
}

/** Change of more than 3 minutes or a fifth of what is left: less is not worth a message. */
export function isNewEstimate(
  before: ArrivalEstimate,
  beforeAt: number,
  now: ArrivalEstimate,
  nowAt: number,
): boolean {
  const moved = Math.abs(nowAt / 1000 + now.seconds - (beforeAt / 1000 + before.seconds));
  return moved > 180 || moved > 0.2 * Math.max(now.seconds, 60);
}

/** Speeds by straight distance of a fleet, for travel without a router. */
export function speedsOf({ knowledge: { bands, detour } }: ArrivalModel): HistorySpeeds {
  return {
    detour,
    bands: bands.map(([straight, speed]) => ({
      straightM: Math.exp(straight),
      speedMs: Math.exp(speed) * detour,
    })),
  };
}
