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
  /** He may lift it himself, once. */
  readonly trustAvailable: boolean;
}

/** Who has not paid, in front of whichever tracking server. */
export interface SuspensionSource {
  /** Why somebody may do nothing; null = he may. Asked by every call. */
  of(userId: number): Suspended | null;
  /** The same, looked at anew: whoever has just paid comes in. */
  now(userId: number): Promise<Suspended | null>;
  /** @returns false = he may not. */
  takeTrust(who: { readonly userId: number; readonly address: string }): Promise<boolean>;
  /** What he owes himself; nothing of what somebody above him does. */
  toPay(userId: number): Promise<readonly InvoiceToPay[]>;
  /** @param end Told whose live connections are over. */
  watch(end: (userIds: readonly number[]) => void): void;
}
