import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { knots, knotsFromKmPerHour } from '@rastro/fleet';
import type { AttributeValue } from '@rastro/fleet';
import { position } from '../contract/made-rows.ts';
import type { StoredPosition } from '../records.ts';
import { decodeAttributes, decodeRun, decodeTexts } from './decode-run.ts';
import { encodeRun } from './encode-run.ts';
import { decodeColumns, HEAD_COLUMNS } from './head-columns.ts';

const double = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer().map((whole) => whole / 10),
  fc.integer({ min: 0, max: 300 }).map(knotsFromKmPerHour),
  fc.integer({ min: -324_000_000, max: 324_000_000 }).map((whole) => whole / 1_800_000),
  fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((whole) => whole / 1e7),
  fc.constantFrom(-0, 0, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 50 + 1, 0.1 + 0.2),
);
const instant = fc.oneof(
  fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
  fc.integer({ min: 0, max: 10_000 }).map((seconds) => Date.UTC(2026, 0, 1) + seconds * 1000),
);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\ud800', 'ç', '"', 'null', '🚚'));
const name = fc.oneof(
  text,
  fc.constantFrom('1', '10', '__proto__', 'constructor', 'distance', 'totalDistance', 'fuel', 'motion'),
);
/** Without -0, which JSON has no text for. */
const nested = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));
const value: fc.Arbitrary<AttributeValue> = fc.oneof(double, fc.boolean(), text, fc.constant(null), nested);
const attributes = fc
  .array(fc.tuple(name, value), { maxLength: 8 })
  .map((entries) => Object.fromEntries(entries));

const records: fc.Arbitrary<StoredPosition> = fc.record(
  {
    id: fc.maxSafeNat(),
    deviceId: fc.constant(7),
    protocol: text,
    serverTime: instant,
    deviceTime: instant,
    fixTime: instant,
    valid: fc.boolean(),
    latitude: double,
    longitude: double,
    altitude: double,
    speed: double.map(knots),
    course: double,
    accuracy: double,
    address: fc.option(text),
    network: fc.option(fc.constantFrom({}, { radioType: 'gsm', cellTowers: [] }, { carrier: 'ç' })),
    geofenceIds: fc.option(fc.array(fc.integer({ min: 1 }), { maxLength: 3 })),
    attributes,
    contentKey: fc.maxSafeNat(),
  },
  { noNullPrototype: true },
);
/** Too few for zstd, and enough of them. */
const runs = fc.oneof(
  fc.array(records, { minLength: 1, maxLength: 20 }),
  fc.array(records, { minLength: 32, maxLength: 50 }),
);
const RUNS = { numRuns: 300 };

test('[PACK-1] any positions of a device come back as they were, bit by bit', () => {
  fc.assert(
    fc.property(runs, (run) => assert.deepStrictEqual(decodeRun(encodeRun(run)), run)),
    RUNS,
  );
});

test('[PACK-1] positions of a drive come back as they were, in any order', () => {
  for (const run of [drive(1), drive(2), drive(500), drive(500).toReversed(), shuffled(drive(200))])
    assert.deepStrictEqual(decodeRun(encodeRun(run)), run);
});

test('[PACK-1] what cannot come back is not packed', () => {
  const broken = [
    [],
    [position(), position({ deviceId: 2 })],
    [position({ latitude: Number.NaN })],
    [position({ altitude: Number.POSITIVE_INFINITY })],
    [position({ contentKey: -1 })],
  ];
  for (const run of broken) assert.throws(() => encodeRun(run), RangeError);
  const [read] = decodeRun(encodeRun([position({ attributes: { power: Number.NaN } })]));
  assert.deepEqual(read?.attributes, { power: null }, 'as JSON has it');
});

test('[PACK-2] JSON comes back as the text that the store had', () => {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  fc.assert(
    fc.property(runs, (run) => {
      const expected = run.map((record) => ({
        ...record,
        network: json(record.network),
        geofenceIds: json(record.geofenceIds),
        attributes: JSON.stringify(record.attributes),
      }));
      assert.deepStrictEqual(decodeTexts(encodeRun(run)), expected);
    }),
    RUNS,
  );
});

test('[PACK-3] columns of the head are read alone', () => {
  fc.assert(
    fc.property(runs, fc.subarray([...HEAD_COLUMNS]), (run, names) => {
      const { count, deviceId, columns } = decodeColumns(encodeRun(run).head, names);
      assert.deepEqual([count, deviceId], [run.length, 7]);
      for (const column of names)
        assert.deepStrictEqual(
          [...columns[column]],
          run.map((record) => Number(record[column])),
        );
    }),
    RUNS,
  );
});

test('[PACK-3] attributes are read alone', () => {
  fc.assert(
    fc.property(runs, fc.array(name, { maxLength: 4 }), (run, names) => {
      const expected = run.map((record) =>
        Object.fromEntries(Object.entries(record.attributes).filter(([key]) => names.includes(key))),
      );
      assert.deepStrictEqual(decodeAttributes(encodeRun(run).body, names), expected);
    }),
    RUNS,
  );
  const steps = drive(100);
  assert.deepStrictEqual(
    decodeAttributes(encodeRun(steps).body, ['totalDistance']),
    steps.map((record) => ({ totalDistance: record.attributes['totalDistance'] })),
  );
});

test('[PACK-5] a day of a record a minute takes at most 25 bytes a record, one of 95 records at most 30', () => {
  const sizeOf = (count: number): number => {
    const { head, body } = encodeRun(drive(count));
    return (head.length + body.length) / count;
  };
  assert.ok(sizeOf(1440) <= 25, `${sizeOf(1440)} bytes`);
  assert.ok(sizeOf(95) <= 30, `${sizeOf(95)} bytes`);
});

/** A vehicle in traffic, with an odometer whose steps have all their digits. */
function drive(count: number): StoredPosition[] {
  const made: StoredPosition[] = [];
  let seed = 1;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let [latitude, longitude, totalDistance] = [-235_500_000, -466_300_000, 12_345.678];
  for (let i = 0; i < count; i++) {
    const isDriving = i % 90 < 60;
    const kmh = isDriving ? Math.round(random() * 80) : 0;
    latitude += Math.round(kmh * 150 * (random() - 0.3));
    longitude += Math.round(kmh * 150 * (random() - 0.5));
    const distance = isDriving ? kmh * (16 + random()) : 0;
    totalDistance += distance;
    const fixTime = Date.UTC(2026, 0, 1) + i * 60_000;
    made.push({
      ...position({ id: 1000 + i, deviceId: 7, network: null }),
      deviceTime: fixTime,
      fixTime,
      serverTime: fixTime + 300 + Math.round(random() * 900),
      latitude: latitude / 1e7,
      longitude: longitude / 1e7,
      altitude: 760,
      speed: knotsFromKmPerHour(kmh),
      course: isDriving ? Math.round(random() * 360) % 360 : 90,
      attributes: {
        ignition: isDriving,
        sat: 9 + Math.round(random() * 6),
        power: Math.round((isDriving ? 139 : 126) + random() * 3) / 10,
        distance,
        totalDistance,
        motion: kmh > 0,
        hours: 3_600_000 + i * 40_000,
      },
      contentKey: Math.floor(random() * 2 ** 53),
    });
  }
  return made;
}

/** Every seventh, round and round. */
const shuffled = (run: readonly StoredPosition[]): StoredPosition[] =>
  run.map((_, i) => run[(i * 7) % run.length] ?? position());
