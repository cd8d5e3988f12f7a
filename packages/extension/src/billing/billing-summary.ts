import {
  addMonths,
  DEBT_AGES,
  debtAge,
  INVOICE_STATUSES,
  isOpen,
  isOverdue,
  monthOf,
  monthsBetween,
  type BillingSummary,
  type DebtAge,
  type MoneySum,
} from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import type { BillingDeps } from './billing-deps.ts';
import { visibleIssuers } from './invoice-access.ts';

const NOTHING: MoneySum = { count: 0, value: 0 };
const MONTHS_BACK = 11;
const plus = (a: MoneySum, b: MoneySum): MoneySum => ({ count: a.count + b.count, value: a.value + b.value });

/** Summary of all amounts, from stored sums: reads no invoice. */
export async function readSummary(
  deps: BillingDeps,
  { caller }: ExtensionCall<'GET /billing/summary'>,
): Promise<ExtensionReply> {
  const { storage } = deps;
  const issuers = await visibleIssuers(deps, caller);
  const today = await deps.today();
  const month = monthOf(today);
  const first = addMonths(month, -MONTHS_BACK);
  const open = { issuers, statuses: INVOICE_STATUSES.filter(isOpen), dueFrom: null, dueTo: null };
  const [sums, received, forecast] = await Promise.all([
    storage.invoiceSums(open),
    storage.receivedSums(issuers, { from: first, to: month }),
    storage.forecastSum(issuers),
  ]);
  const ages = new Map<DebtAge, MoneySum>(DEBT_AGES.map((age) => [age, NOTHING]));
  let [due, overdue] = [NOTHING, NOTHING];
  for (const { status, dueDate, count, value } of sums) {
    const sum = { count, value };
    const age = debtAge(dueDate, today);
    ages.set(age, plus(ages.get(age) ?? NOTHING, sum));
    // Invoices not checked yet on this day are late all the same.
    if (isOverdue(status) || dueDate < today) overdue = plus(overdue, sum);
    else due = plus(due, sum);
  }
  const byMonth = new Map(received.map(({ month: of, count, value }) => [of, { count, value }]));
  const body: BillingSummary = {
    today,
    due,
    overdue,
    received: byMonth.get(month) ?? NOTHING,
    forecast,
    ages: [...ages].map(([age, sum]) => ({ age, ...sum })),
    months: monthsBetween(first, month).map((of) => ({ month: of, ...(byMonth.get(of) ?? NOTHING) })),
  };
  return { status: 200, body };
}
