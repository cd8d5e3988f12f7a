import type { ApiFailure } from '@rastro/tracking-client';

/** An unpaid invoice of a suspended account. */
export interface Debt {
  readonly id: number;
  /** A day of the calendar. */
  readonly dueDate: string;
  /** Cents, today: fine and interest included. */
  readonly total: number;
  /** Text of the Pix code; null = it is paid another way. */
  readonly pixPayload: string | null;
  /** Page of the provider, or its slip. */
  readonly page: string | null;
  /** The reseller who is owed; null = the owner of the brand. */
  readonly supplier: { readonly name: string; readonly email: string } | null;
}

/**
 * The open invoices in the answer of a suspended account.
 * @source docs/reference/requirements.md SPEC §8 "Login errors"
 */
export function debtsOf({ body }: Pick<ApiFailure, 'body'>): readonly Debt[] {
  const invoices = fieldsOf(body)['invoices'];
  return Array.isArray(invoices) ? invoices.flatMap((each: unknown) => debtOf(fieldsOf(each))) : [];
}

function debtOf(invoice: Readonly<Record<string, unknown>>): readonly Debt[] {
  const { id, dueDate, pixPayload, invoiceUrl, bankSlipUrl } = invoice;
  const { total } = fieldsOf(invoice['dues']);
  if (typeof id !== 'number' || typeof dueDate !== 'string' || typeof total !== 'number') return [];
  const page = [invoiceUrl, bankSlipUrl].find((url) => typeof url === 'string' && /^https?:/.test(url));
  return [
    {
      id,
      dueDate,
      total,
      pixPayload: typeof pixPayload === 'string' ? pixPayload : null,
      page: typeof page === 'string' ? page : null,
      supplier: supplierOf(fieldsOf(invoice['supplier'])),
    },
  ];
}

const supplierOf = ({ name, email }: Readonly<Record<string, unknown>>): Debt['supplier'] =>
  typeof name === 'string' && typeof email === 'string' ? { name, email } : null;
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
