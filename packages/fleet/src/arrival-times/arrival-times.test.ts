import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { huberWeights } from './huber.ts';
import {
  estimateArrival,
  isNewEstimate,
  learnArrivals,
  LEAST_RIDES,
  readArrivalModel,
  shownSpan,
  speedsOf,
  type ArrivalEstimate,
  type Ride,
} from './index.ts';

/** One number after the other, the same in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const METERS_A_DEGREE = 111_195;
const [SLOW_MS, FAST_MS, STEP_S] = [5, 12, 15];

/** Rides to the east on a grid: slow in the first 3 km, faster behind; each at its own pace, at night twice as fast. */
function rides(count: number, seed = 1): readonly Ride[] {
  const random = chance(seed);
  return Array.from({ length: count }, (_, at) => {
    const hour = at % 2 === 0 ? 8 : 2;
    const pace = (0.9 + 0.2 * random()) * (hour === 2 ? 0.5 : 1);
    let x = random() * 3000;
    const end = x + 2000 + random() * 3000;
    const latitude = 41 + Math.floor(random() * 3) * 0.002;
    const points = [];
    for (let s = 0; x < end; s += STEP_S) {
      points.push({ s, latitude, longitude: x / METERS_A_DEGREE / Math.cos((latitude * Math.PI) / 180) });
      x += ((x < 3000 ? SLOW_MS : FAST_MS) / pace) * STEP_S;
    }
    return { hour, points };
  });
}
const askedAt = (ride: Ride, share: number) => {
  const { points, hour } = ride;
  const [last] = points.slice(-1);
  const soFar = points.slice(0, Math.floor(share * (points.length - 1)) + 1);
  assert.ok(last);
  return { question: { hour, soFar, destination: last }, left: last.s - (soFar.at(-1)?.s ?? 0) };
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('arrival times from history', () => {
  const model = learnArrivals(rides(400));
  assert.ok(model);
  const others = rides(100, 77);

  test('[ARRIVAL-1] ways that repeat are known to a tenth, before and on the way, by place and hour', () => {
    for (const share of [0, 0.5]) {
      const errors = others.map((ride): number => {
        const { question, left } = askedAt(ride, share);
        return Math.abs(estimateArrival(model, question).seconds / left - 1);
      });
      assert.ok(median(errors) < 0.1, `median at ${share}: ${median(errors)}`);
    }
  });

  test('[ARRIVAL-2] eight of ten arrive within the span', () => {
    const within = others.filter((ride) => {
      const { question, left } = askedAt(ride, 0.5);
      const { low, high } = estimateArrival(model, question);
      return left >= low && left <= high;
    }).length;
    assert.ok(within >= 65 && within <= 95, String(within));
  });

  test('[ARRIVAL-3] what is learnt is plain data: stored and read, it estimates the same', () => {
    const read: typeof model = JSON.parse(JSON.stringify(model));
    for (const ride of others.slice(0, 10)) {
      const { question } = askedAt(ride, 0.4);
      assert.deepEqual(estimateArrival(read, question), estimateArrival(model, question));
    }
    assert.deepEqual(learnArrivals(rides(400)), model);
  });

  test('[ARRIVAL-4] with too few rides there is no model, and arrival is by usual speeds', () => {
    assert.equal(learnArrivals(rides(LEAST_RIDES - 1)), null);
    const [ride] = others;
    assert.ok(ride);
    const { question } = askedAt(ride, 0.5);
    const usual = estimateArrival(null, question);
    assert.deepEqual([usual.source, estimateArrival(model, question).source], ['usual', 'learnt']);
    assert.ok(usual.low < usual.seconds && usual.seconds < usual.high);
    for (const known of [null, model])
      assert.equal(estimateArrival(known, askedAt(ride, 1).question).seconds, 0);
    assert.throws(() => estimateArrival(model, { ...question, soFar: [] }), RangeError);
  });

  test('[ARRIVAL-5] whatever is asked has an estimate: standing still, far away, an unknown hour', () => {
    const place = { latitude: 41, longitude: 0.01 };
    const standing = [0, 60, 600].map((s) => ({ ...place, s }));
    for (const destination of [place, { latitude: -33, longitude: 151 }, { latitude: 41, longitude: 0.02 }])
      for (const hour of [2, 100]) {
        const { seconds, low, high } = estimateArrival(model, { hour, soFar: standing, destination });
        assert.ok(Number.isFinite(seconds) && low <= high && low >= 0, JSON.stringify(destination));
      }
    const broken = [{ hour: 999, points: standing }, ...rides(300)];
    assert.ok(learnArrivals(broken));
  });

  test('[ARRIVAL-6] speeds for travel without a router are those of the fleet', () => {
    const { detour, bands } = speedsOf(model);
    assert.ok(Math.abs(detour - 1) < 0.01, String(detour));
    assert.ok(bands.length > 1 && bands.every(({ speedMs }) => speedMs > SLOW_MS && speedMs < 2.3 * FAST_MS));
  });
});

test('[ARRIVAL-7] a span is shown outward to five minutes, and a change only when it is one', () => {
  const noon = Date.UTC(2026, 10, 28, 12);
  const estimate = (seconds: number, low: number, high: number): ArrivalEstimate => ({
    seconds,
    low,
    high,
    source: 'learnt',
  });
  const minutes = ({ from, to }: ReturnType<typeof shownSpan>) => [
    (from - noon) / 60_000,
    (to - noon) / 60_000,
  ];
  assert.deepEqual(minutes(shownSpan(noon, estimate(600, 420, 780))), [5, 15]);
  assert.deepEqual(minutes(shownSpan(noon, estimate(600, 600, 600))), [10, 15]);
  assert.deepEqual(minutes(shownSpan(noon + 60_000, estimate(0, 0, 0))), [0, 5]);
  const at = (seconds: number) => estimate(seconds, 0, 0);
  assert.equal(isNewEstimate(at(3600), noon, at(3540), noon + 60_000), false, 'as it was');
  assert.equal(isNewEstimate(at(3600), noon, at(3770), noon), false, 'less than three minutes');
  assert.equal(isNewEstimate(at(3600), noon, at(3790), noon), true);
  assert.equal(isNewEstimate(at(300), noon, at(380), noon), true, 'more than a fifth');
});

test('[ARRIVAL-8] the mix is not led astray by rows that are far off', () => {
  const rows = Array.from({ length: 60 }, (_, at) => [1, at / 60]);
  const outputs = rows.map(([, x = 0], at) => 2 + 3 * x + (at % 10 === 0 ? 40 : 0));
  const [a = 0, b = 0] = huberWeights(rows, outputs);
  assert.ok(Math.abs(a - 2) < 0.1 && Math.abs(b - 3) < 0.1, `${a} ${b}`);
});

test('[ARRIVAL-9] a model is the same after it was stored, and one of another shape is none', () => {
  const model = learnArrivals(rides(LEAST_RIDES));
  assert.ok(model);
  const stored: unknown = JSON.parse(JSON.stringify(model));
  assert.deepEqual(readArrivalModel(stored), model);
  for (const broken of [null, 7, [], { ...model, knowledge: null }, { ...model, begun: { weights: ['x'] } }])
    assert.equal(readArrivalModel(broken), null);
});
