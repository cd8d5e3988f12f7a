import type { Job } from '../job.ts';
import type { BillingRoom } from './billing-room.ts';
import { issueInvoices } from './issue-invoices.ts';
import { markOverdue } from './overdue.ts';

/** Somebody who switches billing on need not wait long for his first look. */
const SLOT_MS = 300_000;
const KIND = 'billingLook';
const KEY = 'last';

/**
 * Once on each day of the installation: whose vehicles they are, what is due, what is overdue. It asks every few minutes
 * which day it is, because a zone is not known beforehand and a clock may be set; the day that is done is kept with its look.
 */
export const invoiceJob = (room: BillingRoom): Job => ({
  name: 'invoices',
  everyMs: SLOT_MS,
  due: (done, now) => {
    const slot = now - (now % SLOT_MS);
    return done === slot ? [] : [slot];
  },
  isIdle: async () =>
    room.source === null ||
    !(await room.installation()).isOn ||
    (await room.storage.document(KIND, KEY))?.body === (await room.today()),
  perform: async (_slot, { signal, lease }) => {
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
