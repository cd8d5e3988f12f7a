// Accuracy of trip detection on recordings that the settings were not chosen by (docs/trips.md): settings are searched
// on one half of each set, or on two sets, from a neutral start, and tested on the rest.
import { DEFAULT_TRIP_SETTINGS, type TripSettings } from '@rastro/fleet/trips';
import { REFERENCE_SETS as SETS, scoresOf, type Score } from '../packages/fleet/test/recorded.ts';
import { withoutReference } from '../tools/reference.ts';
import { printFigure, rounded } from './support/print-figure.ts';

/**
 * Values to try, lowest first. The gap length is not among them: ten minutes are the product's promise, and recordings
 * that contain only rides would favor one.
 */
const GRID = {
  startSpeedKmh: [4, 6, 8, 10, 12, 15],
  stopSpeedKmh: [1, 2, 3, 4, 5],
  minStopS: [120, 180, 240, 300, 420, 600],
  standRadiusM: [30, 45, 60, 80, 100, 150],
  minTripM: [20, 50, 100, 150, 200],
  minTripCoordsOnlyM: [50, 100, 150, 200],
  holeFactor: [3, 4, 6, 8, 12],
  holeMinS: [60, 75, 90, 120, 180],
  holeSpeedKmh: [5, 10, 20, 30, 40],
  wakeS: [0, 300, 600, 900],
} as const satisfies Partial<Record<keyof TripSettings, readonly number[]>>;
type Name = keyof typeof GRID;
const NAMES = Object.keys(GRID) as readonly Name[];
type Chosen = Readonly<Record<Name, number>>;

type Set = (typeof SETS)[number];
/** A part of a set that a trial uses. */
type Part = readonly [set: Set, half: 'all' | 'oneHalf' | 'otherHalf'];
interface Trial {
  readonly name: string;
  readonly seen: readonly Part[];
  readonly heldOut: readonly Part[];
}
const halves = (half: Part[1]): readonly Part[] => SETS.map((set) => [set, half]);
const BY_HALVES: readonly Trial[] = [
  { name: 'oneHalf', seen: halves('oneHalf'), heldOut: halves('otherHalf') },
  { name: 'otherHalf', seen: halves('otherHalf'), heldOut: halves('oneHalf') },
];
const BY_SETS: readonly Trial[] = SETS.map((set) => ({
  name: `without ${set}`,
  seen: halves('all').filter(([other]) => other !== set),
  heldOut: [[set, 'all']],
}));

/** No score is bought with trips that are not there. */
const MAX_FOUND = 1.1;

const tried = new Map<string, Readonly<Record<Set, ReturnType<typeof scoresOf>>>>();
function scoreWith(chosen: Chosen, [set, half]: Part): Score {
  const key = NAMES.map((name) => chosen[name]).join();
  const scores =
    tried.get(key) ??
    (Object.fromEntries(SETS.map((each) => [each, scoresOf(each, chosen)])) as Record<
      Set,
      ReturnType<typeof scoresOf>
    >);
  tried.set(key, scores);
  return scores[set][half];
}

/** Weighs starts and ends of all sets equally, however few their trips are. */
function worth(chosen: Chosen, seen: readonly Part[]): number {
  const ofPart = ({ starts, ends, found, trips }: Score): number =>
    starts + ends - 200 * Math.max(0, found / trips - MAX_FOUND);
  return seen.reduce((sum, part) => sum + ofPart(scoreWith(chosen, part)), 0);
}

const placed = (at: (values: readonly number[]) => number | undefined): Chosen =>
  Object.fromEntries(NAMES.map((name) => [name, at(GRID[name]) ?? 0])) as Chosen;
/** Never the present settings: those have seen everything. */
const BEGINNINGS = [
  placed((values) => values[values.length >> 1]),
  placed((values) => values[0]),
  placed((values) => values.at(-1)),
];

/** One setting after the other, until none betters it. */
function searched(begin: Chosen, seen: readonly Part[]): Chosen {
  let best = begin;
  for (let before = Number.NEGATIVE_INFINITY; worth(best, seen) > before;) {
    before = worth(best, seen);
    for (const name of NAMES)
      for (const value of GRID[name]) {
        const next = { ...best, [name]: value };
        if (next.stopSpeedKmh < next.startSpeedKmh && worth(next, seen) > worth(best, seen)) best = next;
      }
  }
  return best;
}

const AS_IT_IS = Object.fromEntries(NAMES.map((name) => [name, DEFAULT_TRIP_SETTINGS[name]])) as Chosen;

/** @returns the scores of the held-out part. */
function printTrial({ name, seen, heldOut }: Trial): readonly Score[] {
  const [first = AS_IT_IS, ...others] = BEGINNINGS.map((begin) => searched(begin, seen));
  const best = others.reduce((a, b) => (worth(b, seen) > worth(a, seen) ? b : a), first);
  printFigure('trips.chosen', {
    by: name,
    ...best,
    worth: rounded(worth(best, seen)),
    worthAsItIs: rounded(worth(AS_IT_IS, seen)),
  });
  const told = (part: Part, is: string): Score => {
    const score = scoreWith(best, part);
    printFigure(`trips.${is}`, { by: name, set: part[0], ...score });
    return score;
  };
  for (const part of seen) told(part, 'seen');
  return heldOut.map((part) => told(part, 'heldOut'));
}

/** Each trip once, by settings that were chosen without it. */
function together(scores: readonly Score[]): Omit<Score, 'found'> {
  const trips = scores.reduce((sum, score) => sum + score.trips, 0);
  const share = (field: 'starts' | 'ends' | 'both'): number => {
    const met = scores.reduce((sum, score) => sum + Math.round((score[field] * score.trips) / 100), 0);
    return rounded((100 * met) / trips);
  };
  return { trips, starts: share('starts'), ends: share('ends'), both: share('both') };
}

function printTrials(): void {
  const [one = [], other = []] = BY_HALVES.map(printTrial);
  for (const [i, set] of SETS.entries())
    printFigure('trips.heldOut', {
      by: 'both halves',
      set,
      ...together([...one.slice(i, i + 1), ...other.slice(i, i + 1)]),
    });
  for (const trial of BY_SETS) printTrial(trial);
  for (const part of halves('all'))
    printFigure('trips.asItIs', { set: part[0], ...scoreWith(AS_IT_IS, part) });
  printFigure('trips.tried', { settings: tried.size });
}

if (withoutReference === false) printTrials();
else console.error(`Not measured: ${withoutReference}`);
