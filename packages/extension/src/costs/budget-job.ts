import { BUDGET_ALERTS, isGraver, type Budget, type BudgetAlert } from '@rastro/fleet/costs';
import { z } from 'zod';
import { hasDocuments } from '../has-documents.ts';
import type { Job, JobRun } from '../job.ts';
import type { RaiseReminder } from '../vehicle-reminders.ts';
import { soon } from '../with-tracking-api.ts';
import { stateOfBudget } from './budget-state.ts';
import type { CostContext } from './cost-deps.ts';
import { budgetIn, BUDGET_COUNTER, BUDGETS, keyOf, LINE_COUNTER } from './cost-store.ts';

const SLOT_MS = 300_000;
const PAGE = 200;
/** The gravest alert of each budget in its last period. */
const ALERTS = 'costBudgetAlert';
const storedAlert = z.object({ from: z.string(), alert: z.enum(BUDGET_ALERTS) });
/** Day, and numbers of lines and budgets, at the last comparison. */
const CHECK = { kind: 'costBudgetCheck', key: 'last' } as const;
/** Stored with a budget that is another one: the job compares at its next slot, also when it is at it now. */
export const compareAgain = { ...CHECK, body: 'changed', replaces: null };
/** A vehicle remembers the newest occurrence of each key: budgets share so many. */
const KEYS = 50;

export const alertOfBudget = (id: number) => ({ kind: ALERTS, key: keyOf(id), replaces: null });

type JobDeps = Pick<CostContext, 'storage' | 'today'> & {
  readonly trackingApi: CostContext['trackingApi'] | null;
  readonly raise: RaiseReminder | null;
};

/** Compares budgets once a day and after new lines, and raises an event for each step of a period, once. */
export const budgetJob = (deps: JobDeps): Job => ({
  name: 'costBudgets',
  everyMs: SLOT_MS,
  due: (done, now) => {
    const slot = now - (now % SLOT_MS);
    return done === slot ? [] : [slot];
  },
  isIdle: async () =>
    deps.raise === null ||
    deps.trackingApi === null ||
    !(await hasDocuments(deps.storage, BUDGETS)) ||
    (await deps.storage.document(CHECK.kind, CHECK.key))?.body === (await momentOf(deps)),
  perform: async (_slot, jobRun) => {
    const { raise, trackingApi, storage } = deps;
    if (raise === null || trackingApi === null) return {};
    // Read before the budgets are: a line that comes meanwhile has them compared again.
    const moment = await momentOf(deps);
    const last = await storage.document(CHECK.kind, CHECK.key);
    for await (const page of storage.documents({ kind: BUDGETS, prefix: '', pageSize: PAGE }))
      for (const document of page) {
        jobRun.signal.throwIfAborted();
        await compare({ ...deps, trackingApi, raise }, jobRun, budgetIn(document));
      }
    return { put: [{ ...CHECK, body: moment, replaces: last?.version ?? 0 }] };
  },
});

async function momentOf({ storage, today }: Pick<JobDeps, 'storage' | 'today'>): Promise<string> {
  const numbers = await Promise.all(
    [LINE_COUNTER, BUDGET_COUNTER].map(async (kind) => (await storage.document(kind, 'next'))?.version ?? 0),
  );
  return [await today(), ...numbers].join('/');
}

async function compare(
  deps: JobDeps & { readonly trackingApi: CostContext['trackingApi']; readonly raise: RaiseReminder },
  jobRun: JobRun,
  budget: Budget,
): Promise<void> {
  const { ownerId } = budget;
  // An account that is gone, or may not sign in, is told nothing, and holds up nobody else.
  if (!(await deps.trackingApi.answersFor(ownerId, ownerId, soon()))) return;
  const reader = { id: ownerId, administrator: false };
  const found = await stateOfBudget(deps, budget, { today: await deps.today(), reader });
  const { from } = found.period;
  const { alert, spentCents, forecastCents } = found.state;
  const stored = await deps.storage.document(ALERTS, keyOf(budget.id));
  const last = stored && storedAlert.parse(stored.body);
  const before: BudgetAlert = last?.from === from ? last.alert : 'none';
  if (!isGraver(alert, before) || found.dearest === 0) return;
  const cents = alert === 'forecast' ? (forecastCents ?? spentCents) : spentCents;
  await deps.raise({
    deviceId: found.dearest,
    key: `budget/${budget.id % KEYS}`,
    occurrence: `${budget.id}/${budget.version}/${from}/${alert}`,
    type: 'budgetAlert',
    attributes: { budget: budget.name, percent: Math.round((cents * 100) / budget.cents), alert },
  });
  await jobRun.save({
    put: [{ kind: ALERTS, key: keyOf(budget.id), body: { from, alert }, replaces: null }],
  });
}
