import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import fc from 'fast-check';
import { knots } from '@rastro/fleet';
import {
  addSums,
  civilDays,
  DEFAULT_TRIP_SETTINGS,
  NO_SUMS,
  sumsBetween,
  type Sums,
} from '@rastro/fleet/trips';
import {
  openStorage,
  openTripReader,
  type Storage,
  type StoredPosition,
  type TripReader,
} from '@rastro/storage';
import { partedByDays } from './days-of.ts';
import { reduceDevice, type TripDevice } from './reduce-device.ts';
import { verifyDevice } from './verify-device.ts';

const START = Date.UTC(2026, 9, 24, 18);
const QUARTER_MS = 900_000;
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Europe/Rome'];
/** The last is too long to be one. */
const DRIVERS = ['ana', 'rui "\0', 'ç🚚', 'x'.repeat(300)];
const LAST = { time: Number.MAX_SAFE_INTEGER, deviceTime: 0, key: 0 };
let folder = '';
let storage: Storage;
let reader: TripReader;
let devices = 0;
let ids = 0;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rastro-drivers-'));
  storage = await openStorage({ folder });
  reader = await openTripReader(storage.location);
});
after(async () => {
  await reader.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

/** Drives of some minutes with stops between them; of each record, who was at the wheel. */
const records = fc.array(
  fc.record({
    minutes: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constantFrom(17, 55, 700)),
    kmh: fc.constantFrom(0, 0, 40, 60, 96),
    driver: fc.constantFrom(null, null, 0, 0, 0, 1, 2, 3),
    lateness: fc.integer({ min: 0, max: 40 }),
  }),
  { minLength: 30, maxLength: 160 },
);
type Made = ReturnType<typeof records.generate>['value'];

function positionsOf(deviceId: number, made: Made): readonly StoredPosition[] {
  let [at, latitude] = [START, -23.5];
  const all = made.map(({ minutes, kmh, driver, lateness }, i) => {
    at += minutes * 60_000;
    latitude += (kmh * minutes) / 60 / 111;
    const who = driver === null ? {} : { driverUniqueId: DRIVERS[driver] ?? '' };
    const position: StoredPosition = {
      id: 0,
      deviceId,
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
      geofenceIds: null,
      attributes: { ignition: kmh > 0 || driver !== null, fuel: 90 - i / 10, ...who },
      contentKey: Math.imul(i + 1, 2_654_435_761) >>> 0,
    };
    return { position, place: i + lateness };
  });
  return all.toSorted((a, b) => a.place - b.place).map(({ position }) => ({ ...position, id: ++ids }));
}

async function storeAndReduce(device: TripDevice, order: readonly StoredPosition[]): Promise<void> {
  let newest = 0;
  for (let at = 0; at < order.length; at += 25) {
    const positions = order.slice(at, at + 25);
    const late = positions.filter(({ fixTime }) => fixTime <= newest).map(({ id }) => id);
    newest = positions.reduce((most, { fixTime }) => Math.max(most, fixTime), newest);
    await storage.commit({ positions, events: [], states: [], late });
    const { change } = await reduceDevice(reader, device, 10_000);
    if (change) assert.deepEqual(await storage.applyTrips([change]), [true]);
  }
}

/** Top speeds are no sums. */
const additive = ({ maxKmh: _, maxAt: __, ...sums }: Sums): object => sums;

test('[BOOK-71] sums of drivers and those without a driver are the sums of the vehicle, between any quarters', async () => {
  const spans = fc.record({
    made: records,
    zone: fc.constantFrom(...ZONES),
    cut: fc.integer({ min: -10, max: 300 }),
    length: fc.integer({ min: 0, max: 300 }),
  });
  await fc.assert(
    fc.asyncProperty(spans, async ({ made, zone, cut, length }) => {
      const device: TripDevice = {
        id: ++devices,
        settings: { ...DEFAULT_TRIP_SETTINGS, tankL: 60 },
        limits: { deviceKmh: 80, fencesKmh: {}, prefersLowest: false },
        dwellMs: {},
        gauge: null,
      };
      await storeAndReduce(device, positionsOf(device.id, made));
      assert.deepEqual((await verifyDevice(reader, device))?.wrong, []);
      const first = Math.floor(START / QUARTER_MS) + cut;
      const days = civilDays(START, START + 2 * DAY_MS, zone).map(({ from, to }) => [from, to] as const);
      const ranges = [...days, [first * QUARTER_MS, (first + length) * QUARTER_MS] as const];
      await reader.inSnapshot(async (snapshot) => {
        const everything = { from: 0, to: null };
        const entries = await snapshot.quartersBeside(device.id, everything, { after: LAST, upTo: LAST });
        const quarters = entries.flatMap(partedByDays);
        const isNobody = (driver: string | null): boolean => driver === null || driver.length > 200;
        for (const [from, to] of ranges) {
          const slots = { from: from / QUARTER_MS, to: to / QUARTER_MS };
          const [ofVehicle] = await snapshot.sumsOfMany([device.id], slots, 'device');
          const ofDrivers = await snapshot.sumsOfMany([device.id], slots, 'driver');
          const without = quarters.filter(({ driver }) => isNobody(driver));
          const rest = sumsBetween(without, from, to);
          const all = ofDrivers.map(({ sums }) => sums).reduce(addSums, rest);
          assert.deepEqual(additive(ofVehicle?.sums ?? NO_SUMS), additive(all));
          for (const { driver, sums } of ofDrivers)
            assert.deepEqual(
              sums,
              sumsBetween(
                quarters.filter((entry) => entry.driver === driver),
                from,
                to,
              ),
            );
        }
      });
    }),
    { numRuns: 25 },
  );
});
