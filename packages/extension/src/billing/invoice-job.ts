import type { Job } from '../job.ts';
import type { BillingDeps } from './billing-deps.ts';
import { issueInvoices } from './issue-invoices.ts';
import { markOverdue } from './overdue.ts';

/** Short, so that billing soon runs for the first time after it is switched on. */
const SLOT_MS = 300_000;
const KIND = 'billingLook';
const KEY = 'last';

/**
 * Runs once on each day of the installation: ownership of vehicles, due invoices, overdue ones. It checks the date
 * every few minutes, because the time zone is not known beforehand and a clock may be set; the finished day is stored
 * with its check.
 */
export const invoiceJob = (deps: BillingDeps): Job => ({
  name: 'invoices',
  everyMs: SLOT_MS,
  due: (done, now) => {
    const slot = now - (now % SLOT_MS);
    return done === slot ? [] : [slot];
  },
  isIdle: async () =>
    deps.source === null ||
    !(await deps.installation()).isOn ||
    (await deps.storage.document(KIND, KEY))?.body === (await deps.today()),
  perform: async (_slot, { signal, lease }) => {
    const { source, storage, log } = deps;
    if (!source || !(await deps.installation()).isOn) return {};
    const today = await deps.today();
    const last = await storage.document(KIND, KEY);
    if (last?.body === today) return {};
    const run = { today, lease, signal };
    const issued = await issueInvoices(deps, source, run);
    const overdue = await markOverdue(deps, run);
    if (issued > 0 || overdue > 0) log.info({ issued, overdue, day: today }, 'invoices were issued');
    return { put: [{ kind: KIND, key: KEY, body: today, replaces: last?.version ?? 0 }] };
  },
});
