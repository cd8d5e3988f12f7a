import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import type { CoachingCase } from '@rastro/fleet/coaching';
import { openExtensionStorage } from '@rastro/storage';
import { casePut, casesBetween, withdrawnEvents, withdrawnPut } from './case-store.ts';
import { forgetCases } from './forget-cases.ts';

const TODAY = Date.UTC(2026, 4, 20);
const caseAt = (time: number): CoachingCase => ({
  deviceId: 3,
  deviceName: 'Van',
  kind: 'braking',
  startTime: new Date(time).toISOString(),
  endTime: new Date(time).toISOString(),
  isSevere: false,
  driverUniqueId: 'ana',
  driverName: 'Ana',
  state: 'open',
  assigneeId: 0,
  assigneeName: '',
  note: '',
  doneAt: null,
  contest: null,
  version: 0,
});

test('[COACH-10] cases go with the positions of their time; what was taken back stays so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-cases-'));
  const storage = await openExtensionStorage({ folder });
  try {
    const times = [40, 31, 30, 2].map((days) => TODAY - days * DAY_MS + 5000);
    for (const time of times) {
      const stored = caseAt(time);
      await storage.commit({ put: [casePut(stored), await withdrawnPut(storage, stored)] });
    }
    const never = forgetCases(storage, 0);
    assert.deepEqual(never.due(null, TODAY + 1), [], 'positions are stored for ever');
    const job = forgetCases(storage, 30);
    assert.deepEqual([job.due(null, TODAY + 1), job.due(TODAY, TODAY + 1)], [[TODAY], []]);
    const outcome = await job.perform(TODAY, {
      signal: new AbortController().signal,
      lease: { name: job.name, owner: 'test' },
      save: async () => {},
    });
    await storage.commit(outcome);
    const left = await casesBetween(storage, TODAY - 60 * DAY_MS, TODAY);
    assert.deepEqual(
      left.map(({ startTime }) => Date.parse(startTime)),
      times.slice(2),
    );
    const withdrawn = await withdrawnEvents(storage);
    assert.equal(withdrawn.get(3)?.length, 4);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
