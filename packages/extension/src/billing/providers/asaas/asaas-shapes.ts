import {
  INVOICE_STATUSES,
  readCivilDate,
  type CivilDate,
  type InvoiceStatus,
  type PaymentMethod,
} from '@rastro/fleet/billing';
import { z } from 'zod';
import type { ProviderCharge } from '../payment-provider.ts';

const maybe = z.string().nullish();
/** Fields of a charge that we read; all others are ignored. @source docs/reference/integrations.md §1.5 */
export const asaasCharge = z.object({
  id: z.string(),
  status: z.string(),
  value: z.number(),
  originalValue: z.number().nullish(),
  billingType: maybe,
  externalReference: maybe,
  dueDate: maybe,
  paymentDate: maybe,
  clientPaymentDate: maybe,
  pixTransaction: maybe,
  invoiceUrl: maybe,
  bankSlipUrl: maybe,
  deleted: z.boolean().nullish(),
});
type AsaasCharge = z.output<typeof asaasCharge>;
export const asaasList = <T extends z.ZodType>(item: T) =>
  z.object({ hasMore: z.boolean().default(false), data: z.array(item) });
export const asaasCustomer = z.object({ id: z.string(), deleted: z.boolean().nullish() });
export const asaasPix = z.object({ payload: z.string() });

/** Reais with two decimals are exact as cents; a number never holds them otherwise. */
export const realsOf = (cents: number): number => cents / 100;
export const centsOf = (reals: number): number => Math.round(reals * 100);

/** GENERATED and CANCELED are our own statuses. */
const THEIRS: ReadonlySet<string> = new Set(
  INVOICE_STATUSES.filter((status) => status !== 'GENERATED' && status !== 'CANCELED'),
);
const isTheirs = (status: string): status is InvoiceStatus => THEIRS.has(status);

function statusOf({ status, billingType, deleted }: AsaasCharge): InvoiceStatus | null {
  if (deleted === true) return 'CANCELED';
  // Their documents say it in either place.
  if (status === 'RECEIVED' && billingType === 'RECEIVED_IN_CASH') return 'RECEIVED_IN_CASH';
  return isTheirs(status) ? status : null;
}

const PAYMENT_METHOD_OF: Readonly<Partial<Record<string, PaymentMethod>>> = {
  PIX: 'pix',
  BOLETO: 'slip',
  CREDIT_CARD: 'card',
  DEBIT_CARD: 'card',
  TRANSFER: 'transfer',
  DEPOSIT: 'transfer',
};
/** A slip may be paid by the Pix code on it. */
const methodOf = ({ billingType, pixTransaction }: AsaasCharge): PaymentMethod | null =>
  pixTransaction ? 'pix' : (PAYMENT_METHOD_OF[billingType ?? ''] ?? null);

export function chargeOf(charge: AsaasCharge): ProviderCharge {
  const { id, status, value, originalValue, externalReference } = charge;
  const paidDate = dayIn(charge.clientPaymentDate) ?? dayIn(charge.paymentDate);
  return {
    id,
    reference: externalReference ?? null,
    status: statusOf(charge),
    rawStatus: status.slice(0, 60),
    // When another amount was paid, that is their value.
    value: centsOf(originalValue ?? value),
    dueDate: dayIn(charge.dueDate),
    paidDate,
    paidValue: paidDate === null ? null : centsOf(value),
    paidBy: paidDate === null ? null : methodOf(charge),
    invoiceUrl: pageIn(charge.invoiceUrl),
    bankSlipUrl: pageIn(charge.bankSlipUrl),
  };
}

const dayIn = (text: string | null | undefined): CivilDate | null => readCivilDate((text ?? '').slice(0, 10));
/** Users will click on it. */
function pageIn(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  return ['https:', 'http:'].includes(new URL(text).protocol) ? text : null;
}
