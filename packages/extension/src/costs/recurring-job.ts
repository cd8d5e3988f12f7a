import { retryOnConflict } from '@rastro/base';
import type { CivilDate } from '@rastro/fleet/billing';
import { dueLines, type CostLine, type RecurringCost, type RecurringLine } from '@rastro/fleet/costs';
import { hasDocuments } from '../has-documents.ts';
import type { Job, JobRun } from '../job.ts';
import { nextNumbers } from '../next-numbers.ts';
import { openMonths } from './closed-months.ts';
import type { CostDeps } from './cost-deps.ts';
import {
  isMade,
  LINE_COUNTER,
  linePuts,
  RECURRING,
  recurringIn,
  recurringOf,
  recurringPut,
  sourcePut,
} from './cost-store.ts';

const SLOT_MS = 300_000;
const PAGE = 200;
/** Skipped months that are remembered; of more, the oldest go. */
const MAX_SKIPPED = 24;
/** The last day on which all that was due was written. */
const CHECK = { kind: 'recurringCostCheck', key: 'last' } as const;
/** Has the job run at its next slot: something is new that may be due. */
export const runAgain = { ...CHECK, replaces: null };

type JobDeps = Pick<CostDeps, 'storage' | 'today' | 'clock'>;

/** Writes what is due, once a day of the installation and whenever something is new. */
export const recurringCostJob = (deps: JobDeps): Job => ({
  name: 'recurringCosts',
  everyMs: SLOT_MS,
  due: (done, now) => {
    const slot = now - (now % SLOT_MS);
    return done === slot ? [] : [slot];
  },
  isIdle: async () =>
    !(await hasDocuments(deps.storage, RECURRING)) ||
    (await deps.storage.document(CHECK.kind, CHECK.key))?.body === (await deps.today()),
  perform: async (_slot, jobRun) => {
    const today = await deps.today();
    const last = await deps.storage.document(CHECK.kind, CHECK.key);
    if (last?.body === today) return {};
    // Before the search: what is new meanwhile has this written again.
    await jobRun.save({ put: [{ ...CHECK, body: 'begun', replaces: last?.version ?? 0 }] });
    for await (const page of deps.storage.documents({ kind: RECURRING, prefix: '', pageSize: PAGE }))
      for (const document of page) await writeDue(deps, jobRun, { id: recurringIn(document).id, today });
    const begun = await deps.storage.document(CHECK.kind, CHECK.key);
    return begun?.body === 'begun' ? { put: [{ ...CHECK, body: today, replaces: begun.version }] } : {};
  },
});

async function writeDue(
  deps: JobDeps,
  jobRun: JobRun,
  { id, today }: { readonly id: number; readonly today: CivilDate },
): Promise<void> {
  for (let isLeft = true; isLeft;) {
    jobRun.signal.throwIfAborted();
    isLeft = await retryOnConflict(async () => {
      const cost = await recurringOf(deps.storage, id);
      const [due] = cost === null ? [] : dueLines(cost, today);
      if (cost === null || due === undefined) return false;
      await jobRun.save({ put: await putsOf(deps, cost, due) });
      return true;
    });
  }
}

/** A line and the month that is done with it: both are stored, or neither. */
async function putsOf(deps: JobDeps, cost: RecurringCost, { month, importKey, content }: RecurringLine) {
  const { storage, clock } = deps;
  const { ownerId, deviceName } = cost;
  const done = { ...cost, doneMonth: month };
  if (await isMade(storage, { ownerId, importKey })) return [recurringPut(done)];
  const months = await openMonths(deps, ownerId, [content]);
  if (months === null)
    return [recurringPut({ ...done, skipped: [...cost.skipped, month].slice(-MAX_SKIPPED) })];
  const { first: id, put } = await nextNumbers(storage, { kind: LINE_COUNTER, count: 1 });
  const line: CostLine = {
    ...content,
    id,
    version: 0,
    ownerId,
    deviceName,
    driverName: '',
    source: 'recurring',
    importKey,
    createdTime: new Date(clock.now()).toISOString(),
    receipts: [],
  };
  return [...linePuts(line), sourcePut(line), put, ...months, recurringPut(done)];
}
