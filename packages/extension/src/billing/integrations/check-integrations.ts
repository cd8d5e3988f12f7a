import type { Clock } from '@rastro/base';
import type { IntegrationTest, Language } from '@rastro/fleet';
import { addDays, dateIn, NO_TERMS } from '@rastro/fleet/billing';
import { renderMail, type MailFrame } from '@rastro/outgoing';
import type { IssuerMailer } from './issuer-mail.ts';
import type { OpenProvider } from '../providers/registry.ts';
import type { Outcome, PaymentProvider } from '../providers/payment-provider.ts';
import type { PaymentAccount } from './integration-store.ts';

/** The least that is charged, and a tax id whose digits agree: both are play. */
const TEST_VALUE = 500;
const TEST_TAX_ID = '52998224725';
const TEST_DAYS = 3;

const testResult = (outcome: Outcome<unknown>): IntegrationTest =>
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
  deps: { readonly open: OpenProvider; readonly clock: Pick<Clock, 'now'> },
  signal: AbortSignal,
): Promise<IntegrationTest> {
  const provider = deps.open(account);
  const checked = await provider.check(signal);
  if (!checked.ok || account.environment === 'production') return testResult(checked);
  return tryCharge(account, provider, { now: deps.clock.now(), signal });
}

async function tryCharge(
  { tag }: PaymentAccount,
  provider: PaymentProvider,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<IntegrationTest> {
  const details = { name: 'Teste', taxId: TEST_TAX_ID, email: '', phone: '' };
  const payer = await provider.ensureCustomer({ ...details, reference: `${tag}-test` }, signal);
  if (!payer.ok) return testResult(payer);
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
  return testResult(charge.ok ? await provider.cancel(charge.value.id, signal) : charge);
}

interface MailTestMessages {
  readonly subject: string;
  readonly text: string;
  readonly when: string;
  readonly reason: string;
}
const MESSAGES: Readonly<Record<Language, MailTestMessages>> = {
  'pt-BR': {
    subject: 'Teste de e-mail',
    text: 'O envio de e-mails está funcionando. Seus clientes receberão mensagens com esta aparência.',
    when: 'Enviado em',
    reason: 'Você recebeu este e-mail porque testou o servidor de e-mail nas integrações.',
  },
  es: {
    subject: 'Prueba de correo',
    text: 'El envío de correos funciona. Sus clientes recibirán mensajes con este aspecto.',
    when: 'Enviado el',
    reason: 'Recibió este correo porque probó el servidor de correo en las integraciones.',
  },
  en: {
    subject: 'Test e-mail',
    text: 'Sending e-mail works. This is how messages to your customers will look.',
    when: 'Sent',
    reason: 'You received this e-mail because you tested the mail server in the integrations.',
  },
};

/** Sends a test mail to the caller. */
export async function tryMail(
  mailer: IssuerMailer,
  { to, frame, now }: { readonly to: string; readonly frame: MailFrame; readonly now: number },
  signal: AbortSignal,
): Promise<IntegrationTest> {
  const { subject, text, when, reason } = MESSAGES[frame.language];
  const format = { dateStyle: 'medium', timeStyle: 'medium', timeZone: frame.zone } as const;
  const sentAt = new Intl.DateTimeFormat(frame.language, format).format(now);
  const content = { subject, namesProduct: true, title: subject, paragraphs: [text], reason };
  const details = [{ label: when, text: sentAt }];
  const { sender = '', ...mail } = renderMail({ ...content, details }, frame);
  return testResult(
    await mailer.send({ ...mail, ...(mailer.isOwn ? {} : { usualSender: sender }), to }, signal),
  );
}
