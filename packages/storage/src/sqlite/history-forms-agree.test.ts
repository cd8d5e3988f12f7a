import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '@rastro/base';
import { apiDate } from '@rastro/fleet';
import { batch, position } from '../contract/made-rows.ts';
import { contentOf, DEVICES, drive, openStore, type Store } from '../contract/open-history.ts';
import type { StoredPosition } from '../records.ts';
import type { HistoryCursor } from './history-methods.ts';
import { AFTER_ALL } from '../row-pages.ts';

const CLOCK_LEAD_MS = 300_000;
const seconds = fc.constantFrom(0, 0, 1, 1, 2, 43_200, 86_399);
const attributes = fc.constantFrom<StoredPosition['attributes']>(
  {},
  { ignition: true, power: 12.7 },
  { fuel: 40, ignition: false },
  { io: { ignition: true }, power: null },
);
const record = fc.record({
  deviceId: fc.constantFrom(...DEVICES),
  day: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.integer({ min: 0, max: 70 })),
  second: seconds,
  delayMs: fc.constantFrom(0, 0, 5),
  isAhead: fc.boolean(),
  contentKey: fc.integer({ min: 0, max: 2 }),
  network: fc.constantFrom(null, {}),
  geofenceIds: fc.constantFrom(null, [7]),
  address: fc.constantFrom(null, 'Rua ç'),
  attributes,
});
type MadeRecord = typeof record extends fc.Arbitrary<infer T> ? T : never;

const made = ({ day, second, delayMs, isAhead, ...values }: MadeRecord, id: number): StoredPosition => {
  const fixTime = day * DAY_MS + second * 1000;
  const serverTime = isAhead ? fixTime - 2 * CLOCK_LEAD_MS : fixTime + 800;
  return position({ ...values, id, fixTime, deviceTime: fixTime - delayMs, serverTime });
};

const period = fc
  .tuple(fc.integer({ min: -2, max: 71 }), fc.integer({ min: 0, max: 40 }), seconds)
  .map(([day, days, second]) => ({
    from: day * DAY_MS + second * 1000,
    to: (day + days) * DAY_MS + second * 1000,
  }));
const step = fc.oneof(
  fc.record({ kind: fc.constant('commit' as const), records: fc.array(record, { maxLength: 30 }) }),
  fc.record({ kind: fc.constant('resend' as const), from: fc.nat(40) }),
  fc.record({
    kind: fc.constant('pack' as const),
    deviceId: fc.constantFrom(...DEVICES),
    days: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ kind: fc.constant('move' as const), steps: fc.constantFrom(1, 2, Infinity) }),
  fc.record({ kind: fc.constant('reopen' as const) }),
  fc.record({ kind: fc.constant('latest' as const), id: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    kind: fc.constant('remove' as const),
    deviceId: fc.constantFrom(...DEVICES),
    period,
    id: fc.option(fc.integer({ min: 1, max: 60 })),
    limit: fc.integer({ min: 1, max: 20 }),
  }),
);

const START = { fixTime: -Infinity, deviceTime: 0, contentKey: 0 };

/** All pages of the history of a device as JSON. */
function jsonOf({ read }: Store, deviceId: number, pageSize: number): string {
  let text = '';
  for (let from: HistoryCursor | null = START; from !== null;) {
    const { bytes, next } = read.historyJsonPage(deviceId, AFTER_ALL.time, from, pageSize);
    text += Buffer.from(bytes).toString();
    from = next;
  }
  return text;
}

/** The same, made of its positions. */
const madeJsonOf = ({ read }: Store, deviceId: number): string =>
  read
    .historyPage(deviceId, AFTER_ALL.time, START, Infinity)
    .map(({ id, attributes, protocol, serverTime, deviceTime, fixTime, contentKey: _, ...rest }) => {
      const { valid, latitude, longitude, altitude, speed, course, address, accuracy } = rest;
      const times = {
        serverTime: apiDate(serverTime),
        deviceTime: apiDate(deviceTime),
        fixTime: apiDate(fixTime),
      };
      const place = { valid, latitude, longitude, altitude, speed, course, address, accuracy };
      const { network, geofenceIds } = rest;
      return `,${JSON.stringify({ id, attributes, deviceId, protocol, ...times, ...place, network, geofenceIds })}`;
    })
    .join('');

test('[PACK-8] positions that arrived, and packed ones, are read, found, removed and known as rows are', () => {
  const query = fc.record({ pageSize: fc.integer({ min: 1, max: 9 }), isFiltered: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 10 }), query, (steps, { pageSize, isFiltered }) => {
      const [plain, packed] = [openStore(), openStore()];
      const stored: StoredPosition[] = [];
      const both = (work: (store: Store) => unknown): void => assert.deepEqual(work(packed), work(plain));
      const commit = (positions: readonly StoredPosition[], more: Parameters<typeof batch>[0] = {}): void =>
        both((store) => (store === plain ? store.commit(positions, more) : store.arrive(positions, more)));
      for (const each of steps) {
        if (each.kind === 'commit') {
          const positions = each.records.map((values, i) => made(values, stored.length + i + 1));
          stored.push(...positions);
          commit(positions);
        } else if (each.kind === 'move') {
          packed.move(each.steps);
        } else if (each.kind === 'reopen') {
          packed.history.log.forget();
          packed.history.keys.forgetAll();
        } else if (each.kind === 'resend') {
          const again = stored.slice(each.from, each.from + 5);
          commit(again.map((one, i) => ({ ...one, id: 1000 + i })));
          // The same ids with other contents, as a copy of another server may have them.
          commit(again.map((one) => ({ ...one, contentKey: 9 })));
        } else if (each.kind === 'pack') {
          for (let days = each.days; days > 0 && packed.packFirstDay(each.deviceId, 60 * DAY_MS); days--);
        } else if (each.kind === 'latest') {
          const latest = stored[each.id - 1];
          if (!latest) continue;
          const { deviceId, id } = latest;
          const state = { deviceId, positionId: id, lastUpdate: 1, status: 'online', memory: '' } as const;
          commit([], { states: [state] });
        } else {
          const range = { deviceId: each.deviceId, ...each.period, id: each.id };
          both((store) => store.remove(range, each.limit));
        }
        const aheadMs = isFiltered ? CLOCK_LEAD_MS : null;
        for (const deviceId of DEVICES) both((store) => contentOf(store, deviceId, pageSize, aheadMs));
        for (const deviceId of DEVICES) both((store) => jsonOf(store, deviceId, pageSize));
        for (const deviceId of DEVICES)
          assert.equal(jsonOf(packed, deviceId, pageSize), madeJsonOf(packed, deviceId));
        const ids = stored.map(({ id }) => id);
        const byId = (store: Store) =>
          store.read.positionsById([...ids, 999]).toSorted((a, b) => a.id - b.id);
        both(byId);
        both((store) => store.read.deviceStates());
        both((store) =>
          store.read.recentTracks(
            DAY_MS,
            store.read.deviceStates().map(({ deviceId, positionId }) => [deviceId, positionId]),
          ),
        );
      }
      packed.packAll();
      for (const deviceId of DEVICES) both((store) => contentOf(store, deviceId, pageSize, null));
      for (const { db } of [plain, packed]) db.close();
    }),
    { numRuns: 100 },
  );
});

test('[PACK-11] the history as JSON has records that arrived, between packed ones and alone', () => {
  const store = openStore();
  const values: readonly Partial<StoredPosition>[] = [
    {},
    { network: {}, address: 'Rua "ç" 5', attributes: { note: 'a"b', io: { on: true } } },
    { geofenceIds: [7, 8], valid: false, latitude: -0.000001, altitude: -12.5 },
  ];
  const records = drive(9, DAY_MS, 60_000).map((each, i) => ({ ...each, ...values[i % 3] }));
  store.arrive(records.filter((_, i) => i % 2 === 0));
  const check = (rows: number, count: number): void => {
    assert.equal(store.count('arrivals'), rows);
    for (const pageSize of [1, 2, 5, 100]) {
      const text = jsonOf(store, 1, pageSize);
      assert.equal(text, madeJsonOf(store, 1));
      assert.equal((JSON.parse(`[${text.slice(1)}]`) as unknown[]).length, count);
    }
  };
  check(1, 5);
  store.packAll();
  store.arrive(records);
  check(1, 9);
  store.packAll();
  check(0, 9);
  store.db.close();
});
