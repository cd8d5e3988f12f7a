import type { Dues } from '@rastro/fleet/billing';

/** An open invoice, as far as somebody who may not come in needs it to pay. */
export interface InvoiceToPay {
  readonly id: number;
  readonly dueDate: string;
  /** Cents, today. */
  readonly dues: Dues;
  readonly pixPayload: string | null;
  readonly invoiceUrl: string | null;
  readonly bankSlipUrl: string | null;
  /** The reseller who is owed; null = the installation itself, whose contact the brand has. */
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
  /** The same, looked at anew: whoever has just paid comes in. */
  now(userId: number): Promise<Suspended | null>;
  /** @returns false = not allowed. */
  takeTrust(who: { readonly userId: number; readonly address: string }): Promise<boolean>;
  /** Open invoices of the user; not those of accounts above. */
  toPay(userId: number): Promise<readonly InvoiceToPay[]>;
  /** @param end Told whose live connections are over. */
  watch(end: (userIds: readonly number[]) => void): void;
}
