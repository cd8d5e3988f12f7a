// Recall and precision of harsh driving that is worked out from recorded speeds and courses (docs/driving-style.md):
// pulses are planted into steady stretches of a real recording, with its noise, and go through the reducer. Needs
// REFERENCE_DIR.
import { DEFAULT_TRIP_SETTINGS, TripReducer, type TripRecord } from '@rastro/fleet/trips';
import { record } from '../packages/fleet/test/trips.ts';
import { rowsOfRecording, withoutReference } from '../tools/reference.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const RECORDING = 'omaha_drives_2019_1hz';
const KINDS = ['braking', 'acceleration', 'cornering'] as const;
type Kind = (typeof KINDS)[number];
const THRESHOLD: Readonly<Record<Kind, number>> = {
  braking: DEFAULT_TRIP_SETTINGS.harshBrakingMs2,
  acceleration: DEFAULT_TRIP_SETTINGS.harshAccelerationMs2,
  cornering: DEFAULT_TRIP_SETTINGS.harshCorneringMs2,
};

/** An event: full for 0.8 to 4 s, at 1.1 to 1.8 times the threshold, between two ramps. */
const HARSH = { leastS: 0.8, mostS: 4, least: 1.1, most: 1.8 };
/** None: as long, at 0.4 to 0.85 times. */
const GENTLE = { leastS: 0.8, mostS: 4, least: 0.4, most: 0.85 };
const GENTLE_FOR_EACH = 5;
const RAMP_S = 0.4;
/** A stretch of the recording without events of its own, and the place of the pulse in it. */
const STRETCH_S = 60;
const PULSE_AT_S = 30;
/** A moment found so near to the pulse is the pulse. */
const WITHIN_S = 4;
/** Two starts of stretches are so far apart. */
const APART_S = 30;
/** Pulses of a kind, at least: where there are fewer stretches, each has several. */
const LEAST_PULSES = 150;
/** A steady vehicle changes its speed and course from record to record by less. */
const STEADY_MS2 = 0.4;
const STEADY_DEGREES = 3;
const SECOND_MS = 1000;

/** One number after the other, the same in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = chance(20_190_523);
const between = (least: number, most: number): number => least + (most - least) * random();

/** Trapezium: seconds since its start → share of the full strength. */
const shape = (s: number, fullS: number): number =>
  Math.max(0, Math.min(1, s / RAMP_S, (2 * RAMP_S + fullS - s) / RAMP_S));
const STEP_S = 0.01;
/** Change by a pulse of strength 1 up to a moment: its integral. */
function changed(s: number, fullS: number): number {
  let sum = 0;
  for (let at = 0; at < Math.min(s, 2 * RAMP_S + fullS); at += STEP_S) sum += shape(at, fullS) * STEP_S;
  return sum;
}

interface Fix {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly kmh: number;
  readonly course: number;
}
const recorded = (): readonly Fix[] =>
  rowsOfRecording(RECORDING).map(([, at = '', latitude, longitude, speed, course]) => ({
    time: Date.parse(at),
    latitude: Number(latitude),
    longitude: Number(longitude),
    kmh: Number(speed),
    course: Number(course),
  }));

/** Records of a stretch as a tracker sends them, each `every` seconds. */
const asRecords = (fixes: readonly Fix[], every: number): readonly TripRecord[] =>
  fixes
    .filter((_, at) => at % every === 0)
    .map(({ time, latitude, longitude, kmh, course }, at) =>
      record({
        id: at + 1,
        key: at * 256 + 1,
        time,
        latitude,
        longitude,
        speedKmh: Math.max(0, kmh),
        course,
      }),
    );

interface Found {
  readonly kind: string;
  readonly time: number;
  readonly source: string | null;
}
interface Seen {
  readonly events: readonly Found[];
  /** As the sums of the stretch have them. */
  readonly counted: Readonly<Record<Kind, number>>;
}
/** All that the product finds, by the way that records take there. */
function reduced(records: readonly TripRecord[]): Seen {
  const reducer = TripReducer.start(DEFAULT_TRIP_SETTINGS);
  for (const one of records) reducer.add(one);
  const pieces = [...reducer.take(), ...reducer.open()];
  const count = (of: (sums: (typeof pieces)[number]['sums']) => number): number =>
    pieces.reduce((sum, { sums }) => sum + of(sums), 0);
  return {
    events: pieces.flatMap(({ episodes }) =>
      episodes.map(({ kind, start, note }) => ({ kind, time: start.time, source: note })),
    ),
    counted: {
      braking: count((sums) => sums.brakings + sums.severeBrakings),
      acceleration: count((sums) => sums.accelerations + sums.severeAccelerations),
      cornering: count((sums) => sums.cornerings + sums.severeCornerings),
    },
  };
}

/** Stretches in which a pulse can be planted: a record each second, and steady enough to have no event of their own. */
function stretchesFor(kind: Kind, fixes: readonly Fix[]): readonly (readonly Fix[])[] {
  const [slowest, fastest] = kind === 'cornering' ? [21, 50] : kind === 'braking' ? [55, 120] : [10, 70];
  const found: (readonly Fix[])[] = [];
  for (let at = 0; at + STRETCH_S <= fixes.length; at++) {
    const stretch = fixes.slice(at, at + STRETCH_S);
    const first = stretch[0];
    const isWhole = stretch.every((fix, i) => first && fix.time === first.time + i * SECOND_MS);
    const near = stretch.slice(PULSE_AT_S - 5, PULSE_AT_S + 10);
    if (!isWhole || near.some(({ kmh }) => kmh < slowest || kmh > fastest)) continue;
    const isSteady = near.every((fix, i) => {
      const next = near[i + 1] ?? fix;
      const turned = Math.abs(((next.course - fix.course + 540) % 360) - 180);
      return Math.abs(next.kmh - fix.kmh) / 3.6 < STEADY_MS2 && turned < STEADY_DEGREES;
    });
    if (!isSteady || KINDS.some((each) => reduced(asRecords(stretch, 1)).counted[each] > 0)) continue;
    found.push(stretch);
    at += APART_S - 1;
  }
  return found;
}

type Pulse = typeof HARSH;
/** Plants a pulse at a random phase between two records, and holds what it changed until the end. */
function planted(kind: Kind, stretch: readonly Fix[], pulse: Pulse): readonly Fix[] {
  const ms2 = THRESHOLD[kind] * between(pulse.least, pulse.most);
  const start = PULSE_AT_S + random();
  const before = stretch[PULSE_AT_S];
  const metresPerSecond = (before?.kmh ?? 0) / 3.6;
  // A vehicle has only so much speed to lose, and a corner only so many degrees.
  const longestS =
    kind === 'cornering'
      ? (95 * Math.PI * metresPerSecond) / 180 / ms2
      : kind === 'braking'
        ? (metresPerSecond - 3) / ms2
        : 20;
  const fullS = Math.max(pulse.leastS, Math.min(between(pulse.leastS, pulse.mostS), longestS - RAMP_S));
  const side = random() < 0.5 ? -1 : 1;
  return stretch.map((fix, s) => {
    const change = ms2 * changed(s - start, fullS);
    if (kind === 'braking') return { ...fix, kmh: Math.max(0, fix.kmh - 3.6 * change) };
    if (kind === 'acceleration') return { ...fix, kmh: fix.kmh + 3.6 * change };
    const degrees = (change / metresPerSecond) * (180 / Math.PI);
    return { ...fix, course: (fix.course + side * degrees + 720) % 360 };
  });
}

/** Does the product find a pulse: in its list, and in its figures. */
function outcome(kind: Kind, fixes: readonly Fix[], every: number) {
  const { events, counted } = reduced(asRecords(fixes, every));
  const at = (fixes[0]?.time ?? 0) + PULSE_AT_S * SECOND_MS;
  const own = events.filter(
    (event) => event.kind === kind && Math.abs(event.time - at) <= (WITHIN_S + HARSH.mostS) * SECOND_MS,
  );
  return {
    isCounted: counted[kind] > 0,
    isListed: own.length > 0,
    isPartly: own.some(({ source }) => source === 'partly'),
  };
}

if (withoutReference === false) {
  const fixes = recorded();
  for (const kind of KINDS) {
    const stretches = stretchesFor(kind, fixes);
    const times = Math.ceil(LEAST_PULSES / Math.max(1, stretches.length));
    const harsh = Array.from({ length: times }, () => stretches)
      .flat()
      .map((stretch) => planted(kind, stretch, HARSH));
    const gentle = stretches.flatMap((stretch) =>
      Array.from({ length: GENTLE_FOR_EACH * times }, () => planted(kind, stretch, GENTLE)),
    );
    for (const every of [1, 2, 3]) {
      const of = harsh.map((each) => outcome(kind, each, every));
      const ofGentle = gentle.map((each) => outcome(kind, each, every));
      const number = (all: typeof of, is: keyof (typeof of)[number]): number =>
        all.filter((each) => each[is]).length;
      const [hits, alarms] = [number(of, 'isCounted'), number(ofGentle, 'isCounted')];
      printFigure(`drivingStyle.${kind}`, {
        n: every,
        stretches: stretches.length,
        planted: harsh.length,
        gentle: gentle.length,
        recall: rounded((100 * hits) / harsh.length),
        precision: hits + alarms === 0 ? null : rounded((100 * hits) / (hits + alarms)),
        counted: hits + alarms,
        listedPartly: rounded((100 * number(of, 'isPartly')) / harsh.length),
        listed: number(of, 'isListed'),
      });
    }
  }
}
