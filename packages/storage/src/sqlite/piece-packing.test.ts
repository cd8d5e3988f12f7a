import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '@rastro/base';
import type { RecordKey } from '@rastro/fleet/trips';
import { openWrittenHistory } from './written-history.ts';
import { packAndKill } from '../contract/killed-packing.ts';
import { migrate } from './migrate.ts';
import { packingSteps } from './pack-in-background.ts';
import { piecePacking } from './piece-packing.ts';
import { pieceReads } from './piece-reads.ts';

const START = Date.UTC(2026, 0, 1);
const HOUR_MS = DAY_MS / 24;
const ALL = Number.MAX_SAFE_INTEGER;
const BEFORE_ALL: RecordKey = { time: Number.MIN_SAFE_INTEGER, deviceTime: 0, key: 0 };

interface Length {
  readonly hours: number;
  /** Until it was decided. */
  readonly laterHours: number;
}
/** Mostly short stretches, some of days and weeks, decided together with the one before, or later. */
const lengths = fc.array(
  fc.record({
    hours: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 20, max: 400 })),
    laterHours: fc.constantFrom(0, 0, 1, 30),
  }),
  { minLength: 1, maxLength: 40 },
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('pack' as const), days: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    kind: fc.constant('replace' as const),
    from: fc.nat(39),
    count: fc.integer({ min: 1, max: 9 }),
  }),
);

test('[PACK-6] packed pieces are read and replaced as rows are', () => {
  fc.assert(
    fc.property(lengths, fc.array(step, { maxLength: 6 }), (stretches, steps) => {
      const [plain, packed] = [filled(1, stretches), filled(1, stretches)];
      const { packClosedDays } = piecePacking(packed);
      const last = lastOf(plain, 1);
      for (const [round, each] of steps.entries()) {
        if (each.kind === 'pack') packClosedDays(1, last, each.days);
        else {
          const keys = pieceReads(plain).boundariesAfter(1, BEFORE_ALL, ALL);
          const after = keys[each.from]?.decidedAt ?? BEFORE_ALL;
          const upTo = keys[each.from + each.count]?.decidedAt ?? { time: ALL, deviceTime: 0, key: 0 };
          replace(plain, packed, { after, upTo, note: `round ${round}` });
        }
        assert.deepEqual(contentOf(packed, 1), contentOf(plain, 1));
      }
      packClosedDays(1, last, ALL);
      assert.deepEqual(contentOf(packed, 1), contentOf(plain, 1));
      for (const db of [plain, packed]) db.close();
    }),
    { numRuns: 200 },
  );
});

test('[PACK-6] single periods, boundaries and pages of them are those of the rows', () => {
  const time = fc.integer({ min: -50, max: 900 }).map((hours) => START + hours * HOUR_MS);
  fc.assert(
    fc.property(lengths, fc.array(time, { maxLength: 20 }), (stretches, times) => {
      const [plain, packed] = [filled(1, stretches), filled(1, stretches)];
      piecePacking(packed).packClosedDays(1, lastOf(plain, 1), ALL);
      const [rows, days] = [pieceReads(plain), pieceReads(packed)];
      for (const at of times) {
        assert.deepEqual(days.touching(1, at, at + 30 * HOUR_MS), rows.touching(1, at, at + 30 * HOUR_MS));
        assert.deepEqual(days.boundaryBefore(1, at), rows.boundaryBefore(1, at));
        const key = rows.boundaryBefore(1, at)?.decidedAt ?? { time: at, deviceTime: at, key: 0 };
        assert.deepEqual(days.boundariesAfter(1, key, 3), rows.boundariesAfter(1, key, 3));
      }
      for (const db of [plain, packed]) db.close();
    }),
    { numRuns: 200 },
  );
});

test('[PACK-6] days that are over are packed, those of other devices stay as they are', () => {
  const db = filled(
    1,
    Array.from({ length: 100 }, () => ({ hours: 4, laterHours: 0 })),
  );
  insertPieces(db, 2, [{ hours: 4, laterHours: 0 }]);
  const before = [contentOf(db, 1), contentOf(db, 2)];
  assert.equal(piecePacking(db).packClosedDays(1, lastOf(db, 1), ALL), 15);
  const count = (table: string): unknown =>
    db.prepare(`SELECT count(*) AS n FROM ${table} WHERE device_id = 1`).get()?.['n'];
  assert.deepEqual([count('packed_pieces'), count('book_pieces')], [15, 10], 'of 16 days and 16 hours');
  assert.deepEqual([contentOf(db, 1), contentOf(db, 2)], before);
  db.close();
});

test('[PACK-7] packing that is killed at any moment loses nothing and goes on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-pieces-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pieces.sqlite');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  migrate(db);
  const devices = Array.from({ length: 20 }, (_, i) => i + 1);
  const half = (i: number): Length => ({ hours: 1 + (i % 7), laterHours: i % 2 });
  db.exec('BEGIN');
  for (const id of devices)
    insertPieces(
      db,
      id,
      Array.from({ length: 200 }, (_, i) => half(i)),
    );
  db.exec('COMMIT');
  const whole = devices.map((id) => contentOf(db, id));
  const rowsLeft = (): number => Number(db.prepare('SELECT count(*) AS n FROM book_pieces').get()?.['n']);
  const left = [rowsLeft()];
  for (let round = 1; round <= 5; round++) {
    await packAndKill(path, 3 * round);
    assert.deepEqual(
      devices.map((id) => contentOf(db, id)),
      whole,
    );
    left.push(rowsLeft());
  }
  t.diagnostic(`rows left after each round: ${left.join(', ')}`);
  assert.ok((left.at(-1) ?? 0) < (left[0] ?? 0), 'it went on');
  const next = packingSteps(db, openWrittenHistory(db));
  while (next());
  assert.deepEqual(
    devices.map((id) => contentOf(db, id)),
    whole,
  );
  assert.ok(rowsLeft() < 20 * devices.length, `${rowsLeft()} rows`);
  db.close();
});

function filled(deviceId: number, stretches: readonly Length[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  insertPieces(db, deviceId, stretches);
  return db;
}

function insertPieces(db: DatabaseSync, deviceId: number, stretches: readonly Length[]): void {
  const insert = db.prepare(`INSERT INTO book_pieces VALUES (${'?,'.repeat(11)}?)`);
  let [at, decided] = [START, START];
  for (const [i, { hours, laterHours }] of stretches.entries()) {
    const end = at + hours * HOUR_MS;
    if (laterHours > 0 || decided < end) decided = Math.max(decided, end + laterHours * HOUR_MS);
    const kind = i % 2 === 0 ? 'trip' : 'stop';
    const texts = [`["${kind}",${i}]`, `[[${i}]]`, JSON.stringify({ after: i, note: 'çã 🚚' })];
    insert.run(deviceId, at, end, kind, i, i + 1, decided, decided, 7, ...texts);
    at = end;
  }
  db.prepare(
    `INSERT INTO book_heads (device_id, settings, revision, last_time, last_device_time, last_key, state,
     longest_episode) VALUES (?, '', 1, ?, 0, 0, '', 0)`,
  ).run(deviceId, at);
}

const IN_RANGE = `device_id = 1 AND (decided_time, decided_device_time, decided_key) > (?, ?, ?)
  AND (decided_time, decided_device_time, decided_key) <= (?, ?, ?)`;

/** Puts others in the place of pieces decided after a key and up to another, as `applyTrips` does. */
function replace(
  plain: DatabaseSync,
  packed: DatabaseSync,
  { after, upTo, note }: { readonly after: RecordKey; readonly upTo: RecordKey; readonly note: string },
): void {
  const range = [after.time, after.deviceTime, after.key, upTo.time, upTo.deviceTime, upTo.key];
  const rows = plain.prepare(`SELECT * FROM book_pieces WHERE ${IN_RANGE}`).all(...range);
  piecePacking(packed).loosenDecided(1, after, upTo);
  for (const db of [plain, packed]) {
    db.prepare(`DELETE FROM book_pieces WHERE ${IN_RANGE}`).run(...range);
    const insert = db.prepare(`INSERT INTO book_pieces VALUES (${'?,'.repeat(11)}?)`);
    for (const row of rows)
      insert.run(...Object.values({ ...row, body: `${String(row['body'])} ${note}`, state: note }));
  }
}

function contentOf(db: DatabaseSync, deviceId: number) {
  const { touching, boundariesAfter, span } = pieceReads(db);
  return {
    pieces: touching(deviceId, 0, ALL),
    boundaries: boundariesAfter(deviceId, BEFORE_ALL, ALL),
    span: span(deviceId),
  };
}

const lastOf = (db: DatabaseSync, deviceId: number): number =>
  Number(db.prepare('SELECT last_time FROM book_heads WHERE device_id = ?').get(deviceId)?.['last_time']);
