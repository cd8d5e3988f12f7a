import { FIELD_LIMITS, type Integrations, type InvoiceIntegration, type Language } from '@rastro/fleet';
import { readPixKey, type Charge, type PriceMode } from '@rastro/fleet/billing';
import type { MailSettings, PaymentSettings } from '@rastro/tracking-client';
import { centsText, numberText, ownSigns, readNumber } from '../../i18n/number-text.ts';

export const INTEGRATION_PARTS = ['payment', 'smtp', 'invoice'] as const;
export type IntegrationPart = (typeof INTEGRATION_PARTS)[number];

/** Secret as typed: '' = keep the stored one, null = delete it. */
export type TypedSecret = string | null;

export const paymentValues = ({ payment: { provider, environment } }: Integrations): PaymentSettings => ({
  provider,
  environment,
  apiKey: '',
  renewWebhookToken: false,
});

export interface MailValues {
  readonly host: string;
  readonly port: string;
  readonly secure: boolean;
  readonly user: string;
  readonly from: string;
  readonly password: TypedSecret;
}
export function mailValues({ smtp: { host, port, secure, user, from } }: Integrations): MailValues {
  return { host, port: String(port), secure, user, from, password: '' };
}
export type Problems<V> = Partial<Record<keyof V, 'wrongPort' | 'missing' | 'wrongNumber' | 'wrongPixKey'>>;
const PORT = FIELD_LIMITS.mail.port;
export function mailProblems({ host, port, from }: MailValues): Problems<MailValues> {
  const isPort = /^\d{1,5}$/.test(port.trim()) && Number(port) >= PORT.min && Number(port) <= PORT.max;
  return {
    ...(isPort ? {} : { port: 'wrongPort' }),
    ...(host.trim() !== '' && from.trim() === '' ? { from: 'missing' } : {}),
  };
}
export const mailSettings = (values: MailValues): MailSettings => ({ ...values, port: Number(values.port) });

export interface InvoiceValues extends Pick<
  InvoiceIntegration,
  'companyName' | 'taxId' | 'address' | 'pixKey' | 'pixCity'
> {
  /** Amounts and shares as they are typed; '' = none. */
  readonly fine: string;
  readonly fineMode: PriceMode;
  readonly interest: string;
  readonly discount: string;
  readonly discountMode: PriceMode;
  readonly discountDays: string;
}
export function invoiceValues({ invoice }: Integrations, language: Language): InvoiceValues {
  const { terms, companyName, taxId, address, pixKey, pixCity } = invoice;
  const { fine, interest, discount } = terms;
  return {
    companyName,
    taxId,
    address,
    pixKey,
    pixCity,
    fine: chargeText(fine, language),
    fineMode: fine?.mode ?? 'percent',
    interest: interest === 0 ? '' : numberText(interest / 100, language, 2),
    discount: chargeText(discount, language),
    discountMode: discount?.mode ?? 'percent',
    discountDays: discount === null ? '' : String(discount.days),
  };
}
const chargeText = (charge: Charge | null, language: Language): string => {
  if (charge === null) return '';
  const { amount, mode } = charge;
  return mode === 'fixed' ? centsText(amount, language) : numberText(amount / 100, language, 2);
};

const TERMS = FIELD_LIMITS.terms;
/** Cents, or hundredths of a per cent; 0 = none, null = no number, or one that cannot be. */
function hundredthsOf(text: string, mode: PriceMode, language: Language): number | null {
  if (text.trim() === '') return 0;
  const own = mode === 'fixed' ? ownSigns.money(language) : ownSigns.share;
  const number = readNumber(text, language, own);
  const hundredths = number === null ? -1 : Math.round(number * 100);
  const max = mode === 'fixed' ? TERMS.cents : TERMS.share;
  return hundredths >= 0 && hundredths <= max ? hundredths : null;
}
const daysOf = (text: string): number | null =>
  text.trim() === ''
    ? 0
    : /^\d{1,3}$/.test(text.trim()) && Number(text) <= TERMS.discountDays
      ? Number(text)
      : null;

export function invoiceProblems(values: InvoiceValues, language: Language): Problems<InvoiceValues> {
  const isNumber = (text: string, mode: PriceMode) => hundredthsOf(text, mode, language) !== null;
  return {
    ...(values.pixKey.trim() === '' || readPixKey(values.pixKey) !== null ? {} : { pixKey: 'wrongPixKey' }),
    ...(isNumber(values.fine, values.fineMode) ? {} : { fine: 'wrongNumber' }),
    ...(isNumber(values.interest, 'percent') ? {} : { interest: 'wrongNumber' }),
    ...(isNumber(values.discount, values.discountMode) ? {} : { discount: 'wrongNumber' }),
    ...(daysOf(values.discountDays) === null ? { discountDays: 'wrongNumber' } : {}),
  };
}
export function invoiceSettings(values: InvoiceValues, language: Language): InvoiceIntegration {
  const { companyName, taxId, address, pixKey, pixCity, fineMode, discountMode } = values;
  const fine = hundredthsOf(values.fine, fineMode, language) ?? 0;
  const discount = hundredthsOf(values.discount, discountMode, language) ?? 0;
  return {
    companyName,
    taxId,
    address,
    pixKey,
    pixCity,
    terms: {
      fine: fine === 0 ? null : { amount: fine, mode: fineMode },
      interest: hundredthsOf(values.interest, 'percent', language) ?? 0,
      discount:
        discount === 0
          ? null
          : { amount: discount, mode: discountMode, days: daysOf(values.discountDays) ?? 0 },
    },
  };
}
