import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { readPixKey } from '../billing/pix-code.ts';
import { PAYMENT_PROVIDERS } from '../billing/payment-providers.ts';
import { PAYMENT_ENVIRONMENTS } from '../entities/integration.ts';
import { PRICE_MODES } from '../billing/terms.ts';
import { flag, integer, optionalText } from './fields.ts';

const textUpTo = (most: number) => optionalText(most).transform((text) => text ?? '');
/** Absent or blank = unchanged; null = deleted. Messages never repeat the input. */
const secret = () =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z
      .string()
      .trim()
      .min(1)
      .max(FIELD_LIMITS.secret)
      .refine((text) => !/\p{Cc}/u.test(text), { message: 'has characters that nobody sees' })
      .nullable()
      .optional(),
  );

export const paymentIntegrationBody = z
  .object({
    provider: z.enum(PAYMENT_PROVIDERS),
    environment: z.enum(PAYMENT_ENVIRONMENTS),
    apiKey: secret(),
    /** Makes a token, the former one ends. */
    renewWebhookToken: flag(),
  })
  .meta({ title: 'PaymentIntegrationSettings' });
export type PaymentIntegrationBody = z.output<typeof paymentIntegrationBody>;

/** `box@host`, or a name with it in angle brackets; one line, so that it stays one header. */
const SENDER = /^(?:[^<>\r\n"]{0,100}<)?[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+>?$/;
const HOST = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;
export const mailIntegrationBody = z
  .object({
    host: textUpTo(FIELD_LIMITS.mail.host).refine((text) => text === '' || HOST.test(text), {
      message: 'is no host',
    }),
    port: integer(587).pipe(z.int().min(FIELD_LIMITS.mail.port.min).max(FIELD_LIMITS.mail.port.max)),
    secure: flag(),
    user: textUpTo(FIELD_LIMITS.mail.user),
    from: textUpTo(FIELD_LIMITS.mail.from).refine((text) => text === '' || SENDER.test(text), {
      message: 'is no mail address',
    }),
    password: secret(),
  })
  .refine(({ host, from }) => host === '' || from !== '', { path: ['from'], message: 'is missing' })
  .meta({ title: 'MailIntegrationSettings' });
export type MailIntegrationBody = z.output<typeof mailIntegrationBody>;

const amount = () => integer(0).pipe(z.int().min(0).max(FIELD_LIMITS.terms.cents));
const isShare = ({ amount: share, mode }: { amount: number; mode: string }): boolean =>
  mode === 'fixed' || share <= FIELD_LIMITS.terms.share;
const charge = { amount: amount(), mode: z.enum(PRICE_MODES) };
const tooMuch = { path: ['amount'], message: 'is more than 100 per cent' };
const terms = z.object({
  fine: z.object(charge).refine(isShare, tooMuch).nullable(),
  interest: integer(0).pipe(z.int().min(0).max(FIELD_LIMITS.terms.share)),
  discount: z
    .object({ ...charge, days: integer(0).pipe(z.int().min(0).max(FIELD_LIMITS.terms.discountDays)) })
    .refine(isShare, tooMuch)
    .nullable(),
});
export const invoiceIntegrationBody = z
  .object({
    companyName: textUpTo(FIELD_LIMITS.invoiceIntegration.companyName),
    taxId: textUpTo(FIELD_LIMITS.invoiceIntegration.taxId),
    address: textUpTo(FIELD_LIMITS.invoiceIntegration.address),
    pixKey: textUpTo(FIELD_LIMITS.invoiceIntegration.pixKey)
      .transform((text) => (text === '' ? '' : readPixKey(text)))
      .refine((key): key is string => key !== null, { message: 'is no Pix key' }),
    pixCity: textUpTo(FIELD_LIMITS.invoiceIntegration.pixCity),
    terms,
  })
  .meta({ title: 'InvoiceIntegrationSettings' });
export type InvoiceIntegrationBody = z.output<typeof invoiceIntegrationBody>;

/** Other fields are stored unchanged. */
export const providerEventBody = z
  .looseObject({ id: z.string().min(1).max(200), event: z.string().max(200) })
  .meta({ title: 'ProviderEvent' });
