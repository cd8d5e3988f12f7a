import { host } from '@rastro/base/host';
import {
  asking,
  BusError,
  placeOf,
  ALL_ANSWERS_MS,
  type Address,
  type AllPatience,
  type Answering,
  type Asking,
  type BusErrorCode,
  typed,
  type PlainBus,
} from '@rastro/bus';
import type { Random } from '@rastro/simulator';
import type { TrackerBus, TrackerPorts, TrackerTopics } from '@rastro/tracker';
import type { Life, Scheduler } from './scheduler.ts';
import type { Moments } from './moments.ts';
import type { Trace } from './trace.ts';

export interface BusWorld {
  readonly scheduler: Scheduler;
  /** Of what is on its way, whoever ends. */
  readonly life: Life;
  readonly random: Random;
  readonly trace: Trace;
  readonly moments: Moments;
}
/** A request on its way: who asked, who was asked, and how it ends. */
interface Asked {
  readonly by: Member;
  readonly of: Member;
  readonly settle: (outcome: Outcome) => void;
}
type Outcome = { readonly answer: unknown } | { readonly code: BusErrorCode };
interface Destination {
  readonly port: string;
  readonly to: Address | null;
}
/** Whichever address. */
const ANY = '*';
type Handler = (message: unknown) => void;
type Answerer = (question: unknown) => unknown;

/** As it would travel. */
const copied = <T>(message: T): T =>
  message === undefined ? message : (JSON.parse(JSON.stringify(message)) as T);

/** Messages between the processes of a server: in their order, each some time after it was sent. */
export class VirtualBroker {
  readonly world: BusWorld;
  /** Longest delay on each half of the way, ms. */
  delayMs = 1;
  /** Probability that a published message comes twice in a row. A question is asked once, as the bus promises. */
  doubles = 0;
  /** Decides about each published message whether it is lost; for planted bugs. */
  losesMessage: () => boolean = () => false;
  readonly subscribers = new Map<string, Set<Member>>();
  readonly answerers = new Map<string, Member>();
  readonly asked = new Set<Asked>();
  readonly #members = new Map<Life, Member>();

  constructor(world: BusWorld) {
    this.world = world;
  }

  /** The bus of a process. @param onError Called for a failing subscriber. */
  join(life: Life, onError: (topic: string, error: unknown) => void): TrackerBus {
    const member = new Member(this, life, onError);
    this.#members.set(life, member);
    life.whenEnded(() => void this.world.scheduler.after(1, this.world.life, () => this.#leave(member)));
    return typed<TrackerTopics, TrackerPorts>(member);
  }
  /** A process reaches nobody any more, and does not know yet. */
  cut(life: Life): void {
    const member = this.#members.get(life);
    if (!member) return;
    member.isCut = true;
    this.#leave(member);
  }
  /** Number of times that something arrives which was sent once. */
  copies(): number {
    return this.doubles > 0 && this.world.random.chance(this.doubles) ? 2 : 1;
  }

  #leave(member: Member): void {
    this.#members.delete(member.life);
    for (const set of this.subscribers.values()) set.delete(member);
    for (const [port, answerer] of this.answerers) if (answerer === member) this.answerers.delete(port);
    for (const asked of this.asked) {
      if (asked.by !== member && asked.of !== member) continue;
      this.asked.delete(asked);
      if (asked.by !== member) asked.by.deliver(() => asked.settle({ code: 'LOST' }));
    }
  }
}

/** One direction between a process and the broker. */
class Way {
  readonly #broker: VirtualBroker;
  readonly #life: Life;
  #lastDue = 0;

  constructor(broker: VirtualBroker, life: Life) {
    this.#broker = broker;
    this.#life = life;
  }
  send(arrive: () => void): void {
    const { scheduler, random } = this.#broker.world;
    this.#lastDue = Math.max(this.#lastDue, scheduler.now + random.between(0.05, this.#broker.delayMs));
    scheduler.after(this.#lastDue - scheduler.now, this.#life, arrive);
  }
}

class Member implements PlainBus {
  readonly #broker: VirtualBroker;
  readonly life: Life;
  /** Nothing of it arrives, and nothing arrives at it. */
  isCut = false;
  readonly #onError: (topic: string, error: unknown) => void;
  readonly #out: Way;
  readonly #in: Way;
  readonly #handlers = new Map<string, Set<Handler>>();
  /** By port and address. */
  readonly #answerers = new Map<string, Map<Address | null, Answerer>>();

  constructor(broker: VirtualBroker, life: Life, onError: (topic: string, error: unknown) => void) {
    this.#broker = broker;
    this.life = life;
    this.#onError = onError;
    this.#out = new Way(broker, broker.world.life);
    this.#in = new Way(broker, life);
  }

  /** Something from the broker arrives here. */
  deliver(arrive: () => void): void {
    this.#in.send(() => {
      if (!this.isCut) arrive();
    });
  }
  /** Something of it arrives at the broker. */
  #send(arrive: () => void): void {
    this.#out.send(() => {
      if (!this.isCut) arrive();
    });
  }

  publish(topic: string, message: unknown): void {
    const { world, subscribers } = this.#broker;
    world.moments.message();
    if (this.#broker.losesMessage()) return;
    const copy = copied(message);
    this.#send(() => {
      world.trace.add(world.scheduler.now, 'published', topic);
      for (const member of subscribers.get(topic) ?? [])
        for (let left = this.#broker.copies(); left > 0; left--)
          member.deliver(() => member.#take(topic, copied(copy)));
    });
  }
  subscribe(topic: string, handler: Handler): () => void {
    const { subscribers } = this.#broker;
    const set = this.#handlers.get(topic) ?? new Set();
    this.#handlers.set(topic, set.add(handler));
    this.#send(() => void subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(this)));
    return () => {
      set.delete(handler);
      if (set.size === 0) this.#send(() => void subscribers.get(topic)?.delete(this));
    };
  }

  ask(port: string, question: unknown, options?: Asking): Promise<unknown> {
    const { to, timeoutMs } = asking(options);
    const copy = copied(question);
    this.#broker.world.moments.message();
    return new Promise((resolve, reject) => {
      const timer = host.setTimeout(() => reject(new BusError(port, 'LOST')), timeoutMs);
      const settle = (outcome: Outcome): void => {
        host.clearTimeout(timer);
        if ('answer' in outcome) resolve(outcome.answer);
        else reject(new BusError(port, outcome.code));
      };
      this.#send(() => this.#askAtBroker({ port, to }, copy, settle));
    });
  }
  #askAtBroker({ port, to }: Destination, question: unknown, settle: (outcome: Outcome) => void): void {
    const { world, answerers, asked } = this.#broker;
    world.trace.add(world.scheduler.now, 'asked', port);
    const of = answerers.get(port);
    if (!of) {
      this.deliver(() => settle({ code: 'NOBODY' }));
      return;
    }
    const one: Asked = { by: this, of, settle };
    asked.add(one);
    of.deliver(() => {
      void of.#reply({ port, to }, copied(question)).then((outcome) =>
        of.#send(() => {
          if (asked.delete(one)) this.deliver(() => settle(copied(outcome)));
        }),
      );
    });
  }
  /** One process answers a port, at all its addresses. */
  async askAll(port: string, question: unknown, options?: AllPatience): Promise<readonly unknown[]> {
    try {
      return [await this.ask(port, question, { timeoutMs: options?.timeoutMs ?? ALL_ANSWERS_MS, to: ANY })];
    } catch (error) {
      if (error instanceof BusError) return [];
      throw error;
    }
  }
  async #reply({ port, to }: Destination, question: unknown): Promise<Outcome> {
    const places = this.#answerers.get(port);
    const answerer = to === ANY ? places?.values().next().value : places?.get(to);
    if (!answerer) return { code: 'NOBODY' };
    try {
      return { answer: (await answerer(question)) ?? null };
    } catch (error) {
      // Whoever asked learns of it.
      this.#broker.world.trace.add(this.#broker.world.scheduler.now, 'no answer', `${port} ${String(error)}`);
      return { code: 'FAILED' };
    }
  }
  answer(port: string, answerer: Answerer, options?: Answering): () => void {
    const { answerers } = this.#broker;
    const at = placeOf(options);
    const places = this.#answerers.get(port) ?? new Map<Address | null, Answerer>();
    this.#answerers.set(port, places.set(at, answerer));
    // The broker learns of the first one: all of a port are in one process.
    if (places.size === 1) this.#send(() => void answerers.set(port, this));
    return () => {
      if (places.get(at) !== answerer) return;
      places.delete(at);
      if (places.size > 0) return;
      this.#answerers.delete(port);
      this.#send(() => {
        if (answerers.get(port) === this) answerers.delete(port);
      });
    };
  }

  /** There is never a gap: a process that is cut off ends. */
  onGap(): () => void {
    return () => {};
  }
  get isConnected(): boolean {
    return !this.isCut;
  }
  flush(): Promise<void> {
    return new Promise((resolve) => this.#send(() => this.deliver(resolve)));
  }

  #take(topic: string, message: unknown): void {
    for (const handler of this.#handlers.get(topic) ?? []) {
      try {
        handler(message);
      } catch (error) {
        this.#onError(topic, error);
      }
    }
  }
}
