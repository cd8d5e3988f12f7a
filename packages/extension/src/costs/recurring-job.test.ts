import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '@rastro/base';
import type { CivilDate } from '@rastro/fleet/billing';
import type { RecurringCost } from '@rastro/fleet/costs';
import { openExtensionStorage, type ExtensionStorage } from '@rastro/storage';
import type { Outcome } from '../job.ts';
import { openMonths } from './closed-months.ts';
import { keyOf, lineIn, LINES, recurringOf, recurringPut } from './cost-store.ts';
import { runAgain, recurringCostJob } from './recurring-job.ts';

const LEASE: RecurringCost = {
  id: 7,
  version: 0,
  ownerId: 3,
  deviceId: 1,
  deviceName: 'Van',
  kind: 'lease',
  cents: 90_000,
  first: '2026-01-31',
  everyMonths: 1,
  last: null,
  isSpread: false,
  supplier: 'Bank',
  note: '',
  doneMonth: null,
  skipped: [],
  createdTime: '2026-01-01T00:00:00.000Z',
};

async function openLedger(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-costs-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const state: { day: CivilDate } = { day: '2026-03-01' };
  const job = recurringCostJob({
    storage,
    today: async () => state.day,
    clock: { ...systemClock, now: () => 0 },
  });
  /** @param saves Parts after which the process dies; absent = it lives. */
  const runOn = async (day: CivilDate, saves = Infinity): Promise<void> => {
    state.day = day;
    if (await job.isIdle?.()) return;
    let left = saves;
    const save = async (part: Outcome): Promise<void> => {
      if (left-- <= 0) throw new Error('died');
      await storage.commit(part);
    };
    const { signal } = new AbortController();
    const outcome = await job.perform(0, { signal, save, lease: { name: 'x', owner: 'x' } });
    await storage.commit(outcome);
  };
  return { storage, runOn };
}
async function linesIn(storage: ExtensionStorage) {
  const { documents } = await storage.listedDocuments({
    kind: LINES,
    ownerIds: null,
    deviceIds: null,
    states: null,
    from: null,
    to: null,
    text: null,
    sort: 'at',
    isDescending: false,
    after: null,
    limit: 100,
  });
  return documents.map(lineIn);
}
const daysIn = async (storage: ExtensionStorage) => (await linesIn(storage)).map(({ from }) => from);

test('[LEDGER-8] each line is written once, on its day, and what was due before at once', async (t) => {
  const { storage, runOn } = await openLedger(t);
  await runOn('2026-02-27');
  await storage.commit({ put: [recurringPut(LEASE)] });
  await runOn('2026-02-27');
  await runOn('2026-02-27');
  assert.deepEqual(await daysIn(storage), ['2026-01-31']);
  await runOn('2026-02-28');
  assert.deepEqual(await daysIn(storage), ['2026-01-31', '2026-02-28']);
  const [line] = await linesIn(storage);
  assert.deepEqual(
    [line?.source, line?.importKey, line?.ownerId, line?.cents],
    ['recurring', 'recurring/7/2026-01', 3, 90_000],
  );
  const other = { ...LEASE, id: 8, first: '2026-02-01' as const };
  await storage.commit({ put: [recurringPut(other)], remove: [runAgain] });
  await runOn('2026-02-28');
  assert.deepEqual(await daysIn(storage), ['2026-01-31', '2026-02-01', '2026-02-28']);
});

test('[LEDGER-8] wherever the process dies, no line is missing and none is there twice', async (t) => {
  for (let saves = 0; saves < 5; saves++) {
    const { storage, runOn } = await openLedger(t);
    await storage.commit({ put: [recurringPut(LEASE)] });
    await assert.rejects(runOn('2026-04-30', saves), /died/);
    await runOn('2026-04-30');
    assert.deepEqual(await daysIn(storage), ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    await runOn('2026-05-01');
    assert.equal((await linesIn(storage)).length, 4);
  }
});

test('[LEDGER-8] a closed month is skipped, and named', async (t) => {
  const { storage, runOn } = await openLedger(t);
  const [month] = (await openMonths({ storage }, 3, [{ from: '2026-02-01', to: '2026-02-01' }])) ?? [];
  assert.ok(month);
  await storage.commit({ put: [{ ...month, body: { closedAt: '2026-03-01T00:00:00.000Z' } }] });
  await storage.commit({ put: [recurringPut(LEASE)] });
  await runOn('2026-03-31');
  assert.deepEqual(await daysIn(storage), ['2026-01-31', '2026-03-31']);
  const cost = await recurringOf(storage, 7);
  assert.deepEqual([cost?.skipped, cost?.doneMonth], [['2026-02'], '2026-03']);
});

test('[LEDGER-9] a change is about the lines to come, and an end writes no more', async (t) => {
  const { storage, runOn } = await openLedger(t);
  await storage.commit({ put: [recurringPut(LEASE)] });
  await runOn('2026-01-31');
  const now = await recurringOf(storage, 7);
  assert.ok(now);
  await storage.commit({ put: [recurringPut({ ...now, cents: 95_000 })], remove: [runAgain] });
  await runOn('2026-02-28');
  assert.deepEqual(
    (await linesIn(storage)).map(({ cents }) => cents),
    [90_000, 95_000],
  );
  await storage.commit({ remove: [{ kind: 'recurringCost', key: keyOf(7), replaces: null }] });
  await runOn('2026-03-31');
  assert.equal((await linesIn(storage)).length, 2);
});
