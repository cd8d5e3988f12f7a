import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@rastro/base';

// Written from the provider's documents alone; imports nothing of the product.

export interface SimCustomer {
  readonly id: string;
  readonly name: string;
  readonly cpfCnpj: string;
  readonly externalReference: string | null;
  deleted: boolean;
}
export interface SimAmount {
  readonly value: number;
  readonly type: string;
}
/** A charge as it is answered, with fields that we do not read. */
export interface SimPayment {
  readonly object: 'payment';
  readonly id: string;
  readonly customer: string;
  readonly dateCreated: string;
  readonly externalReference: string | null;
  readonly description: string | null;
  billingType: string;
  status: string;
  value: number;
  originalValue: number | null;
  interestValue: number | null;
  dueDate: string;
  readonly originalDueDate: string;
  paymentDate: string | null;
  clientPaymentDate: string | null;
  readonly invoiceUrl: string;
  readonly bankSlipUrl: string | null;
  deleted: boolean;
  readonly fine: SimAmount | null;
  readonly interest: { readonly value: number } | null;
}
export interface SimEvent {
  readonly id: string;
  readonly event: string;
  readonly dateCreated: string;
  /** As it was then. */
  readonly payment: Readonly<SimPayment>;
}

const plus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A simulated account: customers, charges and their events, on a calendar of its own. */
export class SimAccount {
  today: string;
  readonly customers = new Map<string, SimCustomer>();
  readonly payments = new Map<string, SimPayment>();
  /** Everything that happened, oldest first. */
  readonly events: SimEvent[] = [];
  readonly #tag = randomBytes(16).toString('hex');
  #ids = 0;

  constructor(today: string) {
    this.today = today;
  }

  addCustomer(fields: Pick<SimCustomer, 'name' | 'cpfCnpj' | 'externalReference'>): SimCustomer {
    const customer = { id: this.#id('cus'), ...fields, deleted: false };
    this.customers.set(customer.id, customer);
    return customer;
  }
  addPayment(
    fields: Pick<
      SimPayment,
      | 'customer'
      | 'externalReference'
      | 'description'
      | 'billingType'
      | 'value'
      | 'dueDate'
      | 'fine'
      | 'interest'
    >,
  ): SimPayment {
    const id = this.#id('pay');
    const payment: SimPayment = {
      ...fields,
      object: 'payment',
      id,
      dateCreated: this.today,
      status: 'PENDING',
      originalValue: null,
      interestValue: null,
      originalDueDate: fields.dueDate,
      paymentDate: null,
      clientPaymentDate: null,
      invoiceUrl: `https://sandbox.asaas.com/i/${id}`,
      bankSlipUrl: fields.billingType === 'PIX' ? null : `https://sandbox.asaas.com/b/pdf/${id}`,
      deleted: false,
    };
    this.payments.set(id, payment);
    this.emit('PAYMENT_CREATED', payment);
    return payment;
  }

  /** Pays a charge: Pix arrives at once, a boleto on the next day. */
  pay(payment: SimPayment, how: 'PIX' | 'BOLETO' | 'CREDIT_CARD'): void {
    const late = Date.parse(this.today) - Date.parse(payment.dueDate);
    const added = late > 0 ? lateSum(payment, late / DAY_MS) : 0;
    if (added > 0) {
      payment.originalValue = payment.value;
      payment.interestValue = added;
      payment.value = Math.round((payment.value + added) * 100) / 100;
    }
    // Of a charge that leaves it to the payer it is known from now on.
    payment.billingType = how;
    payment.clientPaymentDate = this.today;
    payment.paymentDate = this.today;
    this.become(payment, how === 'PIX' ? 'RECEIVED' : 'CONFIRMED');
  }

  /** The days pass one by one: what is unpaid becomes overdue, what is confirmed is received. */
  advance(days: number): void {
    for (let day = 0; day < days; day++) {
      this.today = plus(this.today, 1);
      for (const payment of this.payments.values()) {
        if (payment.deleted) continue;
        if (payment.status === 'PENDING' && payment.dueDate < this.today) this.become(payment, 'OVERDUE');
        else if (payment.status === 'CONFIRMED') this.become(payment, 'RECEIVED');
      }
    }
  }

  become(payment: SimPayment, status: string): void {
    payment.status = status;
    this.emit(`PAYMENT_${status}`, payment);
  }
  emit(event: string, payment: SimPayment): void {
    const id = `evt_${this.#tag}&${this.events.length + 1}`;
    this.events.push({ id, event, dateCreated: `${this.today} 12:00:00`, payment: { ...payment } });
  }

  #id(kind: string): string {
    return `${kind}_${String(++this.#ids).padStart(12, '0')}`;
  }
}

/** Fine once, interest by the day of a month of 30. */
function lateSum({ value, fine, interest }: SimPayment, days: number): number {
  const once = fine === null ? 0 : fine.type === 'FIXED' ? fine.value : (value * fine.value) / 100;
  const daily = interest === null ? 0 : (value * interest.value * days) / 100 / 30;
  return Math.round((once + daily) * 100) / 100;
}
