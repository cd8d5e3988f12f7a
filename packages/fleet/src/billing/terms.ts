import { daysBetween, type CivilDate } from './civil-date.ts';

/** Kinds of a discount or a fine: an amount in cents, or a share of the price. */
export const PRICE_MODES = ['fixed', 'percent'] as const;
export type PriceMode = (typeof PRICE_MODES)[number];
/** An amount in cents, or hundredths of a percent, depending on the mode. */
export interface Charge {
  readonly amount: number;
  readonly mode: PriceMode;
}

/**
 * Fine, interest and discount, by the day on which an invoice is paid.
 * @source docs/reference/requirements.md SPEC §3 "Billing fields"
 */
export interface PaymentTerms {
  /** Once, from the day after the due date; null = none. */
  readonly fine: Charge | null;
  /** Hundredths of a per cent a month, by the day of a month of 30. */
  readonly interest: number;
  /** Until so many days before the due date (0 = on it too); null = none. */
  readonly discount: (Charge & { readonly days: number }) | null;
}
export const NO_TERMS: PaymentTerms = { fine: null, interest: 0, discount: null };

/** Returns a customer's own terms if they have any, else those of their issuer. */
export const termsOrUsual = (own: PaymentTerms, usual: PaymentTerms): PaymentTerms =>
  own.fine === null && own.interest === 0 && own.discount === null ? usual : own;

/** Amounts due on a day, in cents. `value - discount + fine + interest` = `total`. */
export interface Dues {
  readonly value: number;
  readonly discount: number;
  readonly fine: number;
  readonly interest: number;
  readonly total: number;
}

const HUNDREDTHS = 10_000;
const DAYS_OF_A_MONTH = 30;

/**
 * Returns the amounts due when an invoice is paid on a day. Each part is rounded to whole cents once, halves up, so
 * that parts and total agree. A discount is never more than the value.
 * @source docs/reference/integrations.md §1.7 for the interest
 */
export function duesOn(
  {
    value,
    dueDate,
    terms,
  }: { readonly value: number; readonly dueDate: CivilDate; readonly terms: PaymentTerms },
  day: CivilDate,
): Dues {
  const late = daysBetween(dueDate, day);
  const { discount: reduction } = terms;
  const isEarly = reduction !== null && late <= -reduction.days;
  const discount = isEarly ? Math.min(value, chargeOf(reduction, value)) : 0;
  const fine = late > 0 && terms.fine !== null ? chargeOf(terms.fine, value) : 0;
  const interest =
    late > 0 ? Math.round((value * terms.interest * late) / (HUNDREDTHS * DAYS_OF_A_MONTH)) : 0;
  return { value, discount, fine, interest, total: value - discount + fine + interest };
}

const chargeOf = ({ amount, mode }: Charge, value: number): number =>
  mode === 'fixed' ? amount : Math.round((value * amount) / HUNDREDTHS);
