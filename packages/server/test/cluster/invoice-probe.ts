import type { Operator } from './operator.ts';

const CUSTOMERS = 12;
const ROUND_MS = 7000;
/** More than a day apart, so that each change of the zone is a day that no process has looked at. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

interface ServerBody {
  readonly attributes: object;
}
interface InvoicePage {
  readonly invoices: readonly {
    readonly customerId: number;
    readonly month: string | null;
    readonly value: number;
  }[];
}

/**
 * Customers with a price a month, who all owe the current one. Processes look who owes once a day, and when they start:
 * the installation moves between two zones, so that each process that starts finds a new day.
 */
export class InvoiceProbe {
  readonly #operator: Operator;
  readonly #customers: readonly number[];
  #isEnding = false;
  #running: Promise<void> = Promise.resolve();
  /** Invoices that were found in the end. */
  issued = 0;

  private constructor(operator: Operator, customers: readonly number[]) {
    this.#operator = operator;
    this.#customers = customers;
  }
  static async create(operator: Operator): Promise<InvoiceProbe> {
    const customers: number[] = [];
    for (let n = 1; n <= CUSTOMERS; n++) {
      const { id } = await operator.json<{ id: number }>('POST', '/api/users', {
        name: `Customer ${n}`,
        email: `customer-${n}@example.com`,
        password: 'stapled battery',
        attributes: {
          'rastro.billingEnabled': true,
          'rastro.billingFirstDueDay': 31,
          'rastro.billingPrice': 1000 * n,
        },
      });
      customers.push(id);
    }
    return new InvoiceProbe(operator, customers);
  }
  start(): void {
    this.#running = this.#run();
  }
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }
  async #run(): Promise<void> {
    for (let round = 0; !this.#isEnding; round++) {
      const server = await this.#operator.json<ServerBody>('GET', '/api/server');
      const attributes = {
        ...server.attributes,
        'rastro.enableBilling': true,
        timezone: ZONES[round % ZONES.length],
      };
      await this.#operator.json('PUT', '/api/server', { ...server, attributes });
      const end = Date.now() + ROUND_MS;
      while (!this.#isEnding && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #list(): Promise<InvoicePage['invoices']> {
    return (await this.#operator.json<InvoicePage>('GET', '/ext/billing/invoices?limit=500')).invoices;
  }
  /** Customers that have no invoice yet. */
  async open(): Promise<number> {
    const billed = new Set((await this.#list()).map(({ customerId }) => customerId));
    return this.#customers.filter((id) => !billed.has(id)).length;
  }
  /** @returns all that is not as it must be: each customer owes the price of a month once. */
  async check(): Promise<readonly string[]> {
    const invoices = await this.#list();
    this.issued = invoices.length;
    const found: string[] = [];
    for (const [index, id] of this.#customers.entries()) {
      const own = invoices.filter(({ customerId }) => customerId === id);
      const months = new Set(own.map(({ month }) => month));
      if (own.length === 0) found.push(`customer ${id} has no invoice`);
      if (months.size < own.length) found.push(`customer ${id} owes a month ${own.length} times`);
      for (const { value } of own)
        if (value !== 1000 * (index + 1)) found.push(`customer ${id} owes ${value}`);
    }
    return found;
  }
}
