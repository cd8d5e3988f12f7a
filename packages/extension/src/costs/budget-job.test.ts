import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { CivilDate } from '@rastro/fleet/billing';
import type { Budget, CostLine } from '@rastro/fleet/costs';
import { openExtensionStorage } from '@rastro/storage';
import type { VehicleReminder } from '../vehicle-reminders.ts';
import { externalTrackingApi } from '../tracking-api.ts';
import { nextNumbers } from '../next-numbers.ts';
import { budgetJob, compareAgain } from './budget-job.ts';
import { budgetPut, LINE_COUNTER, linePuts } from './cost-store.ts';

/** May not sign in. */
const LOCKED_OUT = 9;
const BUDGET: Budget = {
  id: 4,
  version: 0,
  ownerId: 3,
  name: 'Fuel',
  deviceId: 0,
  groupId: 0,
  subjectName: '',
  kind: 'fuel',
  span: 'month',
  cents: 100_000,
  createdTime: '2026-01-01T00:00:00.000Z',
};
const lineOf = (id: number, more: Partial<CostLine>): CostLine => ({
  id,
  version: 0,
  ownerId: 3,
  deviceId: 1,
  deviceName: 'Van',
  driverName: '',
  source: 'user',
  importKey: '',
  createdTime: '2026-03-01T00:00:00.000Z',
  kind: 'fuel',
  cents: 10_000,
  from: '2026-03-02',
  to: '2026-03-02',
  at: null,
  quantity: 0,
  unit: null,
  odometerKm: null,
  engineHours: null,
  supplier: '',
  document: '',
  driverUniqueId: '',
  note: '',
  receipts: [],
  ...more,
});

async function openBudgets(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-budgets-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  interface State {
    day: CivilDate;
    isDown: boolean;
    /** Done while an event is raised. */
    during: (() => Promise<void>) | null;
  }
  const state: State = { day: '2026-03-01', isDown: false, during: null };
  const raised: VehicleReminder[] = [];
  const job = budgetJob({
    storage,
    today: async () => state.day,
    // A budget of all vehicles asks nothing but this; any other question fails.
    trackingApi: {
      ...externalTrackingApi({ url: 'http://127.0.0.1:9', token: '' }),
      answersFor: async (userId) => userId !== LOCKED_OUT,
    },
    raise: async (reminder) => {
      if (state.isDown) throw new Error('nobody answers');
      raised.push(reminder);
      await state.during?.();
      state.during = null;
    },
  });
  /** @returns Whether there was anything to do. */
  const runOn = async (day: CivilDate): Promise<boolean> => {
    state.day = day;
    if (await job.isIdle?.()) return false;
    const save = (part: object): Promise<void> => storage.commit(part);
    const { signal } = new AbortController();
    await storage.commit(await job.perform(0, { signal, save, lease: { name: 'x', owner: 'x' } }));
    return true;
  };
  let lines = 0;
  const spend = async (more: Partial<CostLine>): Promise<void> => {
    const { put } = await nextNumbers(storage, { kind: LINE_COUNTER, count: 1 });
    await storage.commit({ put: [...linePuts(lineOf((lines += 1), more)), put] });
  };
  return { storage, state, raised, runOn, spend };
}
const stepsOf = (raised: readonly VehicleReminder[]) =>
  raised.map(({ deviceId, attributes: { percent, alert } }) => [deviceId, percent, alert]);

test('[LEDGER-16] each step of a budget is raised once in its period, at the vehicle that cost most', async (t) => {
  const { storage, raised, runOn, spend } = await openBudgets(t);
  assert.equal(await runOn('2026-03-02'), false, 'without budgets there is nothing to do');
  await storage.commit({ put: [budgetPut(BUDGET)] });
  await spend({ cents: 30_000, deviceId: 1 });
  await spend({ cents: 40_000, deviceId: 2 });
  await spend({ cents: 90_000, kind: 'tolls', deviceId: 5 });
  await spend({ cents: 90_000, ownerId: 9, deviceId: 6 });
  await runOn('2026-03-02');
  assert.deepEqual(raised, [], 'a few days are no habit');
  await runOn('2026-03-10');
  await runOn('2026-03-11');
  assert.deepEqual(stepsOf(raised), [[2, 217, 'forecast']]);
  assert.equal(await runOn('2026-03-11'), false, 'nothing is new');
  await spend({ cents: 15_000, deviceId: 1 });
  assert.equal(await runOn('2026-03-11'), true, 'a new line is compared on the same day');
  await spend({ cents: 20_000, deviceId: 1 });
  await runOn('2026-03-11');
  await runOn('2026-03-12');
  assert.deepEqual(stepsOf(raised), [
    [2, 217, 'forecast'],
    [1, 85, 'near'],
    [1, 105, 'over'],
  ]);
  await spend({ cents: 100_000, deviceId: 2, from: '2026-04-01', to: '2026-04-01' });
  await runOn('2026-04-01');
  assert.deepEqual(stepsOf(raised).at(-1), [2, 100, 'over'], 'the next month begins anew');
  assert.equal(new Set(raised.map(({ occurrence }) => occurrence)).size, 4);
});

test('[LEDGER-16] an event that was not taken is raised again later', async (t) => {
  const { storage, state, raised, runOn, spend } = await openBudgets(t);
  await storage.commit({ put: [budgetPut(BUDGET)] });
  await spend({ cents: 100_000 });
  state.isDown = true;
  await assert.rejects(runOn('2026-03-02'), /nobody answers/);
  state.isDown = false;
  await runOn('2026-03-02');
  assert.deepEqual(stepsOf(raised), [[1, 100, 'over']]);
});

test('[LEDGER-16] an account that may not sign in is told nothing, and holds up nobody else', async (t) => {
  const { storage, raised, runOn, spend } = await openBudgets(t);
  const theirs = { ...BUDGET, id: 1, ownerId: LOCKED_OUT, groupId: 5 };
  await storage.commit({ put: [budgetPut(theirs), budgetPut(BUDGET)] });
  await spend({ cents: 100_000 });
  await runOn('2026-03-02');
  assert.deepEqual(stepsOf(raised), [[1, 100, 'over']]);
  assert.equal(await runOn('2026-03-02'), false, 'nothing is left to do');
});

test('[LEDGER-16] a budget that was changed is compared again, also when that was meanwhile', async (t) => {
  const { storage, state, raised, runOn, spend } = await openBudgets(t);
  await storage.commit({ put: [budgetPut(BUDGET)] });
  await spend({ cents: 50_000 });
  await runOn('2026-03-02');
  assert.deepEqual(raised, []);
  const change = (cents: number, version: number): Promise<void> =>
    storage.commit({ put: [budgetPut({ ...BUDGET, cents, version }), compareAgain] });
  await change(60_000, 1);
  state.during = () => change(40_000, 2);
  await assert.rejects(runOn('2026-03-02'), { code: 'CONFLICT' });
  assert.equal(await runOn('2026-03-02'), true);
  assert.deepEqual(stepsOf(raised), [
    [1, 83, 'near'],
    [1, 125, 'over'],
  ]);
});
