import { huberWeights, dot } from './huber.ts';
import { inputsOf } from './inputs.ts';
import { BAND_ENDS_M, bandOf, knowledgeOf, pointAt, quantile, type Knowledge } from './knowledge.ts';
import { drivenM, flatM, type Ride } from './ride.ts';

/** Weights of inputs, and how far estimates by them are off. */
export interface Mix {
  /** One of each input. */
  readonly weights: readonly number[];
  /** Factor with which the relative error is least. */
  readonly factor: number;
  /** Of each band of straight distance, between which factors of the estimate eight of ten rides arrive. */
  readonly spans: readonly (readonly [low: number, high: number])[];
}
/** Plain data, so that it can be stored. */
export interface ArrivalModel {
  readonly knowledge: Knowledge;
  /** Before a ride begins, and on the way. */
  readonly before: Mix;
  readonly begun: Mix;
  readonly rides: number;
}

/** With fewer rides there is no model. */
export const LEAST_RIDES = 200;
/** A ride is asked about at these shares of it. */
const ASKED_AT = [0, 0.2, 0.35, 0.5, 0.65, 0.8];
/** Parts of the rides: each is asked about with what the others teach. */
const PARTS = 4;
/** Mixed, so that vehicles or days that take turns are in all parts. */
const partOf = (at: number): number => Math.imul(at + 1, 0x9e_37_79_b1) >>> 30;
const [LOW, HIGH] = [0.1, 0.9];
const LEAST_OF_SPAN = 40;
const MAX_RIDES = 5000;

interface Asked {
  readonly inputs: readonly number[];
  readonly seconds: number;
  readonly straightM: number;
  readonly hasBegun: boolean;
}

/** Learns from finished rides, the oldest first. Takes seconds: for a thread. @returns null when there are too few. */
export function learnArrivals(all: readonly Ride[]): ArrivalModel | null {
  const rides = all.slice(-MAX_RIDES).filter(({ points }) => points.length > 2);
  if (rides.length < LEAST_RIDES) return null;
  const asked: Asked[] = [];
  for (let part = 0; part < PARTS; part++) {
    const knowledge = knowledgeOf(rides.filter((_, at) => partOf(at) !== part));
    for (const [at, ride] of rides.entries())
      if (partOf(at) === part) asked.push(...askedOf(knowledge, ride));
  }
  return {
    knowledge: knowledgeOf(rides),
    before: mixOf(asked.filter(({ hasBegun }) => !hasBegun)),
    begun: mixOf(asked.filter(({ hasBegun }) => hasBegun)),
    rides: rides.length,
  };
}

function mixOf(asked: readonly Asked[]): Mix {
  const weights = huberWeights(
    asked.map(({ inputs }) => inputs),
    asked.map(({ seconds }) => Math.log(seconds)),
  );
  const ratios = asked.map(({ inputs, seconds, straightM }) => ({
    straightM,
    ratio: seconds / Math.exp(dot(inputs, weights)),
  }));
  const factor = bestFactor(ratios.map(({ ratio }) => ratio));
  return { weights, factor, spans: spansOf(ratios.map((each) => ({ ...each, ratio: each.ratio / factor }))) };
}

function askedOf(knowledge: Knowledge, { hour, points }: Ride): readonly Asked[] {
  const driven = drivenM(points);
  const destination = points.at(-1);
  return ASKED_AT.flatMap((share) => {
    const at = pointAt(driven, share);
    const here = points[at];
    if (!here || !destination) return [];
    const [seconds, straightM] = [destination.s - here.s, flatM(here, destination)];
    if (seconds <= 0 || straightM <= 0) return [];
    const inputs = inputsOf(knowledge, { hour, soFar: points.slice(0, at + 1), destination });
    return [{ inputs, seconds, straightM, hasBegun: at > 0 }];
  });
}

/**
 * Factor with which the median and the worst tenth of the relative errors are least. A ride that was shorter than thought
 * is off by a larger share of itself than one that was longer.
 */
function bestFactor(ratios: readonly number[]): number {
  let [best, least] = [1, Infinity];
  for (let step = 80; step <= 105; step++) {
    const errors = ratios.map((ratio) => Math.abs(step / 100 / ratio - 1));
    const cost = quantile(errors, 0.5) * 3 + quantile(errors, HIGH);
    if (cost < least) [best, least] = [step / 100, cost];
  }
  return best;
}

function spansOf(ratios: readonly { readonly straightM: number; readonly ratio: number }[]) {
  const all = ratios.map(({ ratio }) => ratio);
  return Array.from({ length: BAND_ENDS_M.length + 1 }, (_, band) => {
    const own = ratios.filter(({ straightM }) => bandOf(straightM) === band).map(({ ratio }) => ratio);
    const used = own.length < LEAST_OF_SPAN ? all : own;
    return [quantile(used, LOW), quantile(used, HIGH)] as const;
  });
}
