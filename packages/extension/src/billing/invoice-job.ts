import type { Job } from '../job.ts';
import type { BillingRoom } from './billing-room.ts';
import { issueInvoices } from './issue-invoices.ts';
import { markOverdue } from './overdue.ts';

const HOUR_MS = 3_600_000;
const KIND = 'billingLook';
const KEY = 'last';

/**
 * Once on each day of the installation: whose vehicles they are, what is due, what is overdue. It asks every hour which
 * day it is, because a zone is not known beforehand and a clock may be set; the day that is done is kept with its look.
 */
export const invoiceJob = (room: BillingRoom): Job => ({
  name: 'invoices',
  everyMs: HOUR_MS / 4,
  due: (done, now) => {
    const hour = now - (now % HOUR_MS);
    return done === hour ? [] : [hour];
  },
  perform: async (_hour, { signal, lease }) => {
    const { source, storage, log } = room;
    if (!source || !(await room.installation()).isOn) return {};
    const today = await room.today();
    const last = await storage.document(KIND, KEY);
    if (last?.body === today) return {};
    const look = { today, lease, signal };
    const issued = await issueInvoices(room, source, look);
    const overdue = await markOverdue(room, look);
    if (issued > 0 || overdue > 0) log.info({ issued, overdue, day: today }, 'invoices were issued');
    return { put: [{ kind: KIND, key: KEY, body: today, replaces: last?.version ?? 0 }] };
  },
});
