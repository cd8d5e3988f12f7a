import { INVOICE_STATUSES, readCivilDate, type InvoiceStatus } from '@rastro/fleet/billing';
import type { InvoiceQuestion } from '@rastro/tracking-client';

/** Groups of statuses that users ask for; each status stands in one of them. */
export const STATUS_GROUPS = {
  open: ['GENERATED', 'PENDING', 'AWAITING_RISK_ANALYSIS'],
  overdue: ['OVERDUE', 'DUNNING_REQUESTED'],
  paid: ['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'DUNNING_RECEIVED'],
  disputed: [
    'REFUND_REQUESTED',
    'REFUND_IN_PROGRESS',
    'CHARGEBACK_REQUESTED',
    'CHARGEBACK_DISPUTE',
    'AWAITING_CHARGEBACK_REVERSAL',
  ],
  ended: ['CANCELED', 'REFUNDED'],
} as const satisfies Readonly<Record<string, readonly InvoiceStatus[]>>;
export type StatusGroup = keyof typeof STATUS_GROUPS;
export const GROUP_NAMES = ['open', 'overdue', 'paid', 'disputed', 'ended'] as const satisfies StatusGroup[];
export const SORTS = ['dueDate', 'value', 'customer', 'paidDate'] as const;

/** Query of the address. */
export interface BillingQuestion {
  readonly text: string;
  /** Of one customer; null = of all. */
  readonly customer: number | null;
  readonly group: StatusGroup | null;
  readonly from: string;
  readonly to: string;
  readonly sort: (typeof SORTS)[number];
  readonly isAscending: boolean;
}

export const readBillingQuestion = (search: URLSearchParams): BillingQuestion => ({
  text: search.get('q') ?? '',
  customer: numberIn(search.get('customer')),
  group: GROUP_NAMES.find((name) => name === search.get('status')) ?? null,
  from: search.get('from') ?? '',
  to: search.get('to') ?? '',
  sort: SORTS.find((sort) => sort === search.get('sort')) ?? 'dueDate',
  isAscending: search.get('order') === 'up',
});

/** Null = it is no id. */
const numberIn = (text: string | null): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;

export const isNarrowed = ({ text, customer, group, from, to }: BillingQuestion): boolean =>
  group !== null || customer !== null || [text, from, to].some((part) => part !== '');

/** The same, as the server is asked; a day that is not finished narrows nothing. */
export const askedInvoices = ({
  text,
  customer,
  group,
  from,
  to,
  sort,
  isAscending,
}: BillingQuestion): InvoiceQuestion => ({
  ...(text.trim() === '' ? {} : { text: text.trim() }),
  ...(customer === null ? {} : { customerId: customer }),
  ...(group === null
    ? {}
    : { status: INVOICE_STATUSES.filter((each) => STATUS_GROUPS[group].some((one) => one === each)) }),
  ...(readCivilDate(from) === null ? {} : { from }),
  ...(readCivilDate(to) === null ? {} : { to }),
  sort,
  ...(isAscending ? { ascending: true } : {}),
});
