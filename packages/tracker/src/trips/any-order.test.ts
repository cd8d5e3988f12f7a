import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { knots } from '@rastro/fleet';
import { addSums, DEFAULT_TRIP_SETTINGS } from '@rastro/fleet/trips';
import {
  openTripReader,
  openStorage,
  type TripReader,
  type Storage,
  type StoredPosition,
} from '@rastro/storage';
import { allRows } from './all-rows.ts';
import { reduceDevice, upToDate, type TripDevice } from './reduce-device.ts';
import { deviceTripsFor, openDeviceTrips, type DeviceTrips } from './device-trips.ts';
import { verifyDevice } from './verify-device.ts';

const START = Date.UTC(2026, 4, 1, 20);
let folder = '';
let storage: Storage;
let reader: TripReader;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rastro-books-'));
  storage = await openStorage({ folder });
  reader = await openTripReader(storage.location);
});
after(async () => {
  await reader.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

let devices = 0;
let ids = 0;
const newDevice = (): TripDevice => ({
  id: ++devices,
  settings: DEFAULT_TRIP_SETTINGS,
  limits: { deviceKmh: 80, fencesKmh: {}, prefersLowest: false },
  dwellMs: {},
  gauge: null,
});
const DRIVERS = ['ana', 'rui \0'];
type TestPosition = Omit<StoredPosition, 'id' | 'deviceId'>;

/** A night and two days: drives with ignition, jams, a hole, a long gap, a spike, records of one second. */
function testPositions(): readonly TestPosition[] {
  const all: TestPosition[] = [];
  let latitude = -23.5;
  let at = START;
  let serial = 0;
  let drive = 0;
  const addPosition = (
    seconds: number,
    kmh: number,
    ignition: boolean,
    more: Partial<TestPosition> = {},
  ): void => {
    at += seconds * 1000;
    latitude += ((kmh / 3.6) * seconds) / 111_195;
    all.push({
      protocol: 'test',
      serverTime: at,
      deviceTime: at,
      fixTime: at,
      valid: true,
      latitude,
      longitude: -46.6,
      altitude: 0,
      speed: knots(kmh / 1.852),
      course: 0,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: kmh > 40 ? [7] : null,
      attributes: { ignition, ...(ignition && drive % 3 < 2 ? { driverUniqueId: DRIVERS[drive % 2] } : {}) },
      // Spread as a hash is, so that long stretches are cut.
      contentKey: Math.imul(++serial, 2_654_435_761) >>> 0,
      ...more,
    });
  };
  for (; drive < 6; drive++) {
    for (let i = 0; i < 30; i++) addPosition(60, i % 7 === 3 ? 0 : 30 + 4 * drive, true);
    addPosition(60, 95, true);
    addPosition(60, 95, true);
    if (drive === 2) addPosition(5, 30, true, { latitude: latitude + 1 });
    if (drive === 3) addPosition(30, 30, true, { latitude: 0, longitude: 0 });
    if (drive === 4) all.push({ ...(all.at(-1) as TestPosition), contentKey: 5 });
    for (let i = 0; i < 20; i++) addPosition(60, 0, i < 3);
    for (let i = 0; i < (drive === 1 ? 400 : 30); i++) addPosition(drive === 5 ? 900 : 120, 0, false);
  }
  return all;
}

const RECORDS = testPositions();

/** Stores records in messages of some sizes as the pipeline would, and updates derived history now and then. */
async function storeAndReduce(
  device: TripDevice,
  order: readonly TestPosition[],
  sizes: readonly number[],
  beforeReduction: () => Promise<void> = async () => {},
): Promise<void> {
  let newest = (await headOf(device))?.last.time ?? Number.NEGATIVE_INFINITY;
  for (let at = 0, i = 0; at < order.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    const positions = order.slice(at, at + size).map((each) => ({ ...each, id: ++ids, deviceId: device.id }));
    const late: number[] = [];
    for (const { id, fixTime } of positions) {
      if (fixTime <= newest) late.push(id);
      newest = Math.max(newest, fixTime);
    }
    await storage.commit({ positions, events: [], states: [], late });
    if (i % 3 === 0) {
      await beforeReduction();
      await reduce(device);
    }
    at += size;
  }
  await reduce(device);
}

/** Drops what is older than a record, as the product does. @returns how many positions went. */
async function dropBefore(device: TripDevice, at: number): Promise<number> {
  const olderThan = RECORDS[at]?.fixTime ?? 0;
  let gone = 0;
  for (;;) {
    const some = await storage.dropPositions(device.id, olderThan, 50);
    if (some === 0) return gone;
    gone += some;
  }
}
const headOf = (device: TripDevice) => reader.inSnapshot((snapshot) => snapshot.head(device.id));
const rowsOf = (device: TripDevice): Promise<number> =>
  reader.inSnapshot(async (snapshot) => {
    const rows = snapshot.rowsAfter(device.id, null, { pageSize: 10_000, clockAheadS: 300 });
    return (await allRows(rows)).length;
  });

async function reduce(device: TripDevice, maxRows = 150): Promise<void> {
  for (;;) {
    const { change, isPartial } = await reduceDevice(reader, device, maxRows);
    if (change) assert.deepEqual(await storage.applyTrips([change]), [true]);
    if (!isPartial) return;
  }
}

/** All contents of derived history, without the numbers of positions, which follow the order of arrival. */
async function contentOf(device: TripDevice): Promise<string> {
  const [from, to] = [0, Number.MAX_SAFE_INTEGER];
  const all = await reader.inSnapshot(async (snapshot) => {
    const trips = await openDeviceTrips(snapshot, device);
    assert.ok(trips);
    return [
      await trips.pieces(from, to),
      await trips.episodes(from, to, ['visit', 'speeding', 'idle', 'drive', 'left-out', 'odometerReset']),
      await snapshot.days(device.id, 0, 100_000),
      await snapshot.driverDays(device.id, 0, 100_000),
      trips.fresh.map(({ quarters }) => quarters),
    ];
  });
  return JSON.stringify(all, (key, value: unknown) => (key === 'id' || key === 'state' ? 0 : value));
}

/** Derived history is long: shows only the difference. */
function firstDifference(actual: string, expected: string): string {
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  const around = (text: string): string => text.slice(Math.max(0, at - 300), at + 100);
  return `${around(actual)}\n--- instead of\n${around(expected)}`;
}

test('[BOOK-50] any order, repetition and cut of the records makes the same books', async () => {
  const straight = newDevice();
  await storeAndReduce(straight, RECORDS, [RECORDS.length]);
  const expected = await contentOf(straight);
  const pieces = await reader.inSnapshot((snapshot) =>
    snapshot.pieces(straight.id, 0, Number.MAX_SAFE_INTEGER),
  );
  assert.equal(pieces.filter(({ kind, ended }) => kind === 'trip' && ended !== null).length, 6);
  const orders = fc.record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    sizes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
    again: fc.integer({ min: 0, max: 100 }),
    reach: fc.constantFrom(3, 40, 2000),
  });
  await fc.assert(
    fc.asyncProperty(orders, async ({ seed, sizes, again, reach }) => {
      const device = newDevice();
      let state = seed;
      const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      const order = [...RECORDS, ...RECORDS.slice(0, again)]
        .map((each, i) => ({ each, place: i + random() * reach }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ each }) => each);
      await storeAndReduce(device, order, sizes);
      const content = await contentOf(device);
      assert.ok(content === expected, firstDifference(content, expected));
      assert.deepEqual((await verifyDevice(reader, device))?.wrong, []);
    }),
    { numRuns: 10 },
  );
});

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);
const PART = { from: START + 7 * 3_600_000, to: START + 29 * 3_600_000 };
const QUARTER_MS = 900_000;

/** All that reports ask for, of all time and of a part of it. */
async function answersOf(trips: DeviceTrips): Promise<string> {
  const kinds = ['visit', 'speeding', 'idle', 'drive', 'left-out', 'odometerReset'] as const;
  const slots = [0, 3, 40, 50, 60, 96, 140, 170, 300].map((slot) => Math.floor(START / QUARTER_MS) + slot);
  const range = { from: slots[0] ?? 0, to: slots.at(-1) ?? 0 };
  const bySlot = (a: { readonly slot: number }, b: { readonly slot: number }): number => a.slot - b.slot;
  const byDriver = Map.groupBy(await trips.driverSums(range), ({ driver }) => driver ?? '');
  const answers: unknown[] = [
    await trips.span(),
    trips.freshQuarters(),
    trips.newestTime,
    await trips.sumsOfSlots(slots),
  ];
  answers.push(
    [...byDriver]
      .map(([driver, all]) => [driver, all.map(({ sums }) => sums).reduce(addSums)] as const)
      .sort(byName),
  );
  for (const { from, to } of [PART, { from: 0, to: Number.MAX_SAFE_INTEGER }]) {
    const days = [Math.floor(from / 86_400_000), Math.floor(to / 86_400_000)] as const;
    answers.push(await trips.pieces(from, to), await trips.pieces(from, to, ['stop']));
    const episodes = (await trips.episodes(from, to, kinds)).toSorted(
      (a, b) => a.start.time - b.start.time || a.end.time - b.end.time || a.start.key - b.start.key,
    );
    // Of those that begin together any may come first.
    const named = Map.groupBy(episodes, ({ kind }) => kind);
    answers.push([...named].sort(byName), await trips.sumOfDays(...days));
    answers.push((await trips.dayQuarters(from, to)).toSorted(bySlot));
    answers.push((await trips.driverQuarters(from, to)).toSorted(bySlot));
  }
  const names = ['id', 'state', 'decidedAt', 'quarters', 'episodes'];
  return JSON.stringify(answers, (key, value: unknown) => {
    if (names.includes(key)) return undefined;
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPlain ? Object.fromEntries(Object.entries(value).sort(byName)) : value;
  });
}

test('[BOOK-73] while late records wait to be worked in, reports have the numbers that they will have then', async () => {
  const orders = fc.record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    sizes: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }),
    reach: fc.constantFrom(3, 40, 700),
    dropsAt: fc.integer({ min: -200, max: 200 }),
  });
  let waited = 0;
  await fc.assert(
    fc.asyncProperty(orders, async ({ seed, sizes, reach, dropsAt }) => {
      const device = newDevice();
      let state = seed;
      const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      const order = RECORDS.map((each, i) => ({ each, place: i + random() * reach }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ each }) => each);
      const half = order.length / 2;
      await storeAndReduce(device, order.slice(0, half), [half]);
      if (dropsAt > 0) await dropBefore(device, dropsAt);
      await storeAndReduce(device, order.slice(half), sizes, async () => {
        const head = await headOf(device);
        if (!head?.late) return;
        waited++;
        const read = () =>
          reader.inSnapshot(async (snapshot) => answersOf(await deviceTripsFor(snapshot, device, PART)));
        const before = await read();
        await reduce(device, 20_000);
        const after = await read();
        assert.ok(before === after, firstDifference(before, after));
      });
    }),
    { numRuns: 10 },
  );
  assert.ok(waited > 20, String(waited));
});

test('[BOOK-74] a device needs no work exactly when nothing of it is new, late or made with other settings', async () => {
  const [device, unknown] = [newDevice(), newDevice()];
  const [before, newer] = [RECORDS.slice(0, -10), RECORDS.slice(-10)];
  const isCurrent = async (each = device): Promise<boolean> =>
    (await upToDate(reader, [unknown, each])).has(each.id);
  assert.equal(await isCurrent(), false);
  await storeAndReduce(device, before, [before.length]);
  assert.equal(await isCurrent(), true);
  assert.equal(await isCurrent({ ...device, settings: { ...device.settings, minStopS: 9000 } }), false);
  const position = (each: TestPosition): StoredPosition => ({ ...each, id: ++ids, deviceId: device.id });
  await storage.commit({ positions: newer.map(position), events: [], states: [] });
  assert.equal(await isCurrent(), false);
  await reduce(device);
  assert.equal(await isCurrent(), true);
  const late = { ...position(before[50] as TestPosition), contentKey: 99 };
  await storage.commit({ positions: [late], events: [], states: [], late: [late.id], passedOver: [late.id] });
  assert.equal(await isCurrent(), false);
  await reduce(device);
  assert.equal(await isCurrent(), false, 'nobody has said yet what the late one means');
  assert.equal(await isCurrent(unknown), false);
});

test('[BOOK-57] books stay whole when their positions are dropped, and go on to be corrected after them', async () => {
  const isMissing = (i: number): boolean => i >= 420 && i < 425;
  const [whole, device] = [newDevice(), newDevice()];
  await storeAndReduce(whole, RECORDS, [RECORDS.length]);
  await storeAndReduce(
    device,
    RECORDS.filter((_, i) => !isMissing(i)),
    [RECORDS.length],
  );
  const before = await contentOf(device);
  const gone = await dropBefore(device, 400);
  assert.ok(gone > 100 && gone < 400, String(gone));
  assert.equal(await rowsOf(device), RECORDS.length - 5 - gone);
  assert.ok((await contentOf(device)) === before, 'as they were');
  assert.deepEqual((await verifyDevice(reader, device))?.wrong, []);
  assert.equal(await dropBefore(device, 400), 0);

  await storeAndReduce(
    device,
    RECORDS.filter((_, i) => isMissing(i)),
    [2],
  );
  const content = await contentOf(device);
  const expected = await contentOf(whole);
  assert.ok(content === expected, firstDifference(content, expected));
  assert.deepEqual((await verifyDevice(reader, device))?.wrong, []);

  const [first] = RECORDS;
  assert.ok(first);
  await storeAndReduce(device, [{ ...first, fixTime: first.fixTime + 30_000, contentKey: 77 }], [1]);
  assert.ok((await contentOf(device)) === expected, 'a record from before is no part of them');
});

test('[BOOK-57] other settings make anew what there are positions of, and leave the rest', async () => {
  const device = newDevice();
  await storeAndReduce(device, RECORDS, [RECORDS.length]);
  await dropBefore(device, 400);
  const edge = (await headOf(device))?.retentionStart?.time ?? 0;
  const older = () =>
    reader.inSnapshot(async (snapshot) => {
      const pieces = await snapshot.pieces(device.id, 0, edge - 1);
      return JSON.stringify(pieces.filter(({ end }) => end.time <= edge));
    });
  const distance = () =>
    reader.inSnapshot(async (snapshot) => (await snapshot.sumOfDays(device.id, 0, 100_000)).distanceM);
  const [retained, days] = [await older(), await distance()];
  const other = {
    ...device,
    settings: { ...device.settings, minStopS: 9000, ignitionOffStopS: 9000 },
  };
  for (const each of [other, device, other]) {
    await reduce(each);
    assert.equal(await older(), retained);
    assert.deepEqual((await verifyDevice(reader, each))?.wrong, []);
    assert.ok(Math.abs((await distance()) - days) < 2000);
  }
  const trips = (of: TripDevice): Promise<number> =>
    reader.inSnapshot(async (snapshot) => {
      const opened = await openDeviceTrips(snapshot, of);
      return (await opened?.pieces(edge, Number.MAX_SAFE_INTEGER, ['trip']))?.length ?? 0;
    });
  const few = await trips(other);
  await reduce(device);
  const all = await trips(device);
  assert.ok(few < all, `${few} of ${all}`);
  const last = RECORDS.at(-1);
  assert.ok(last);
  await storage.commit({
    positions: [],
    events: [],
    states: [{ deviceId: device.id, positionId: ids, lastUpdate: null, status: 'online', memory: '{}' }],
  });
  await dropBefore(device, RECORDS.length);
  assert.ok((await rowsOf(device)) >= 1, 'the newest stays');
});
