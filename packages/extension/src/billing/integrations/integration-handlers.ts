import { host } from '@rastro/base/host';
import { type Clock, isConflict, Throttle } from '@rastro/base';
import { SERVER_DEFAULTS, type IntegrationTest, type User } from '@rastro/fleet';
import type { MailBrands } from '../reminders/remind-customers.ts';
import type { ExtensionHandlers, ExtensionReply } from '../../extension-route.ts';
import type { OpenProvider } from '../providers/registry.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { IntegrationStore } from './integration-store.ts';
import type { MailerOf } from './issuer-mail.ts';
import { missing, tryMail, tryPayment } from './check-integrations.ts';

export interface IntegrationDeps {
  readonly integrationStore: IntegrationStore;
  readonly open: OpenProvider;
  readonly clock: Clock;
  readonly mailerOf: MailerOf;
}
interface OwnedCall {
  readonly caller: User;
  readonly query: { readonly owner: number | null };
}
type IntegrationKey = Extract<keyof ExtensionHandlers, `${string}/integrations${string}`>;

const INSTALLATION = 0;
const MAX_ATTEMPTS = 10;
const WINDOW_MS = 900_000;
/** A user waits for it; ends before a provider has failed again and again. */
const TRY_MS = 60_000;

/** Settings for how an issuer gets paid and writes to customers; the routes say who may change them. */
export function integrationHandlers(
  deps: IntegrationDeps,
  billing: Pick<BillingDeps, 'installation'>,
  mails: MailBrands,
): Pick<ExtensionHandlers, IntegrationKey> {
  const { integrationStore, open, clock, mailerOf } = deps;
  const throttle = new Throttle(MAX_ATTEMPTS, WINDOW_MS, clock);
  const describe = async (owner: number, token: string | null = null): Promise<ExtensionReply> => ({
    status: 200,
    body: await integrationStore.describe(owner, token),
  });
  return {
    'GET /integrations': (call) => owned(call, describe),
    'POST /integrations/payment': (call) =>
      owned(call, async (owner) => describe(owner, await integrationStore.writePayment(owner, call.body))),
    'POST /integrations/smtp': (call) =>
      owned(call, async (owner) => {
        await integrationStore.writeMail(owner, call.body);
        return describe(owner);
      }),
    'POST /integrations/invoice': (call) =>
      owned(call, async (owner) => {
        await integrationStore.writeInvoice(owner, call.body);
        return describe(owner);
      }),
    'POST /integrations/payment/test': (call) =>
      owned(call, (owner) =>
        tried(throttle, owner, async (signal) => {
          const account = await integrationStore.payment(owner);
          return account ? tryPayment(account, { open, clock }, signal) : missing('no key is set');
        }),
      ),
    'POST /integrations/smtp/test': (call) =>
      owned(call, (owner) =>
        tried(throttle, owner, async (signal) => {
          const { email, attributes } = call.caller;
          // A mail can be tried while the tracking server is away.
          const installation = await billing.installation().catch(() => null);
          const language = installation?.languageOf(attributes) ?? SERVER_DEFAULTS.language;
          const head = await mails.headOf(owner);
          const frame = {
            ...head,
            name: head.name ?? mails.product,
            publicUrl: mails.addressOf(owner),
            language,
            zone: installation?.zone ?? SERVER_DEFAULTS.zone,
          };
          return tryMail(await mailerOf(owner), { to: email, frame, now: clock.now() }, signal);
        }),
      ),
  };
}

/** Resolves the owner: a reseller has their own integrations, administrators have access to all. */
async function owned(
  { caller, query }: OwnedCall,
  answer: (owner: number) => Promise<ExtensionReply>,
): Promise<ExtensionReply> {
  const asked = query.owner ?? (caller.administrator ? INSTALLATION : caller.id);
  if (!caller.administrator && asked !== caller.id)
    return {
      status: 403,
      body: "Administrator access required - These integrations are somebody else's",
    };
  try {
    return await answer(Math.max(INSTALLATION, asked));
  } catch (error) {
    if (!isConflict(error)) throw error;
    return { status: 409, body: 'Integration changed - Somebody else has just changed it' };
  }
}

async function tried(
  throttle: Throttle,
  owner: number,
  attempt: (signal: AbortSignal) => Promise<IntegrationTest>,
): Promise<ExtensionReply> {
  const seconds = throttle.waitSeconds(String(owner));
  if (seconds > 0)
    return {
      status: 429,
      headers: { 'retry-after': String(seconds) },
      body: `Too many tries - Wait ${seconds} seconds`,
    };
  throttle.count(String(owner));
  return { status: 200, body: await attempt(host.timeout(TRY_MS)) };
}
