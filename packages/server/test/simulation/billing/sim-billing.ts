import { attributeName, SERVER_ATTRIBUTES } from '@rastro/fleet';
import { isOpen } from '@rastro/fleet/billing';
import { PLAIN_ACCOUNT } from '@rastro/tracker';
import type { SimEvent } from '@rastro/outgoing/testing';
import type { Random } from '@rastro/simulator';
import type { Life, Scheduler } from '../scheduler.ts';
import type { SimServer } from '../sim-server.ts';
import { allInvoices, billingViolations } from './billing-oracles.ts';
import { BRAND } from './server-billing.ts';
import type { SimProvider } from './sim-provider.ts';

export interface BillingWorld {
  readonly scheduler: Scheduler;
  readonly life: Life;
  readonly random: Random;
  readonly server: SimServer;
  readonly provider: SimProvider;
}

const CUSTOMERS = 4;

/** Customers who pay by the month, and an administrator who changes their invoices. */
export class SimBilling {
  readonly #world: BillingWorld;
  readonly #customers: number[] = [];
  #token = '';
  #since = 0;
  #isActive = true;

  constructor(world: BillingWorld) {
    this.#world = world;
  }

  async prepare(): Promise<void> {
    const { server, random } = this.#world;
    const { tracker, billing } = server.ready;
    const { directory } = tracker;
    const isOn = { [attributeName(BRAND, SERVER_ATTRIBUTES.enableBilling)]: true };
    await directory.updateServer({
      ...directory.server,
      attributes: { ...directory.server.attributes, ...isOn },
    });
    for (let at = 0; at < CUSTOMERS; at++) {
      const email = `customer${at}@example.com`;
      const attributes = {
        [`${BRAND}.billingEnabled`]: true,
        [`${BRAND}.billingPrice`]: 1000 + Math.floor(random.between(0, 9000)),
        [`${BRAND}.billingFirstDueDay`]: Math.floor(random.between(1, 29)),
      };
      const account = { ...PLAIN_ACCOUNT, name: email, email, deviceLimit: -1, attributes };
      this.#customers.push((await directory.users.create(account)).id);
    }
    this.#token = await billing.connect();
    this.#since = server.now();
  }

  start(): void {
    this.#world.provider.start();
    this.#again();
  }
  stop(): void {
    this.#isActive = false;
    this.#world.provider.stop();
  }

  /** A message of the provider reaches the server; null = it is not there. */
  deliver(event: SimEvent): Promise<number | null> {
    return this.#world.server.within((running) => running.billing.take(event, this.#token));
  }

  violations(): Promise<readonly string[]> {
    const { server, provider } = this.#world;
    const { storage } = server.ready.billing;
    return billingViolations({
      storage,
      provider,
      customers: this.#customers,
      now: server.now(),
      since: this.#since,
      billedFrom: server.billedFrom,
    });
  }

  #again(): void {
    const { scheduler, life, random } = this.#world;
    scheduler.after(random.between(60_000, 240_000), life, () => {
      if (!this.#isActive) return;
      this.#again();
      void this.#decide();
    });
  }
  /** An administrator cancels an invoice, or notes that it was paid in cash. */
  async #decide(): Promise<void> {
    const { server, random } = this.#world;
    const [which, what] = [random.next(), random.chance(0.5) ? 'CANCELED' : 'RECEIVED_IN_CASH'] as const;
    await server.within(async ({ billing }) => {
      const open = (await allInvoices(billing.storage)).filter(({ status }) => isOpen(status));
      const invoice = open[Math.floor(which * open.length)];
      if (invoice) await billing.decide(invoice.id, what);
    });
  }
}
