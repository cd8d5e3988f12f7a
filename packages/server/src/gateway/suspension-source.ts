import type { Dues } from '@rastro/fleet/billing';

/** An open invoice, with the fields that a suspended user needs to pay it. */
export interface InvoiceToPay {
  readonly id: number;
  readonly dueDate: string;
  /** Cents, today. */
  readonly dues: Dues;
  readonly pixPayload: string | null;
  readonly invoiceUrl: string | null;
  readonly bankSlipUrl: string | null;
  /** Reseller to be paid; null = the installation itself, whose contact the brand has. */
  readonly supplier: { readonly name: string; readonly email: string } | null;
}
export interface Suspended {
  /** The user may lift the suspension themselves, once. */
  readonly trustAvailable: boolean;
}

/** Suspended accounts, in front of any tracking server. */
export interface SuspensionSource {
  /** Suspension of a user; null = none. Every call asks for it. */
  of(userId: number): Suspended | null;
  /** The same, checked again: a user who has just paid gets in. */
  now(userId: number): Promise<Suspended | null>;
  /** @returns false = not allowed. */
  takeTrust(who: { readonly userId: number; readonly address: string }): Promise<boolean>;
  /** Open invoices of the user; not those of accounts above. */
  toPay(userId: number): Promise<readonly InvoiceToPay[]>;
  /** @param end Called with users whose live connections must end. */
  watch(end: (userIds: readonly number[]) => void): void;
}
