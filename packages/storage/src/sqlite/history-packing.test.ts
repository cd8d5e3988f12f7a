import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '@rastro/base';
import { batch, position } from '../contract/made-rows.ts';
import { storeAsRows } from '../contract/stored-as-rows.ts';
import type { PositionRange, StoredPosition } from '../records.ts';
import { StorageError } from '../storage-error.ts';
import {
  JSON_TEXTS,
  PATH_ROWS,
  POSITIONS,
  TEXTS,
  TRACK_ROWS,
  trackForm,
  TRIP_ROWS,
} from './history-forms.ts';
import { arrivalReads } from './arrival-reads.ts';
import { historyPages, type HistoryPage, type HistoryPages, type HistoryRange } from './history-pages.ts';
import { migrate } from './migrate.ts';
import { packingSteps } from './pack-in-background.ts';
import { packed as packedBatch } from './packed-batch.ts';
import { packedLosses } from './packed-losses.ts';
import { closedBefore } from './packed-places.ts';
import { readMethods } from './read-methods.ts';
import { AFTER_ALL, BEFORE_ALL } from './row-pages.ts';
import { writeMethods } from './write-methods.ts';
import { openWrittenHistory } from './written-history.ts';

const ALL_DAYS = closedBefore(Infinity);
const CLOCK_LEAD_MS = 300_000;
const DEVICES = [1, 2];
const FORMS = [
  TEXTS,
  POSITIONS,
  JSON_TEXTS,
  TRIP_ROWS,
  TRACK_ROWS,
  PATH_ROWS,
  ...[[], ['fuel'], ['power', 'fuel']].map(trackForm),
];

/** A store in memory, and all ways to read it. */
function openStore(path = ':memory:') {
  const db = new DatabaseSync(path);
  migrate(db);
  const history = openWrittenHistory(db);
  const write = writeMethods(db, history);
  const read = readMethods(db);
  const pages: readonly HistoryPages<unknown>[] = FORMS.map((form) =>
    historyPages<unknown>(db, form, arrivalReads(db)),
  );
  const count = (sql: string): number => Number(db.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.['n']);
  return {
    db,
    history,
    read,
    write,
    pages,
    count,
    arrive: (positions: readonly StoredPosition[], more: Parameters<typeof batch>[0] = {}) =>
      write.commit(packedBatch(batch({ positions, ...more }))),
    /** As rows, as an older version stored them. */
    commit(positions: readonly StoredPosition[], more: Parameters<typeof batch>[0] = {}) {
      const outcome = this.arrive(positions, more);
      storeAsRows(db, history);
      return outcome;
    },
    move(steps = Infinity): void {
      const round = history.moves.round();
      for (let left = steps; left > 0 && history.inTransaction(() => round.next()).done !== true; left--);
    },
    packFirstDay: (deviceId: number, closed = ALL_DAYS): boolean =>
      history.inTransaction(() => history.packing.packFirstDay(deviceId, closed)),
    packAll(): void {
      this.move();
      for (const deviceId of DEVICES) while (this.packFirstDay(deviceId));
    },
    /** Until nothing is left, as its callers do. */
    remove(range: PositionRange, limit: number) {
      let total = 0;
      for (;;) {
        const { removed, latest } = write.removePositions(range, limit);
        total += removed;
        if (removed < limit) return { total, latest };
      }
    },
  };
}
type Store = ReturnType<typeof openStore>;

/** All pages of a device in all forms, either way. */
function contentOf(
  { pages }: Store,
  deviceId: number,
  pageSize: number,
  clockAheadMs: number | null,
): unknown {
  const range = { deviceId, limit: pageSize, clockAheadMs };
  return pages.map(({ after, before }) => [
    allPages(after, { ...range, from: BEFORE_ALL, end: AFTER_ALL.time }),
    allPages(before, { ...range, from: AFTER_ALL, end: BEFORE_ALL.time }),
  ]);
}

function allPages(read: (range: HistoryRange) => HistoryPage<unknown>, range: HistoryRange): unknown {
  const found: unknown[] = [];
  for (let { from } = range; ;) {
    const { items, last } = read({ ...range, from });
    found.push(items);
    if (items.length < range.limit || last === null) return found;
    from = last;
  }
}

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

/** So many records from a time on, at even distances. */
const drive = (count: number, start: number, everyMs: number, firstId = 1): StoredPosition[] =>
  Array.from({ length: count }, (_, i) => {
    const fixTime = start + i * everyMs;
    return position({
      id: firstId + i,
      fixTime,
      deviceTime: fixTime,
      serverTime: fixTime + 500,
      contentKey: i,
    });
  });

const runsOf = ({ db }: Store): readonly (readonly [number, number])[] =>
  db
    .prepare('SELECT n, from_time FROM history ORDER BY place')
    .all()
    .map((row) => [Number(row['n']), Math.floor(Number(row['from_time']) / DAY_MS)]);

test('[PACK-8] days of few records are packed together, a day of many in several runs', () => {
  const few = openStore();
  few.commit(drive(24 * 70, 0, DAY_MS / 24));
  few.packAll();
  assert.deepEqual(
    runsOf(few),
    Array.from({ length: 7 }, (_, i) => [i < 6 ? 264 : 96, i * 11]),
    'until one has 256',
  );
  const daily = openStore();
  daily.commit(drive(24 * 70, 0, DAY_MS / 24));
  for (let day = 1; day <= 70; day++) while (daily.packFirstDay(1, day * DAY_MS));
  assert.deepEqual(runsOf(daily), runsOf(few), 'day by day as well');
  const seldom = openStore();
  seldom.commit(drive(70, 0, DAY_MS));
  seldom.packAll();
  assert.deepEqual(runsOf(seldom), [
    [31, 0],
    [31, 31],
    [8, 62],
  ]);
  const [many, plain] = [openStore(), openStore()];
  // Eight in a second.
  const records = drive(6000, 0, 1).map((each) => ({
    ...each,
    fixTime: Math.floor(each.fixTime / 8) * 8000,
  }));
  for (const store of [many, plain]) store.commit(records);
  many.packAll();
  assert.deepEqual(runsOf(many), [
    [2048, 0],
    [2048, 0],
    [1904, 0],
  ]);
  for (const pageSize of [777, Infinity])
    assert.deepEqual(contentOf(many, 1, pageSize, null), contentOf(plain, 1, pageSize, null));
  for (const { db } of [few, daily, seldom, many, plain]) db.close();
});

test('[PACK-8] a late record of a packed day is a row until the day is packed anew', () => {
  const [packed, plain] = [openStore(), openStore()];
  const both = (work: (store: Store) => void): void => [packed, plain].forEach(work);
  both((store) => store.commit(drive(500, 0, DAY_MS / 100)));
  packed.packAll();
  const before = runsOf(packed);
  const late = drive(3, DAY_MS + 5, 7_200_000, 600);
  both((store) => store.commit(late));
  assert.equal(packed.count('positions'), 3);
  assert.deepEqual(contentOf(packed, 1, 50, null), contentOf(plain, 1, 50, null));
  packed.packAll();
  assert.equal(packed.count('positions'), 0);
  assert.deepEqual(
    runsOf(packed).map(([n]) => n),
    before.map(([n], i) => (i === 0 ? n + 3 : n)),
  );
  // So many that they no longer fit together.
  both((store) => store.commit(drive(400, DAY_MS + 6, 60_000, 700)));
  packed.packAll();
  assert.ok(runsOf(packed).length > before.length);
  assert.deepEqual(contentOf(packed, 1, 50, null), contentOf(plain, 1, 50, null));
  for (const { db } of [packed, plain]) db.close();
});

test('[PACK-8] a record that would not come back as it is stays a row', () => {
  const store = openStore();
  store.commit(drive(3, 0, DAY_MS));
  store.db.exec(`UPDATE positions SET attributes = '{"power":12.0}' WHERE id = 2`);
  store.packAll();
  assert.deepEqual(runsOf(store), [
    [1, 0],
    [1, 2],
  ]);
  const [texts] = store.pages;
  const range = { deviceId: 1, from: BEFORE_ALL, end: AFTER_ALL.time, limit: 9, clockAheadMs: null };
  assert.deepEqual(
    texts?.after(range).items.map((each) => (each as { attributes: string }).attributes),
    [1, 2, 3].map((id) => (id === 2 ? '{"power":12.0}' : JSON.stringify(position().attributes))),
  );
  store.db.close();
});

test('[PACK-9] a packed record that is sent again is known, and brings no event', () => {
  const store = openStore();
  const records = drive(2000, 0, 60_000);
  store.commit(records);
  store.packAll();
  const again = records.map((each) => ({ ...each, id: each.id + 5000 }));
  assert.equal(store.commit(again).known.length, 2000);
  assert.equal(store.count('positions'), 0);
  assert.ok(store.write.reserveIds('position', 1) > 2000, 'ids of packed positions are not given out again');
  store.db.close();
});

test('[PACK-10] late records keep their corrections when they are packed, and go when they are removed', () => {
  const store = openStore();
  const records = drive(48, 0, DAY_MS / 24);
  store.commit(records, { passedOver: [3, 30, 40] });
  store.packAll();
  store.packAll();
  const left = (): readonly unknown[] =>
    store.db
      .prepare('SELECT position_id FROM late_records')
      .all()
      .map((row) => row['position_id']);
  assert.deepEqual(left(), [3, 30, 40]);
  store.remove({ deviceId: 1, from: DAY_MS, to: 2 * DAY_MS, id: 30 }, 10);
  assert.deepEqual(left(), [3, 40]);
  store.packAll();
  store.remove({ deviceId: 1, from: 0, to: DAY_MS - 1, id: null }, 10);
  assert.deepEqual(left(), [40]);
  store.packAll();
  store.remove({ deviceId: 1, from: 0, to: 2 * DAY_MS, id: null }, 1000);
  assert.deepEqual([left(), store.count('history'), store.count('positions')], [[], 0, 0]);
  store.db.close();
});

test('[PACK-9] a record that another process has packed meanwhile is known, too', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-packed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rastro.sqlite');
  const [here, there] = [openStore(path), openStore(path)];
  const records = drive(40, 0, 60_000);
  here.commit(records);
  here.commit(records.slice(0, 1));
  there.packAll();
  assert.equal(here.commit(records.map((each) => ({ ...each, id: each.id + 100 }))).known.length, 40);
  assert.equal(here.commit(records.map((each) => ({ ...each, contentKey: 99 }))).known.length, 40, 'by id');
  for (const { db } of [here, there]) db.close();
});

test('[PACK-8] of ids whose positions are gone nothing stays; they may come again', () => {
  const store = openStore();
  const records = drive(3000, 0, 60_000);
  const sweep = (): void => {
    const step = packingSteps(store.db, store.history);
    while (step());
  };
  store.commit([
    ...records,
    ...drive(10, 0, 60_000, 2900).map((each, i) => ({ ...each, deviceId: 2, id: 5000 + i })),
  ]);
  store.packAll();
  sweep();
  assert.equal(store.count('packed_ids'), 4);
  store.remove({ deviceId: 1, from: 0, to: ALL_DAYS, id: null }, 500);
  sweep();
  assert.equal(store.count('packed_ids'), 1, 'that of device 2');
  store.commit(records);
  store.packAll();
  assert.equal(store.read.positionsById([1, 1500, 3000, 5000]).length, 4);
  store.db.close();
});

test('[PACK-4] a damaged day says so when it is read, and holds up no other', () => {
  const store = openStore();
  store.commit(drive(800, 0, DAY_MS / 400));
  store.packFirstDay(1);
  store.db.exec('UPDATE history SET body = zeroblob(length(body))');
  store.commit(drive(1, 5, 1, 900));
  store.packAll();
  assert.deepEqual(runsOf(store), [
    [400, 0],
    [400, 1],
  ]);
  const isDamaged = (error: unknown): boolean => error instanceof StorageError && error.code === 'DAMAGED';
  assert.throws(() => store.read.positionsById([1]), isDamaged);
  assert.deepEqual(
    packedLosses(store.db, () => {}),
    [{ table: 'positions', deviceId: 1, day: 0, lost: 400, of: 400 }],
  );
  assert.throws(() => contentOf(store, 1, 10, null), isDamaged);
  assert.equal(store.read.positionsById([401, 800, 900]).length, 3);
  assert.equal(store.commit(drive(1, 0, 1, 901)).known.length, 1, 'its keys are not damaged');
  store.remove({ deviceId: 1, from: 0, to: DAY_MS - 1, id: null }, 1000);
  assert.equal(store.count('history'), 1, 'and it can be removed');
  store.db.close();
});
