import { addDays } from '@rastro/fleet/billing';
import { changeStatus } from './change-status.ts';
import type { BillingDeps } from './billing-deps.ts';
import type { BillingRun } from './issue-invoices.ts';

const PAGE = 500;
/** A provider reports overdue invoices itself; after this many days without a report, we mark them. */
const GRACE_DAYS = 2;

/** Marks unpaid invoices past their due date as overdue. @returns how many. */
export async function markOverdue(
  deps: BillingDeps,
  { today, lease: under, signal }: BillingRun,
): Promise<number> {
  const filter = { issuers: null, customerId: null, dueFrom: null, text: null } as const;
  const order = { sort: 'dueDate', isDescending: false, limit: PAGE } as const;
  const by = {
    userId: 0,
    address: '',
    provider: null,
    eventId: null,
    reason: null,
    paidValue: null,
  } as const;
  const dueTo = addDays(today, -1);
  let count = 0;
  for (let after = null; ;) {
    const query = { ...filter, ...order, statuses: ['GENERATED', 'PENDING'], dueTo, after } as const;
    const page = await deps.storage.invoices(query);
    for (const { id, provider, dueDate } of page.invoices) {
      signal.throwIfAborted();
      if (provider !== 'manual' && dueDate > addDays(dueTo, -GRACE_DAYS)) continue;
      const { kind } = await changeStatus(deps, id, { ...by, to: 'OVERDUE', day: today, under });
      if (kind === 'changed') count++;
    }
    if (page.next === null) return count;
    after = page.next;
  }
}
