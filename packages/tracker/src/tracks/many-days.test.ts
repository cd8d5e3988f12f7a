import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { HEAD_BYTES, TrackFrames } from '@rastro/fleet/tracks';
import {
  openTripReader,
  openStorage,
  type TripReader,
  type Storage,
  type StoredPosition,
} from '@rastro/storage';
import { storedPosition } from '../../test/stored-position.ts';
import { PLAIN_DEVICE } from '../../test/open-test-pipeline.ts';
import type { TripDevice } from '../trips/reduce-device.ts';
import { reduceDevice } from '../trips/reduce-device.ts';
import { Directory } from '../directory/directory.ts';
import { DEFAULT_PIPELINE_OPTIONS } from '../pipeline/options.ts';
import { DayPrefetcher } from '../reports/tracks/day-prefetcher.ts';
import { tagAfterStoring } from '../reports/tracks/stored-days.ts';
import { ReportPool } from '../reports/jobs/report-pool.ts';
import { headOf } from './made-days.ts';
import { makeTrack } from './make-track.ts';
import { MANY_MISSING, type TrackJob } from './track-job.ts';

const DAYS = 80;
const START = Date.UTC(2026, 2, 2);
const FIRST = START / DAY_MS;
/** Nothing here waits for long; a missing result is reported. */
const LIMIT = { timeout: 60_000 };
const TODAY = { now: () => START + DAYS * DAY_MS };
const NO_PLACES = { want: () => {}, townTables: async () => null };

let folder: string;
let storage: Storage;
let reader: TripReader;
let job: TrackJob;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rastro-days-'));
  storage = await openStorage({ folder });
  reader = await openTripReader(storage.location);
  const directory = await Directory.load(storage, 'rastro');
  const { id } = await directory.devices.create({ ...PLAIN_DEVICE, uniqueId: 'van' });
  await storage.commit({ positions: drives(id), events: [], states: [] });
  const limits = { deviceKmh: null, fencesKmh: {}, prefersLowest: false };
  const { tripSettings: settings } = DEFAULT_PIPELINE_OPTIONS;
  const device: TripDevice = { id, settings, limits, dwellMs: {}, gauge: null };
  const { change } = await reduceDevice(reader, device, 100_000);
  assert.ok(change);
  await storage.applyTrips([change]);
  const days = { from: FIRST, to: FIRST + DAYS };
  job = { type: 'track', devices: [device], days, level: 0, view: null, attributes: [], part: 'answer' };
});
beforeEach(async () => {
  // An unreadable day is made again.
  const none = { head: new Uint8Array(0), body: new Uint8Array(0) };
  const { id } = job.devices[0];
  const days = Array.from({ length: DAYS }, (_, i) => ({ day: FIRST + i, ...none }));
  const head = await reader.inSnapshot((snapshot) => snapshot.head(id));
  assert.ok(await storage.saveTrackDays(id, head?.revision ?? 0, days));
});
after(async () => {
  await reader.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

/** Half an hour of each day in bends, a record a minute; twice an hour while it stands. */
function drives(deviceId: number): StoredPosition[] {
  const all: StoredPosition[] = [];
  let latitude = -23.5;
  for (let time = START; time < START + DAYS * DAY_MS;) {
    const minute = (time % DAY_MS) / 60_000;
    const isDriving = minute >= 480 && minute < 510;
    if (isDriving) latitude += 0.005;
    const made = {
      id: all.length + 1,
      deviceId,
      fixTime: time,
      latitude,
      longitude: -46.6 + (isDriving ? Math.sin(minute) * 0.002 : 0),
      speed: knots(isDriving ? 20 : 0),
      attributes: { ignition: isDriving, io: minute === 490 ? { ignition: false } : null },
    };
    all.push(storedPosition(made));
    time += isDriving ? 60_000 : 1_800_000;
  }
  return all;
}

type Made = ReturnType<typeof makeTrack>;
type Piece = string | Uint8Array;
const daysIn = (piece: Piece): number[] =>
  typeof piece === 'string' ? [] : new TrackFrames().push(piece).map((body) => headOf(body).day - FIRST);

/** Stores the storable days as they come. @returns the days, in their order, and the remaining pieces. */
async function keeping(made: Made, lots = Infinity): Promise<{ days: number[]; tag: string | null }> {
  const days: number[] = [];
  let last: Piece = '';
  for (let lot = 0; lot < lots;) {
    const { value, done } = await made.next();
    if (done || (typeof value === 'string' && value.endsWith('"')))
      return { days, tag: done ? null : String(value) };
    if (typeof value === 'string' && value !== MANY_MISSING && typeof last !== 'string') {
      const bodies = new TrackFrames().push(last);
      const stored = bodies.map((body) => ({ day: headOf(body).day, head: body.slice(0, HEAD_BYTES), body }));
      assert.ok(await storage.saveTrackDays(job.devices[0].id, Number(value), stored));
      days.push(...daysIn(last));
      lot++;
    }
    last = value;
  }
  return { days, tag: null };
}

async function answer(made: Made): Promise<string> {
  const bytes: Uint8Array[] = [];
  for await (const piece of made) if (typeof piece !== 'string') bytes.push(piece);
  return Buffer.concat(bytes).toString('hex');
}

test('[TRACK-31] who makes days from the last one back meets who makes them from the first on, and the answer is the same', async () => {
  const alone = makeTrack(reader, job);
  let tag = '';
  for (let next = await alone.next(); !next.done && !tag; next = await alone.next())
    if (typeof next.value === 'string' && next.value.endsWith('"')) tag = next.value;
  const main = makeTrack(reader, job);
  const first = await keeping(main, 1);
  const helper = await keeping(makeTrack(reader, { ...job, part: 'help' }));
  assert.equal(helper.tag, null, 'it has no answer');
  assert.equal(
    helper.days.length,
    DAYS - 1 - 2 * first.days.length,
    'all but what the other is at, and the open day',
  );
  assert.ok((helper.days[0] ?? 0) > (helper.days.at(-1) ?? Infinity), helper.days.join());
  const rest = await keeping(main);
  const all = [...first.days, ...helper.days, ...rest.days];
  assert.deepEqual(
    all.toSorted((a, b) => a - b),
    Array.from({ length: DAYS - 1 }, (_, day) => day),
    'each day is made once',
  );
  assert.equal(rest.tag, tag);
  const stored = makeTrack(reader, job);
  assert.equal((await keeping(stored)).tag, tag);
  const bytes = await answer(main);
  assert.ok(bytes.length > 10_000);
  assert.equal(bytes, await answer(stored));
});

test('[TRACK-31] a thread that nobody waits for takes part in many missing days', LIMIT, async (t) => {
  const reports = new ReportPool(storage.location, 2, { places: NO_PLACES });
  t.after(() => reports.close());
  const wanted = { userId: 1, signal: new AbortController().signal };
  let later = (): void => {};
  const helped = new Promise<void>((resolve) => {
    later = resolve;
  });
  const stored: number[] = [];
  const slow: Pick<Storage, 'saveTrackDays'> = {
    saveTrackDays: async (id, revision, days) => {
      const isLate = (days[0]?.day ?? 0) - FIRST > DAYS / 2;
      if (isLate) later();
      // Who makes them from the first on waits for the store: the other comes first.
      await helped;
      stored.push(...days.map(({ day }) => day - FIRST));
      return storage.saveTrackDays(id, revision, days);
    },
  };
  const pieces = reports.make(job, wanted);
  const tag = await tagAfterStoring(pieces, job, { storage: slow, reports, wanted });
  await pieces.return(undefined);
  assert.match(tag, /^W\//);
  assert.deepEqual(
    [...new Set(stored)].toSorted((a, b) => a - b),
    Array.from({ length: DAYS - 1 }, (_, day) => day),
  );
});

test(
  '[REPORT-65] a thread that helps is given back at once to who waits, and helps again afterwards',
  LIMIT,
  async (t) => {
    const reports = new ReportPool(storage.location, 1, { places: NO_PLACES });
    t.after(() => reports.close());
    const gone = new AbortController();
    const wanted = { userId: 1, signal: gone.signal };
    const help: TrackJob = { ...job, part: 'help' };
    const spare = reports.makeSpare(help, wanted);
    assert.equal(daysIn((await spare.next()).value ?? '').at(-1), DAYS - 2);
    // Nobody takes its result; still the one thread is free for other work.
    const pieces: Piece[] = [];
    for await (const piece of reports.make(
      { ...job, days: { from: FIRST, to: FIRST + 2 } },
      { ...wanted, userId: 2 },
    ))
      pieces.push(piece);
    assert.ok(pieces.some((piece) => typeof piece === 'string' && piece.endsWith('"')));
    const days: number[] = [];
    for await (const piece of spare) days.push(...daysIn(piece));
    assert.equal(days.length, DAYS - 1 - 16, 'from its beginning');
    const second = reports.makeSpare(help, wanted);
    assert.equal((await second.next()).done, false);
    const third = reports.makeSpare(help, wanted).next();
    gone.abort();
    assert.equal((await third).done, true, 'who leaves waits for nothing');
    await assert.rejects(second.next());
    const last = reports.make(
      { ...job, days: { from: FIRST, to: FIRST } },
      { userId: 1, signal: new AbortController().signal },
    );
    for await (const _ of last);
  },
);

test(
  '[TRACK-32] the days before those that somebody looked at are made when no thread is wanted',
  LIMIT,
  async (t) => {
    const reports = new ReportPool(storage.location, 1, { places: NO_PLACES });
    t.after(() => reports.close());
    const dayPrefetcher = new DayPrefetcher(storage, reports, TODAY);
    const last = { ...job, days: { from: FIRST + DAYS - 8, to: FIRST + 10 * 365 } };
    const missing = async (): Promise<number[]> => {
      const { id } = job.devices[0];
      const heads = await reader.inSnapshot((snapshot) => snapshot.trackHeads(id, FIRST, FIRST + DAYS));
      return heads.filter(({ head }) => head.length === 0).map(({ day }) => day - FIRST);
    };
    const stopped = dayPrefetcher.go(last, 1);
    dayPrefetcher.stop();
    await stopped;
    assert.equal((await missing()).length, DAYS, 'an answer comes first');
    await dayPrefetcher.go(last, 1);
    assert.deepEqual(await missing(), [DAYS - 1], 'but the open day');
    let asked = 0;
    const counting: Pick<ReportPool, 'makeSpare'> = {
      makeSpare: (...wanted) => {
        asked++;
        return reports.makeSpare(...wanted);
      },
    };
    const known = new DayPrefetcher(storage, counting, TODAY);
    await known.go(last, 1);
    await known.go(last, 2);
    assert.equal(asked, 1, 'once a day');
  },
);
