import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { openStorage, type Storage } from '@rastro/storage';
import { eventually } from '../../../test/open-test-tracker.ts';
import { DEFAULT_PIPELINE_OPTIONS } from '../../pipeline/options.ts';
import type { TrackJob } from '../../tracks/track-job.ts';
import { ReportPool } from './report-pool.ts';

const LIMIT = { timeout: 60_000 };
const TODAY = 20_000;
const NO_PLACES = { want: () => {}, townTables: async () => null };
const job: TrackJob = {
  type: 'track',
  devices: [
    {
      id: 1,
      settings: DEFAULT_PIPELINE_OPTIONS.tripSettings,
      limits: { deviceKmh: null, fencesKmh: {}, prefersLowest: false },
      dwellMs: {},
      gauge: null,
    },
  ],
  days: { from: TODAY, to: TODAY + 1 },
  level: 0,
  view: null,
  attributes: [],
  part: 'answer',
};

let folder: string;
let storage: Storage;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rastro-quiet-'));
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const wanted = () => ({ userId: 1, signal: new AbortController().signal });

async function piecesOf(reports: ReportPool): Promise<number> {
  let count = 0;
  for await (const _ of reports.make(job, wanted())) count++;
  return count;
}

test(
  '[REPORT-67] a thread without work ends after a while, and a report asked then is answered',
  LIMIT,
  async (t) => {
    const reports = new ReportPool(storage.location, 2, { places: NO_PLACES, quietMs: 20 });
    t.after(() => reports.close());
    const pieces = await piecesOf(reports);
    assert.ok(pieces > 0);
    assert.equal(reports.threads, 1);
    for (let round = 0; round < 3; round++) {
      await eventually(() => reports.threads === 0);
      // The old thread is still on its way out.
      assert.equal(await piecesOf(reports), pieces);
    }
  },
);

test('[REPORT-67] a thread that works often enough stays', LIMIT, async (t) => {
  const reports = new ReportPool(storage.location, 2, { places: NO_PLACES, quietMs: DAY_MS });
  t.after(() => reports.close());
  for (let round = 0; round < 5; round++) await piecesOf(reports);
  assert.equal(reports.threads, 1);
});

test('[REPORT-67] a job whose reader has stopped reading keeps its thread', LIMIT, async (t) => {
  const reports = new ReportPool(storage.location, 1, { places: NO_PLACES, parkMs: 1, quietMs: 5 });
  t.after(() => reports.close());
  const parked = reports.make(job, wanted());
  assert.equal((await parked.next()).done, false);
  // The thread serves another one, and is free for longer than it may be quiet.
  await piecesOf(reports);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(reports.threads, 1);
  for await (const _ of parked);
  await eventually(() => reports.threads === 0);
});
