import { fail, ok } from '@rastro/base';
import { dateIn, daysBetween, readCivilDate } from '@rastro/fleet/billing';
import { unavailable, type SafeFetch } from '@rastro/outgoing';
import { AsaasSimulator, type AsaasFault, type SimEvent, type SimPayment } from '@rastro/outgoing/testing';
import type { Random } from '@rastro/simulator';
import type { Life, Scheduler } from '../scheduler.ts';
import type { Trace } from '../trace.ts';
import { ZONE } from './server-billing.ts';

export interface ProviderWorld {
  readonly scheduler: Scheduler;
  readonly life: Life;
  readonly random: Random;
  readonly trace: Trace;
  /** Nobody reaches anybody. */
  readonly isDown: () => boolean;
  /** Time of the world, ms since 1970. */
  readonly trueTime: () => number;
  /** A message for the server; null = it is not there. */
  readonly deliver: (event: SimEvent) => Promise<number | null>;
}

const CHECK_MS = 5000;
const GIVES_UP_MS = 10_000;
/** A slow call is done within a minute. */
const SLOW_MS = 40_000;
/** Probabilities: a message is never sent; it is sent twice. */
const LOST = 0.1;
const DOUBLED = 0.3;

/** The payment provider, its customers and its messages: late, twice, in any order, some never. */
export class SimProvider {
  readonly asaas: AsaasSimulator;
  /** Until then its answers get lost, come late or say that it is broken. */
  troubleUntil = 0;
  /** Messages on their way. */
  underWay = 0;
  readonly #world: ProviderWorld;
  #sent = 0;
  #isActive = true;

  constructor(world: ProviderWorld) {
    this.#world = world;
    this.asaas = new AsaasSimulator(dateIn(ZONE, world.trueTime()));
    this.asaas.fault = () => this.#fault();
  }

  /** Calls from a process of the server. */
  fetchFor(life: Life): SafeFetch {
    return ({ method, url, headers = {}, body }, signal) =>
      new Promise((resolve) => {
        const { scheduler, random, trace } = this.#world;
        const text = body === undefined ? '' : Buffer.from(body).toString('utf8');
        const lost = (): void => resolve(fail(unavailable('no answer in time')));
        signal.addEventListener('abort', lost, { once: true });
        // It is on its way, whatever becomes of the sender.
        scheduler.after(random.between(20, 400), this.#world.life, () => {
          const request = { method, target: url.pathname + url.search, headers, body: text };
          const answer = this.#world.isDown() ? null : this.asaas.handle(request);
          trace.add(scheduler.now, `provider ${method}`, `${url.pathname} ${answer?.status ?? 'lost'}`);
          scheduler.after(answer ? random.between(20, 400) : GIVES_UP_MS, life, () => {
            if (!answer) lost();
            else
              resolve(ok({ status: answer.status, headers: answer.headers ?? {}, body: answer.body ?? '' }));
          });
        });
      });
  }

  start(): void {
    this.#again(CHECK_MS, CHECK_MS, () => this.check());
    this.#again(15_000, 60_000, () => this.#payOne());
    this.#again(60_000, 300_000, () => this.#changeOne());
  }
  /** Nobody pays any more; messages still come. */
  stop(): void {
    this.#isActive = false;
    this.troubleUntil = 0;
    this.asaas.catchUp();
  }

  /** Notices the day, and sends messages of what has happened. */
  check(): void {
    const { account } = this.asaas;
    const from = readCivilDate(account.today);
    if (from) account.advance(Math.max(0, daysBetween(from, dateIn(ZONE, this.#world.trueTime()))));
    const { random } = this.#world;
    for (; this.#sent < account.events.length; this.#sent++) {
      const event = account.events[this.#sent];
      if (!event || random.chance(LOST)) continue;
      // As it came over the wire; its own id has chance of the machine in it.
      const message = { ...event, id: `evt_${this.#sent}` };
      for (let count = random.chance(DOUBLED) ? 2 : 1; count > 0; count--) {
        this.underWay++;
        this.#send(message, random.between(50, 90_000));
      }
    }
  }

  #send(event: SimEvent, afterMs: number): void {
    const { scheduler, life, trace, isDown, deliver } = this.#world;
    scheduler.after(afterMs, life, () => {
      const answer = isDown() ? Promise.resolve(null) : deliver(event);
      void answer.then((status) => {
        trace.add(scheduler.now, 'webhook', `${event.id} ${status}`);
        if (status === 200) this.underWay--;
        else this.#send(event, 15_000);
      });
    });
  }

  #fault(): AsaasFault {
    const { scheduler, life, random } = this.#world;
    if (scheduler.now >= this.troubleUntil || random.chance(0.5)) return null;
    const fault = FAULTS[Math.floor(random.next() * FAULTS.length)] ?? null;
    if (fault === 'slow') scheduler.after(random.between(1000, SLOW_MS), life, () => this.asaas.catchUp());
    return fault;
  }

  #again(least: number, most: number, work: () => void): void {
    const { scheduler, life, random } = this.#world;
    scheduler.after(random.between(least, most), life, () => {
      if (!this.#isActive) return;
      this.#again(least, most, work);
      work();
    });
  }
  #any(isWanted: (payment: SimPayment) => boolean): SimPayment | undefined {
    const found = [...this.asaas.account.payments.values()].filter(isWanted);
    return found[Math.floor(this.#world.random.next() * found.length)];
  }
  #payOne(): void {
    const payment = this.#any(canBePaid);
    const how = (['PIX', 'BOLETO', 'CREDIT_CARD'] as const)[Math.floor(this.#world.random.next() * 3)];
    if (payment && how) this.asaas.account.pay(payment, how);
  }
  /** In the panel of the provider: removed, or paid back. */
  #changeOne(): void {
    const payment = this.#any(({ deleted }) => !deleted);
    if (!payment) return;
    if (canBePaid(payment)) {
      payment.deleted = true;
      this.asaas.account.emit('PAYMENT_DELETED', payment);
    } else if (payment.status === 'RECEIVED') this.asaas.account.become(payment, 'REFUNDED');
  }
}

const FAULTS: readonly AsaasFault[] = ['lostRequest', 'lostAnswer', 'slow', { status: 500, body: '' }];
export const canBePaid = ({ status, deleted }: SimPayment): boolean =>
  !deleted && (status === 'PENDING' || status === 'OVERDUE');
