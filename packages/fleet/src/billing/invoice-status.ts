/**
 * As the provider names them; `GENERATED` = made by hand and never sent there.
 * @source docs/reference/requirements.md SPEC §4, docs/reference/integrations.md §1.6
 */
export const INVOICE_STATUSES = [
  'GENERATED',
  'PENDING',
  'RECEIVED_IN_CASH',
  'RECEIVED',
  'CONFIRMED',
  'OVERDUE',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'REFUNDED',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
  'DUNNING_REQUESTED',
  'DUNNING_RECEIVED',
  'CANCELED',
  'AWAITING_RISK_ANALYSIS',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

const BY_HAND = 'GENERATED';
/**
 * A status as the API has it: the one of invoices made by hand bears the attribute prefix.
 * @source docs/reference/requirements.md SPEC §4
 */
type WrittenByHand = `${string}_${typeof BY_HAND}`;
export type WrittenStatus = Exclude<InvoiceStatus, typeof BY_HAND> | WrittenByHand;
const isByHand = (text: string): text is WrittenByHand => text.endsWith(`_${BY_HAND}`);

/** @param brand Attribute prefix of the product. */
export const writeStatus = (status: InvoiceStatus, brand: string): WrittenStatus =>
  status === BY_HAND ? `${brand}_${BY_HAND}` : status;

/** Reads a status of the API under any prefix: an address saved before a new prefix still works. Null = none. */
export const readStatus = (text: string): InvoiceStatus | null =>
  INVOICE_STATUSES.find((status) => status === text) ?? (isByHand(text) ? BY_HAND : null);

/** Reads the status of an answer; one that only a newer server knows is returned unchanged. */
export const unbrandStatus = (written: WrittenStatus): InvoiceStatus =>
  isByHand(written) ? BY_HAND : written;

/**
 * Statuses that may follow each status of an invoice. Everything else is rejected and logged.
 * @source docs/reference/requirements.md PRODUCT §9
 */
export const TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  GENERATED: ['RECEIVED_IN_CASH', 'CANCELED', 'OVERDUE'],
  PENDING: ['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'OVERDUE', 'CANCELED', 'AWAITING_RISK_ANALYSIS'],
  // Back to PENDING: the due date was moved.
  OVERDUE: [
    'RECEIVED',
    'CONFIRMED',
    'RECEIVED_IN_CASH',
    'CANCELED',
    'DUNNING_REQUESTED',
    'AWAITING_RISK_ANALYSIS',
    'PENDING',
  ],
  AWAITING_RISK_ANALYSIS: ['CONFIRMED', 'RECEIVED', 'PENDING', 'OVERDUE', 'REFUNDED', 'CANCELED'],
  CONFIRMED: ['RECEIVED', 'REFUND_REQUESTED', 'REFUND_IN_PROGRESS', 'REFUNDED', 'CHARGEBACK_REQUESTED'],
  RECEIVED: ['REFUND_REQUESTED', 'REFUND_IN_PROGRESS', 'REFUNDED', 'CHARGEBACK_REQUESTED'],
  // Marked by mistake: it is open again.
  RECEIVED_IN_CASH: ['PENDING', 'OVERDUE', 'GENERATED'],
  REFUND_REQUESTED: ['REFUND_IN_PROGRESS', 'REFUNDED', 'RECEIVED', 'CONFIRMED'],
  REFUND_IN_PROGRESS: ['REFUNDED', 'RECEIVED', 'CONFIRMED'],
  REFUNDED: [],
  CHARGEBACK_REQUESTED: ['CHARGEBACK_DISPUTE', 'REFUNDED', 'RECEIVED', 'CONFIRMED'],
  CHARGEBACK_DISPUTE: ['AWAITING_CHARGEBACK_REVERSAL', 'REFUNDED'],
  AWAITING_CHARGEBACK_REVERSAL: ['CONFIRMED', 'RECEIVED'],
  DUNNING_REQUESTED: ['DUNNING_RECEIVED', 'RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'OVERDUE'],
  DUNNING_RECEIVED: [],
  // The provider gives a removed charge back.
  CANCELED: ['PENDING', 'OVERDUE'],
};

export const mayBecome = (from: InvoiceStatus, to: InvoiceStatus): boolean => TRANSITIONS[from].includes(to);

/** The money has arrived, or counts as such until a decision. */
const PAID: ReadonlySet<InvoiceStatus> = new Set([
  'RECEIVED_IN_CASH',
  'RECEIVED',
  'CONFIRMED',
  'DUNNING_RECEIVED',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]);
export const isPaid = (status: InvoiceStatus): boolean => PAID.has(status);

/** The money has arrived undisputed: there is a receipt. */
const RECEIPTED: ReadonlySet<InvoiceStatus> = new Set([
  'RECEIVED_IN_CASH',
  'RECEIVED',
  'CONFIRMED',
  'DUNNING_RECEIVED',
]);
export const hasReceipt = (status: InvoiceStatus): boolean => RECEIPTED.has(status);

/** Still unpaid. */
const OPEN: ReadonlySet<InvoiceStatus> = new Set([
  'GENERATED',
  'PENDING',
  'OVERDUE',
  'AWAITING_RISK_ANALYSIS',
  'DUNNING_REQUESTED',
]);
export const isOpen = (status: InvoiceStatus): boolean => OPEN.has(status);

/** Past its due date and unpaid: the clock of the suspension runs. */
export const isOverdue = (status: InvoiceStatus): boolean =>
  status === 'OVERDUE' || status === 'DUNNING_REQUESTED';
