import type { Clock, Result } from '@rastro/base';
import type { PaymentEnvironment } from '@rastro/fleet';
import type { CivilDate, InvoiceStatus, PaymentTerms, PaymentMethod } from '@rastro/fleet/billing';
import type { DeliveryFailure, SafeFetch } from '@rastro/outgoing';

/**
 * Result of a provider call: done, or the kind of failure that decides the next step (`unauthorized` = the issuer must
 * act, `invalid_request` = this charge is wrong, `rate_limited` and `unavailable` = later).
 */
export type Outcome<T> = Result<T, DeliveryFailure>;

/** Payer of an invoice. */
export interface Payer {
  /** Our reference, by which the provider finds the payer again. */
  readonly reference: string;
  readonly name: string;
  readonly taxId: string;
  readonly email: string;
  readonly phone: string;
}
export interface ChargeRequest {
  /** Ours; one charge at most bears it. */
  readonly reference: string;
  /** Payer's id at the provider. */
  readonly payerId: string;
  /** Cents. */
  readonly value: number;
  readonly dueDate: CivilDate;
  readonly description: string;
  readonly terms: PaymentTerms;
  /** An earlier attempt may have succeeded without an answer: look for the charge first. */
  readonly mayExist: boolean;
}
/** A charge as the provider has it now. */
export interface ProviderCharge {
  readonly id: string;
  /** Null = another system's, or money without one of our charges. */
  readonly reference: string | null;
  /** Null = one that this version does not know. A removed charge is CANCELED. */
  readonly status: InvoiceStatus | null;
  /** Its word for it, for the log. */
  readonly rawStatus: string;
  /** Cents that were asked for. */
  readonly value: number;
  readonly dueDate: CivilDate | null;
  readonly paidDate: CivilDate | null;
  /** Cents; null = unpaid. */
  readonly paidValue: number | null;
  /** Payment method; null = unpaid, or not reported. */
  readonly paidBy: PaymentMethod | null;
  readonly invoiceUrl: string | null;
  readonly bankSlipUrl: string | null;
}
export interface ChargePage {
  readonly charges: readonly ProviderCharge[];
  /** Where the next page begins; null = this was the last. */
  readonly next: number | null;
}

/** A service that makes charges. None = the issuer is paid past the product (`manual`). */
export interface PaymentProvider {
  /** Are key and environment right? */
  check(signal: AbortSignal): Promise<Outcome<void>>;
  /** @returns the payer's id at the provider; found by reference, or created. */
  ensureCustomer(payer: Payer, signal: AbortSignal): Promise<Outcome<string>>;
  /** Makes a charge, or finds the one of the same reference. Asked again, there is still one. */
  charge(request: ChargeRequest, signal: AbortSignal): Promise<Outcome<ProviderCharge>>;
  /** Removes a charge that nobody has paid; one that is gone already is fine. */
  cancel(chargeId: string, signal: AbortSignal): Promise<Outcome<void>>;
  receiveInCash(
    chargeId: string,
    paid: { readonly day: CivilDate; readonly value: number },
    signal: AbortSignal,
  ): Promise<Outcome<ProviderCharge>>;
  /** Takes that back. */
  undoCash(chargeId: string, signal: AbortSignal): Promise<Outcome<ProviderCharge>>;
  /** The charge of a reference, unless it is removed; null = there is none. */
  find(reference: string, signal: AbortSignal): Promise<Outcome<ProviderCharge | null>>;
  read(chargeId: string, signal: AbortSignal): Promise<Outcome<ProviderCharge>>;
  /** The text of the Pix code of a charge; null = it has none. */
  pix(chargeId: string, signal: AbortSignal): Promise<Outcome<string | null>>;
  /** All charges that are due in a period, for the comparison; removed ones may be missing. */
  chargesDue(
    period: { readonly from: CivilDate; readonly to: CivilDate; readonly offset: number },
    signal: AbortSignal,
  ): Promise<Outcome<ChargePage>>;
}

/** A service that makes charges; all that is known of it here stands in its folder. */
export interface ProviderDefinition {
  /** Address of its API, with version. */
  readonly hosts: Readonly<Record<PaymentEnvironment, string>>;
  open(options: ProviderOptions): PaymentProvider;
  /** Id of the charge that an event of its webhook is about; null = of something else. */
  chargeIdOf(event: unknown): string | null;
}
export interface ProviderOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: SafeFetch;
  readonly clock: Clock;
}
