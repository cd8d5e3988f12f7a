import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { knots } from '@rastro/fleet';
import { openTripReader, openStorage, type StoredPosition } from '@rastro/storage';
import { PLAIN_DEVICE } from '../../test/open-test-pipeline.ts';
import { Directory } from '../directory/directory.ts';
import { DEFAULT_PIPELINE_OPTIONS } from '../pipeline/options.ts';
import { reduceDevice } from './reduce-device.ts';
import { verifyTrips } from './verify-trips.ts';

const START = Date.UTC(2026, 0, 5, 8);

/** Forty minutes of driving, a stop of half an hour. */
const drive = (deviceId: number): StoredPosition[] =>
  Array.from({ length: 70 }, (_, i) => {
    const time = START + i * 60_000;
    return {
      id: deviceId * 1000 + i,
      deviceId,
      protocol: 'test',
      serverTime: time,
      deviceTime: time,
      fixTime: time,
      valid: true,
      latitude: -23.5 + Math.min(i, 40) * 0.007,
      longitude: -46.6,
      altitude: 0,
      speed: knots(i < 40 ? 25 : 0),
      course: 0,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: null,
      attributes: {},
      contentKey: i + 1,
    };
  });

test('[BOOK-53] a check of the books finds what is wrong, puts it right, and goes on where it was', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-verify-'));
  const storage = await openStorage({ folder });
  const reader = await openTripReader(storage.location);
  t.after(async () => {
    await reader.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const directory = await Directory.load(storage, 'rastro');
  for (const uniqueId of ['one', 'two', 'three']) {
    const { id } = await directory.devices.create({ ...PLAIN_DEVICE, uniqueId });
    await storage.commit({ positions: drive(id), events: [], states: [] });
    const limits = { deviceKmh: null, fencesKmh: {}, prefersLowest: false };
    const { change } = await reduceDevice(
      reader,
      { id, settings: DEFAULT_PIPELINE_OPTIONS.tripSettings, limits, dwellMs: {}, gauge: null },
      1000,
    );
    assert.ok(change);
    assert.deepEqual(await storage.applyTrips([change]), [true]);
  }
  const piecesOf = (id: number): Promise<string> =>
    reader.inSnapshot(async (snapshot) =>
      JSON.stringify(await snapshot.pieces(id, 0, Number.MAX_SAFE_INTEGER)),
    );
  const former = await piecesOf(2);
  assert.match(former, /"trip"/);
  const spoil = new DatabaseSync(join(folder, 'rastro.sqlite'));
  spoil.exec(`UPDATE book_pieces SET body = replace(body, '"trip"', '"stop"') WHERE device_id = 2`);
  spoil.exec('UPDATE book_days SET distance_m = distance_m + 1 WHERE device_id = 2');
  spoil.close();
  assert.notEqual(await piecesOf(2), former);

  const progress: { deviceId: number; wrong: readonly string[] }[] = [];
  const check = () =>
    verifyTrips({
      storage,
      brand: 'rastro',
      pipeline: DEFAULT_PIPELINE_OPTIONS,
      onProgress: ({ deviceId, wrong }) => void progress.push({ deviceId, wrong }),
    });
  await storage.setCursor('books.verified', 1);
  assert.deepEqual(await check(), { checked: 2, wrong: 1 });
  assert.deepEqual(progress, [
    { deviceId: 2, wrong: ['pieces', 'days'] },
    { deviceId: 3, wrong: [] },
  ]);
  assert.equal(await piecesOf(2), former);
  assert.deepEqual(await check(), { checked: 3, wrong: 0 });
});

for (const hadTrips of [false, true])
  test(`[BOOK-62] a fold that a late record has outrun is not stored, books ${hadTrips ? 'there' : 'not yet'}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'rastro-outrun-'));
    const storage = await openStorage({ folder });
    const reader = await openTripReader(storage.location);
    t.after(async () => {
      await reader.close();
      await storage.close();
      rmSync(folder, { recursive: true });
    });
    const directory = await Directory.load(storage, 'rastro');
    const { id } = await directory.devices.create({ ...PLAIN_DEVICE, uniqueId: 'one' });
    const limits = { deviceKmh: null, fencesKmh: {}, prefersLowest: false };
    const reduce = async () => {
      const { tripSettings: settings } = DEFAULT_PIPELINE_OPTIONS;
      return (await reduceDevice(reader, { id, settings, limits, dwellMs: {}, gauge: null }, 1000)).change;
    };
    const store = (positions: readonly StoredPosition[], late: readonly number[]) =>
      storage.commit({ positions, events: [], states: [], late });
    const records = drive(id);
    const [first, outrun, rest] = [records.slice(0, 10), records[40], records.slice(10)];
    assert.ok(outrun);
    await store(first, []);
    const begin = await reduce();
    assert.ok(begin);
    if (hadTrips) assert.deepEqual(await storage.applyTrips([begin]), [true]);
    await store(
      rest.filter(({ id: each }) => each !== outrun.id),
      [],
    );
    const under = await reduce();
    assert.ok(under);
    // Later than all records in stored history, earlier than those that the reducer has read.
    await store([outrun], [outrun.id]);
    assert.deepEqual(await storage.applyTrips([under]), [false]);
    const again = await reduce();
    assert.ok(again);
    assert.deepEqual(await storage.applyTrips([again]), [true]);
    const check = {
      storage,
      brand: 'rastro',
      pipeline: DEFAULT_PIPELINE_OPTIONS,
      onProgress: () => undefined,
    };
    assert.deepEqual(await verifyTrips(check), { checked: 1, wrong: 0 });
  });
