import { randomToken } from '@rastro/base';
import { host, type Timer } from '@rastro/base/host';
import type { Msg, MsgHdrs, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Answerers, IN_TIME } from '../answerers.ts';
import {
  ALL_ANSWERS_MS,
  BusError,
  type Address,
  type AllPatience,
  type Bus,
  type PortMap,
  type TopicMap,
} from '../bus.ts';
import { asking, placeOf, typed, type Answering, type Asking, type PlainBus } from '../plain-bus.ts';
import { Subscribers } from '../subscribers.ts';
import { withinTime } from '../within-time.ts';
import { AllAsker } from './all-asker.ts';
import { MessageNumbers, type SentCounts } from './message-numbers.ts';
import { cut, decode, encode, Joiner, maxBytesOf } from './payload.ts';
import { Replies } from './replies.ts';

export interface NatsBusOptions {
  readonly connection: NatsConnection;
  /** Of all subjects: several installations may share a server. Letters, digits, `_`, `-` and dots. */
  readonly prefix: string;
  /** Called for a failing subscriber or answerer; must not throw. */
  readonly onError: (topic: string, error: unknown) => void;
  /** Published and not yet taken by the server, in bytes; beyond it messages are dropped, and a gap told. */
  readonly maxPendingBytes: number;
}

/** Those who are told of a gap have it told once for all that happens within this time. */
const GAP_MS = 100;
/** Those who answer lost their connections, too, and are back a little later than this process. */
const SETTLE_MS = 300;
/** Answers under way may be finished when the bus closes. */
const CLOSE_MS = 2000;
/** The server is asked whether it has taken everything each time so much was sent. */
const CONFIRM_BYTES = 1024 * 1024;

const TOKEN = /^[\w-]+$/;
const tokenOf = (at: Address): string => {
  if (!TOKEN.test(String(at))) throw new Error(`Cannot address ${at}: letters, digits, _ and - only`);
  return String(at);
};

/** A bus of which others can know whether they have missed something. */
export interface CountedMessages {
  /** Name of this process on the bus, another one after each start. */
  readonly publisher: string;
  /** Messages that it has published so far, by topic. */
  readonly sent: SentCounts;
  /**
   * @param counts Of others, as they were noted somewhere else.
   * @returns the topics of which not all has come yet, of those that somebody keeps a copy of.
   */
  missing(counts: ReadonlyMap<string, SentCounts>): readonly string[];
  /** From now on what was sent until then counts as known, and so does what is subscribed to since. */
  catchUp(counts: ReadonlyMap<string, SentCounts>): void;
  /**
   * Has copies of what these topics change read again, now; null = of all topics. Resolves when that is done.
   * @throws what one of them threw.
   */
  readAgain(topics: readonly string[] | null): Promise<void>;
}
type NatsBusOf<Topics extends TopicMap, Ports extends PortMap> = Bus<Topics, Ports> &
  CountedMessages & { close(): Promise<void> };

/** A bus between machines, over core NATS: nothing is stored, at most once. The connection is its own from now on. */
export function createNatsBus<Topics extends TopicMap, Ports extends PortMap = object>(
  options: NatsBusOptions,
): NatsBusOf<Topics, Ports> {
  return typed<Topics, Ports, NatsBus>(new NatsBus(options));
}

class NatsBus implements PlainBus, CountedMessages {
  readonly #id = randomToken(8);
  readonly #numbers = new MessageNumbers(this.#id);
  readonly #nats: NatsConnection;
  readonly #options: NatsBusOptions;
  readonly #subscribers: Subscribers;
  readonly #answerers = new Answerers();
  /** By subject. */
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #joiner = new Joiner();
  readonly #replies: Replies;
  readonly #allAsker: AllAsker;
  readonly #replying = new Set<Promise<void>>();
  readonly #asking = new Set<(error: BusError) => void>();
  readonly #gapHandlers = new Set<GapHandler>();
  /** Topics of which messages are lost; null = perhaps of all. */
  #lost: Set<string> | null = new Set();
  #gap: Timer | null = null;
  #isConnected = true;
  #isClosed = false;
  /** Null = for a while now. */
  #connected: PromiseWithResolvers<void> | null = null;
  #pendingBytes = 0;
  #unconfirmedBytes = 0;
  #owesGap = false;
  #nextId = 1;

  constructor(options: NatsBusOptions) {
    this.#options = options;
    this.#nats = options.connection;
    this.#subscribers = new Subscribers(options.onError);
    this.#replies = new Replies(this.#nats);
    this.#allAsker = new AllAsker(this.#replies);
    this.#listen(this.#subject('gap'), () => this.#tellGap(null));
    void this.#watch();
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.#isClosed;
  }
  onGap(topics: readonly string[], read: GapHandler['read']): () => void {
    const handler = { topics, read };
    this.#gapHandlers.add(handler);
    return () => void this.#gapHandlers.delete(handler);
  }

  publish(topic: string, message: unknown): void {
    if (this.#isClosed) return;
    const header = this.#numbers.next(topic);
    if (this.#isConnected && !this.#isFull)
      this.#send(this.#subject('topic', topic), encode(message), { header });
    // Whatever is sent without a connection, the client throws away.
    else this.#owesGap = true;
  }
  subscribe(topic: string, handler: (message: unknown) => void): () => void {
    const subject = this.#subject('topic', topic);
    if (this.#subscribers.add(topic, handler)) {
      this.#numbers.listen(topic);
      this.#listen(subject, (data, { headers: header }) => {
        if (!this.#numbers.receive(topic, header)) this.#tellGap([topic]);
        this.#subscribers.deliver(topic, decode(data));
      });
    }
    return () => {
      if (!this.#subscribers.remove(topic, handler)) return;
      this.#numbers.leave(topic);
      this.#leave(subject);
    };
  }

  async ask(port: string, question: unknown, options?: Asking): Promise<unknown> {
    const { to, timeoutMs } = asking(options);
    const body = await this.#ready(port, question, timeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const { subject, close } = this.#replies.open((reply) => {
      const answer = reply && decode(reply);
      if (typeof answer === 'object' && answer && 'answer' in answer) resolve(answer.answer);
      else reject(new BusError(port, answer ? 'FAILED' : 'NOBODY'));
    });
    this.#asking.add(reject);
    this.#send(this.#askSubject(port, to), body, { reply: subject });
    return withinTime(promise, timeoutMs, () => new BusError(port, 'LOST')).finally(() => {
      close();
      this.#asking.delete(reject);
    });
  }
  async askAll(port: string, question: unknown, patience: AllPatience = {}): Promise<readonly unknown[]> {
    const { timeoutMs = ALL_ANSWERS_MS } = patience;
    const body = await this.#ready(port, { question, timeoutMs }, timeoutMs);
    return this.#allAsker.ask(port, patience, (reply) =>
      this.#send(this.#subject('all', port), body, { reply }),
    );
  }
  answer(port: string, answerer: (question: unknown) => unknown, options?: Answering): () => void {
    const at = placeOf(options);
    const [subject, allSubject] = [this.#askSubject(port, at), this.#subject('all', port)];
    const isFirst = !this.#answerers.has(port);
    if (this.#answerers.add(port, at, answerer))
      this.#listen(
        subject,
        (data, { reply }) => this.#reply(reply, () => this.#answerOf(port, at, data)),
        true,
      );
    if (isFirst)
      this.#listen(allSubject, (data, { reply }) => this.#reply(reply, () => this.#allAnswers(port, data)));
    return () => {
      if (this.#answerers.remove(port, at, answerer)) this.#leave(subject);
      if (!this.#answerers.has(port)) this.#leave(allSubject);
    };
  }

  async flush(): Promise<void> {
    while (!this.#isClosed) {
      await this.#connected?.promise;
      const isThrough = await this.#nats.flush().then(
        () => true,
        () => false,
      );
      if (isThrough) return;
    }
  }
  /** Answers what was asked, and ends. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    for (const subscription of this.#subscriptions.values()) subscription.unsubscribe();
    const replied = Promise.allSettled(this.#replying);
    await withinTime(replied, CLOSE_MS, () => new Error('late')).catch(() => null);
    const wasConnected = this.#isConnected;
    this.#isClosed = true;
    host.clearTimeout(this.#gap);
    this.#connected?.resolve();
    for (const reject of this.#asking) reject(new BusError('question', 'LOST'));
    if (wasConnected) await this.#nats.drain();
    else await this.#nats.close();
  }

  /** Waits for a connection. @returns the question as it travels. */
  async #ready(port: string, question: unknown, timeoutMs: number): Promise<Uint8Array> {
    const late = (): Error => new BusError(port, 'NOBODY');
    if (this.#connected) await withinTime(this.#connected.promise, timeoutMs, late);
    if (this.#isClosed) throw new BusError(port, 'CLOSED');
    if (this.#isFull) throw new BusError(port, 'NOBODY');
    const body = encode(question);
    if (body.length > this.#maxBytes) throw new BusError(port, 'TOO_LARGE');
    return body;
  }
  async #answerOf(port: string, at: Address | null, data: Uint8Array): Promise<object> {
    const answerer = this.#answerers.find(port, at);
    if (!answerer) return { code: 'NOBODY' };
    try {
      return { answer: (await answerer(decode(data))) ?? null };
    } catch (error) {
      this.#options.onError(port, error);
      return { code: 'FAILED' };
    }
  }
  async #allAnswers(port: string, data: Uint8Array): Promise<object> {
    const asked = decode(data);
    const { question, timeoutMs } =
      typeof asked === 'object' && asked && 'question' in asked && 'timeoutMs' in asked ? asked : {};
    const patience = { timeoutMs: Number(timeoutMs) * IN_TIME };
    const { onError } = this.#options;
    return { from: this.#id, answers: await this.#answerers.askAll(port, question, patience, onError).done };
  }
  /** After what answers and messages before it have set going. */
  #reply(subject = '', answer: () => Promise<object>): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#replying.add(promise);
    host.setImmediate(() => {
      void answer().then((body) => {
        if (!this.#isClosed) this.#send(subject, encode(body));
        this.#replying.delete(promise);
        resolve();
      });
    });
  }

  #subject(...path: readonly string[]): string {
    return [this.#options.prefix, ...path].join('.');
  }
  #askSubject(port: string, at: Address | null): string {
    return at === null ? this.#subject('ask', port) : this.#subject('ask', port, tokenOf(at));
  }
  /** @param isShared One of those who listen gets a message. */
  #listen(subject: string, take: (data: Uint8Array, message: Msg) => void, isShared = false): void {
    const subscription = this.#nats.subscribe(subject, {
      ...(isShared ? { queue: 'all' } : {}),
      callback: (error, message) => {
        if (error) return this.#options.onError(subject, error);
        const data = this.#joiner.take(message);
        if (data) take(data, message);
      },
    });
    this.#subscriptions.set(subject, subscription);
  }
  #leave(subject: string): void {
    this.#subscriptions.get(subject)?.unsubscribe();
    this.#subscriptions.delete(subject);
  }

  get #maxBytes(): number {
    return maxBytesOf(this.#nats.info?.max_payload ?? 0);
  }
  get #isFull(): boolean {
    return this.#pendingBytes > this.#options.maxPendingBytes;
  }
  #send(subject: string, body: Uint8Array, { reply, header }: Sending = {}): void {
    const options = reply === undefined ? {} : { reply };
    if (body.length <= this.#maxBytes)
      this.#nats.publish(subject, body, header ? { ...options, headers: header } : options);
    else
      for (const piece of cut(body, this.#maxBytes, `${this.#id}-${this.#nextId++}`, header))
        this.#nats.publish(subject, piece.part, { ...options, headers: piece.header });
    this.#pendingBytes += body.length;
    this.#unconfirmedBytes += body.length;
    if (this.#unconfirmedBytes > CONFIRM_BYTES) this.#confirm();
  }
  #confirm(): void {
    const bytes = this.#unconfirmedBytes;
    this.#unconfirmedBytes = 0;
    this.#nats.flush().then(
      () => {
        this.#pendingBytes = Math.max(0, this.#pendingBytes - bytes);
        if (this.#owesGap && !this.#isFull) this.#announceGap();
      },
      () => {}, // The connection is gone, and with it all that was pending.
    );
  }

  async #watch(): Promise<void> {
    for await (const status of this.#nats.status()) {
      if (status.type === 'disconnect' && this.#isConnected) {
        this.#isConnected = false;
        this.#connected ??= Promise.withResolvers();
      } else if (status.type === 'reconnect') {
        this.#isConnected = true;
        [this.#pendingBytes, this.#unconfirmedBytes] = [0, 0];
        host.setTimeout(() => this.#settle(), SETTLE_MS);
        this.#announceGap();
      } else if (status.type === 'error') this.#options.onError('connection', status.error);
    }
  }
  #settle(): void {
    if (!this.#isConnected) return;
    this.#connected?.resolve();
    this.#connected = null;
  }
  /** Others have missed something of this process, and it of them. */
  #announceGap(): void {
    this.#owesGap = false;
    this.#send(this.#subject('gap'), encode(null));
    this.#tellGap(null);
  }
  #tellGap(topics: readonly string[] | null): void {
    this.#lost = topics && this.#lost && new Set([...this.#lost, ...topics]);
    this.#gap ??= host.setTimeout(() => void this.readAgain([]).catch(() => null), GAP_MS);
  }

  get publisher(): string {
    return this.#id;
  }
  get sent(): SentCounts {
    return this.#numbers.sent;
  }
  missing(counts: ReadonlyMap<string, SentCounts>): readonly string[] {
    const lost = this.#numbers.missing(counts);
    return lost.filter((topic) => this.#gapHandlers.values().some(({ topics }) => topics.includes(topic)));
  }
  catchUp(counts: ReadonlyMap<string, SentCounts>): void {
    this.#numbers.catchUp(counts);
  }
  async readAgain(topics: readonly string[] | null): Promise<void> {
    const lost = topics && this.#lost && new Set([...this.#lost, ...topics]);
    host.clearTimeout(this.#gap);
    [this.#gap, this.#lost] = [null, new Set()];
    const concerned = [...this.#gapHandlers].filter(
      (handler) => lost === null || handler.topics.some((topic) => lost.has(topic)),
    );
    const readings = await Promise.allSettled(concerned.map(async ({ read }) => read()));
    const failed = readings.filter((reading) => reading.status === 'rejected');
    for (const { reason } of failed) this.#options.onError('gap', reason);
    if (failed[0]) throw failed[0].reason;
  }
}

interface GapHandler {
  readonly topics: readonly string[];
  readonly read: () => Promise<void> | void;
}
interface Sending {
  /** Subject for the answer. */
  readonly reply?: string;
  readonly header?: MsgHdrs;
}
