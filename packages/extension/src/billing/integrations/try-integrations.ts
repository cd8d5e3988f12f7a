import type { Clock } from '@rastro/base';
import type { IntegrationTest, Language } from '@rastro/fleet';
import { addDays, dateIn, NO_TERMS } from '@rastro/fleet/billing';
import type { Mailer } from '@rastro/outgoing';
import type { OpenProvider } from '../payment-providers.ts';
import type { Outcome, PaymentProvider } from '../payment-provider.ts';
import type { PaymentAccount } from './integration-book.ts';

/** The least that is charged, and a tax id whose digits agree: both are play. */
const TEST_VALUE = 500;
const TEST_TAX_ID = '52998224725';
const TEST_DAYS = 3;

const told = (outcome: Outcome<unknown>): IntegrationTest =>
  outcome.ok
    ? { isOk: true, code: 'ok', detail: '' }
    : { isOk: false, code: outcome.error.code, detail: outcome.error.detail };
export const missing = (what: string): IntegrationTest => ({
  isOk: false,
  code: 'unauthorized',
  detail: what,
});

/** Checks the key; where money is play, makes a charge and takes it away. */
export async function tryPayment(
  account: PaymentAccount,
  parts: { readonly open: OpenProvider; readonly clock: Pick<Clock, 'now'> },
  signal: AbortSignal,
): Promise<IntegrationTest> {
  const provider = parts.open(account);
  const checked = await provider.check(signal);
  if (!checked.ok || account.environment === 'production') return told(checked);
  return tryCharge(account, provider, { now: parts.clock.now(), signal });
}

async function tryCharge(
  { tag }: PaymentAccount,
  provider: PaymentProvider,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<IntegrationTest> {
  const person = { name: 'Teste', taxId: TEST_TAX_ID, email: '', phone: '' };
  const payer = await provider.ensureCustomer({ ...person, reference: `${tag}-test` }, signal);
  if (!payer.ok) return told(payer);
  const charge = await provider.charge(
    {
      reference: `${tag}-test-${now}`,
      payerId: payer.value,
      value: TEST_VALUE,
      dueDate: addDays(dateIn('UTC', now), TEST_DAYS),
      description: 'Teste',
      terms: NO_TERMS,
      mayExist: false,
    },
    signal,
  );
  return told(charge.ok ? await provider.cancel(charge.value.id, signal) : charge);
}

const WORDS: Readonly<Record<Language, { readonly subject: string; readonly text: string }>> = {
  'pt-BR': { subject: 'Teste de e-mail', text: 'O envio de e-mails está funcionando.' },
  es: { subject: 'Prueba de correo', text: 'El envío de correos funciona.' },
  en: { subject: 'Test mail', text: 'Sending mail works.' },
};

/** A mail to whoever asks. */
export async function tryMail(
  mailer: Mailer,
  {
    to,
    language,
    signal,
  }: { readonly to: string; readonly language: Language; readonly signal: AbortSignal },
): Promise<IntegrationTest> {
  const { subject, text } = WORDS[language];
  return told(await mailer.send({ to, subject, text, html: `<p>${text}</p>` }, signal));
}
