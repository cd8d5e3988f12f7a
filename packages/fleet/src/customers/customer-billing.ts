import { isSet, type Attributes, type AttributeValue } from '../entities/attributes.ts';
import { DEVICE_ATTRIBUTES } from '../entities/device-attributes.ts';
import { attributeName, fitsAttribute } from '../entities/named-attributes.ts';
import { PRICE_MODES } from '../billing/terms.ts';
import { USER_ATTRIBUTES } from '../entities/user-attributes.ts';
import type { Charge, PaymentTerms, PriceMode } from '../billing/terms.ts';

/** Billing of a customer, from their attributes. */
export interface CustomerBilling {
  /** Day of the month on which an invoice is due; of shorter months the last. */
  readonly dueDay: number;
  /** Cents a month; null = the price of their vehicles. */
  readonly price: number | null;
  readonly description: string;
  readonly terms: PaymentTerms;
}

/** Default of a customer without a due day. */
const DUE_DAY = 10;
const HUNDREDTHS = 100;

/**
 * @param brand Prefix of the product's attributes.
 * @returns null = the customer gets no invoices. A value of the wrong kind counts as not set.
 */
export function billingOf(attributes: Attributes, brand: string): CustomerBilling | null {
  const named = (key: keyof typeof USER_ATTRIBUTES) => {
    const attribute = USER_ATTRIBUTES[key];
    const value = attributes[attributeName(brand, attribute)];
    return value !== undefined && value !== null && value !== '' && fitsAttribute(attribute, value)
      ? value
      : null;
  };
  if (!isSet(attributes, attributeName(brand, USER_ATTRIBUTES.billing))) return null;
  const number = (key: keyof typeof USER_ATTRIBUTES): number | null => {
    const value = named(key);
    return typeof value === 'number' ? value : null;
  };
  const charge = (amountKey: 'fine' | 'discount', modeKey: 'fineMode' | 'discountMode'): Charge | null => {
    const amount = number(amountKey) ?? 0;
    const mode = priceModeIn(attributes[attributeName(brand, USER_ATTRIBUTES[modeKey])]);
    const whole = Math.round(mode === 'fixed' ? amount : amount * HUNDREDTHS);
    return whole > 0 ? { amount: whole, mode } : null;
  };
  const description = named('description');
  const reduction = charge('discount', 'discountMode');
  return {
    dueDay: number('firstDueDay') ?? DUE_DAY,
    price: number('price'),
    description: typeof description === 'string' ? description : '',
    terms: {
      fine: charge('fine', 'fineMode'),
      interest: Math.round((number('interest') ?? 0) * HUNDREDTHS),
      discount: reduction && { ...reduction, days: number('discountDays') ?? 0 },
    },
  };
}

/** `percentage` is what earlier versions wrote into the accounts of a foreign server, where no migration reaches. */
const priceModeIn = (value: AttributeValue | undefined): PriceMode =>
  value === 'percentage' ? 'percent' : (PRICE_MODES.find((each) => each === value) ?? 'fixed');

/** Monthly price of a vehicle, in cents; 0 = not set, or not an amount. */
export function monthlyValueOf(attributes: Attributes): number {
  const value = attributes[DEVICE_ATTRIBUTES.monthlyValue];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
