import { host } from '@rastro/base/host';
import type { Clock, Log } from '@rastro/base';
import { runJobs } from '@rastro/base/jobs';
import {
  billingHandlers,
  billingJobs,
  changeStatus,
  createBillingDeps,
  createSecretBox,
  IntegrationStore,
  notifyProviderSoon,
  providerOpener,
  type CollectDeps,
} from '@rastro/extension';
import { dateIn, NO_TERMS, type InvoiceStatus } from '@rastro/fleet/billing';
import { createMailer, type SafeFetch } from '@rastro/outgoing';
import type { SimEvent } from '@rastro/outgoing/testing';
import type { ExtensionStorage, Storage } from '@rastro/storage';
import { embeddedUsers } from '../../../src/billing/users-of-tracker.ts';

export const BRAND = 'rastro';
/** Where the installation and its provider are. */
export const ZONE = 'America/Sao_Paulo';
export const API_KEY = '$aact_hmlg_simulated';

export interface BillingParts {
  readonly tracker: Parameters<typeof embeddedUsers>[0];
  readonly trackerStorage: Storage;
  readonly storage: ExtensionStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch: SafeFetch;
}
/** Billing of one server process: its jobs, and what comes from outside. */
export interface ServerBilling {
  readonly storage: ExtensionStorage;
  /** Connects the account at the provider. @returns the token of its messages. */
  connect(): Promise<string>;
  /** A message of the provider. @returns the status of the answer. */
  take(event: SimEvent, token: string): Promise<number>;
  /** A user changes an invoice. */
  decide(invoiceId: number, to: InvoiceStatus): Promise<void>;
  close(): Promise<void>;
}

/** Billing as the product composes it, with an account at a provider and without mails. */
export function openServerBilling(parts: BillingParts): ServerBilling {
  const { tracker, trackerStorage: audit, storage, clock, log, fetch } = parts;
  const box = createSecretBox(new Uint8Array(32));
  const integrationStore = new IntegrationStore({ storage, box, clock, log, webhookPath: '/ext/webhooks/' });
  const open = providerOpener({ fetch, clock, standIn: 'https://asaas.test/v3' });
  const operator = createMailer(null);
  const integrations = {
    integrationStore,
    open,
    clock,
    mailerOf: async () => ({ ...operator, isOwn: false }),
  };
  const ledger: CollectDeps['ledger'] = { storage, audit, clock, log };
  const collect: CollectDeps = { storage, ledger, integrationStore, open, payerOf, clock, log };
  const billing = createBillingDeps({
    storage,
    audit,
    source: embeddedUsers(tracker),
    brand: BRAND,
    product: 'Rastro',
    brandNameOf: () => null,
    plus: true,
    clock,
    log,
    providerOf: (issuerId) => integrationStore.providerOf(issuerId),
    onDecided: notifyProviderSoon(collect),
    usualTermsOf: async () => NO_TERMS,
    pixOf: async () => null,
  });
  const head = { name: null, colour: null, logo: null, contacts: [] };
  const mails = { headOf: async () => head, product: 'Rastro', addressOf: () => null };
  const common = { billing, collect, integrations, headOf: () => null, mails };
  const handlers = billingHandlers({
    ...common,
    isSuspended: () => false,
    logoOf: async () => null,
    titleOf: () => 'Rastro',
  });
  const work = runJobs({
    storage,
    jobs: billingJobs({ ...common, storage, push: null }),
    clock,
    log,
    leaseMs: 60_000,
    pauseMs: 5000,
  });
  return {
    storage,
    connect: async () => {
      const body = { provider: 'asaas', environment: 'sandbox', apiKey: API_KEY } as const;
      return (await integrationStore.writePayment(0, { ...body, renewWebhookToken: true })) ?? '';
    },
    take: async (event, token) => {
      const params = { provider: 'asaas', id: 0 } as const;
      const call = {
        params,
        query: undefined,
        body: { ...event },
        header: token,
        host: '',
        address: '',
        caller: null,
      };
      return (await handlers['POST /webhooks/:provider/:id']({ ...call, method: 'POST' })).status;
    },
    decide: async (id, to) => {
      const day = dateIn(ZONE, clock.now());
      const decision = {
        to,
        userId: 1,
        provider: null,
        eventId: null,
        reason: 'by hand',
        day,
        paidValue: null,
      };
      await changeStatus({ ...ledger, onDecided: notifyProviderSoon(collect) }, id, {
        ...decision,
        address: '',
      });
    },
    close: () => work.close(),
  };
}

const payerOf: CollectDeps['payerOf'] = async (customerId) => ({
  name: `Customer ${customerId}`,
  taxId: '52998224725',
  email: 'customer@example.com',
  phone: '',
});

/** The clock of the process. */
export const virtualClock: Clock = {
  now: () => host.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        host.clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = host.setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, ms);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    }),
};
