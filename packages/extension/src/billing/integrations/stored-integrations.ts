import { NO_TERMS } from '@rastro/fleet/billing';
import { PAYMENT_ENVIRONMENTS } from '@rastro/fleet';
import { PAYMENT_PROVIDERS } from '@rastro/fleet/billing';
import { invoiceIntegrationBody } from '@rastro/fleet/schemas';
import { z } from 'zod';

/** Kind of documents in the store, by owner and name; never change it. */
export const INTEGRATION_KIND = 'integration';
/** By owner. */
export const PROBLEM_KIND = 'integrationProblem';
export const keyOf = (owner: number, name: 'payment' | 'smtp' | 'invoice'): string => `${owner} ${name}`;

/** Sealed, with the instant at which it was written. */
const secret = z.object({ sealed: z.string(), setAt: z.number() }).nullable().default(null);
export type StoredSecret = z.output<typeof secret>;

const payment = z.object({
  provider: z.enum(PAYMENT_PROVIDERS).default('manual'),
  environment: z.enum(PAYMENT_ENVIRONMENTS).default('sandbox'),
  apiKey: secret,
  webhookToken: secret,
  /** Begins our references there: an account may have been used by another installation before. */
  tag: z.string().default(''),
});
export type StoredPayment = z.output<typeof payment>;

const smtp = z.object({
  host: z.string().default(''),
  port: z.int().default(587),
  secure: z.boolean().default(false),
  user: z.string().default(''),
  from: z.string().default(''),
  password: secret,
});
export type StoredMail = z.output<typeof smtp>;

const NO_INVOICE = { companyName: '', taxId: '', address: '', pixKey: '', pixCity: '', terms: NO_TERMS };
export const readPayment = (body: unknown): StoredPayment => payment.parse(body ?? {});
export const readMail = (body: unknown): StoredMail => smtp.parse(body ?? {});
export const readInvoice = (body: unknown): z.output<typeof invoiceIntegrationBody> =>
  invoiceIntegrationBody.parse(body ?? NO_INVOICE);
export const readProblem = (body: unknown): string => z.object({ text: z.string() }).parse(body).text;
