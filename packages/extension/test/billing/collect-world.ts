import { HOUR_MS } from '@rastro/base';
import { dateIn, type CivilDate, type InvoiceStatus } from '@rastro/fleet/billing';
import { AsaasSimulator, type SimEvent } from '@rastro/outgoing/testing';
import { changeStatus } from '../../src/billing/change-status.ts';
import type { CollectDeps } from '../../src/billing/collect/collect-deps.ts';
import { notifyProviderSoon } from '../../src/billing/collect/apply-charge.ts';
import { makeCharges } from '../../src/billing/collect/make-charges.ts';
import { takeProviderEvent, workOnEvents } from '../../src/billing/collect/provider-events.ts';
import { reconcile } from '../../src/billing/collect/reconcile.ts';
import { providerOpener } from '../../src/billing/providers/registry.ts';
import type { Job } from '../../src/job.ts';
import { madeInvoice } from './made-invoices.ts';
import { chargedInvoice, memoryStore } from './memory-store.ts';
import { quickClock, simFetch } from './sim-fetch.ts';

const TOKEN = 'a token of the issuer';
const START = Date.UTC(2026, 2, 1, 15);
const LEASE = { name: 'test', owner: 'test' };
/** Where the provider is. */
const ZONE = 'America/Sao_Paulo';
const signal = new AbortController().signal;

/** An issuer, their provider and their invoices, without a network or a disk. */
export function collectWorld(real: CollectDeps['storage'] | null = null) {
  const asaas = new AsaasSimulator('2026-03-01');
  const clock = quickClock(START);
  const memory = memoryStore();
  const storage = real ?? memory;
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const problems: string[] = [];
  const deps: CollectDeps = {
    storage,
    ledger: {
      storage,
      audit: { appendActions: async () => {} },
      clock,
      log: silent,
      ...(real ? { onDecided: (invoice) => notifyProviderSoon(deps)(invoice) } : {}),
    },
    integrationStore: {
      payment: async (owner) =>
        owner === 0
          ? {
              owner,
              provider: 'asaas' as const,
              environment: 'sandbox',
              apiKey: '$aact_hmlg_simulated',
              webhookToken: TOKEN,
              tag: 'K3F9X2',
            }
          : null,
      owners: async () => [0],
      writeProblem: async (_owner, text) => void problems.push(text),
    },
    open: providerOpener({ fetch: simFetch(asaas), clock, standIn: 'https://asaas.test/v3' }),
    payerOf: async () => ({ name: 'Ana', taxId: '52998224725', email: 'ana@example.com', phone: '' }),
    clock,
    log: silent,
  };
  const charges = makeCharges(deps);
  const agreement = reconcile(deps);
  const run = async (job: Job): Promise<void> => {
    await job.perform(clock.at, { signal, lease: LEASE, save: (part) => storage.commit(part) });
  };
  const take = takeProviderEvent(deps, () => {});
  return {
    asaas,
    clock,
    storage: memory,
    deps,
    problems,
    today: (): CivilDate => dateIn(ZONE, clock.at),
    issue: (dueDate: CivilDate): number => memory.issue(madeInvoice(chargedInvoice(dueDate))),
    charge: () => run(charges),
    work: () => workOnEvents(deps, signal),
    reconcile: () => run(agreement),
    hours: (hours: number): void => {
      asaas.catchUp();
      const before = dateIn(ZONE, clock.at);
      clock.at += hours * HOUR_MS;
      const passed = Math.round((Date.parse(dateIn(ZONE, clock.at)) - Date.parse(before)) / 86_400_000);
      asaas.account.advance(passed);
    },
    /** As it comes over the wire. @returns the status of the answer. */
    notify: async (event: SimEvent, header: string | null = TOKEN): Promise<number> => {
      const body = JSON.parse(JSON.stringify(event));
      const call = {
        params: { provider: 'asaas', id: 0 },
        query: undefined,
        body,
        header,
        host: '',
        address: '',
        caller: null,
      };
      return (await take({ ...call, method: 'POST' })).status;
    },
    /** Changes an invoice as a user. */
    byHand: (id: number, to: InvoiceStatus) =>
      changeStatus(deps.ledger, id, {
        to,
        userId: 3,
        provider: null,
        eventId: null,
        reason: 'by hand',
        day: dateIn(ZONE, clock.at),
        paidValue: null,
        address: '',
      }),
    liveCharges: (invoiceId: number) =>
      [...asaas.account.payments.values()].filter(
        ({ externalReference, deleted }) => externalReference === `K3F9X2-${invoiceId}` && !deleted,
      ),
  };
}
