import type { Clock } from '@rastro/base';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from '../devices/language.ts';
import { Inbox } from '../link/inbox.ts';
import type { Address, Link, LinkEvent, OpenLink } from '../link/link.ts';
import { pause } from '../link/pause.ts';
import type { Coverage } from './coverage.ts';
import type { Outbox } from './outbox.ts';

/** Timeouts of a device, milliseconds. */
export interface Timing {
  /** Without an acknowledgement for so long, a message is sent again. */
  readonly ackMs: number;
  /** After so many sendings without one, the connection is given up. */
  readonly attempts: number;
  readonly heartbeatMs: number;
  /** First pause before connecting again; each further one is twice as long. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
}
export const USUAL_TIMING: Timing = {
  ackMs: 10_000,
  attempts: 3,
  heartbeatMs: 180_000,
  retryMs: 1000,
  longestRetryMs: 60_000,
};

/** Vehicle that a session speaks for. */
export interface Speaker {
  readonly uniqueId: string;
  readonly outbox: Outbox;
  readonly coverage: Coverage;
  controls(): Controls;
}

export interface StreamRoute {
  readonly address: Address;
  readonly open: OpenLink;
  readonly language: DeviceLanguage;
  readonly timing: Timing;
  readonly clock: Clock;
}

/** Keeps a vehicle connected until `signal` aborts: connects, sends, pauses longer after each failure. */
export async function runStreamSession(
  speaker: Speaker,
  route: StreamRoute,
  signal: AbortSignal,
): Promise<void> {
  let retryMs = route.timing.retryMs;
  while (!signal.aborted) {
    if (speaker.coverage.reachable) {
      const wasAnswered = await new Session(speaker, route, signal).run();
      retryMs = wasAnswered ? route.timing.retryMs : Math.min(retryMs * 2, route.timing.longestRetryMs);
    }
    await pause(retryMs, route.clock, signal);
  }
}

type SessionEvent = LinkEvent | { readonly kind: 'news' };
interface Pending extends Message {
  readonly sentAt: number;
  readonly attempts: number;
}
const LOGIN_TOKEN = -1;

/** One connection from login to end. One message is under way at a time, as on real devices. */
class Session {
  readonly #inbox = new Inbox<SessionEvent>();
  readonly #conversation: Conversation;
  #pending: Pending | null = null;
  #spokeAt: number;
  #statusDue = false;
  #hasReceived = false;
  readonly #end = new AbortController();
  readonly #speaker: Speaker;
  readonly #route: StreamRoute;
  readonly #signal: AbortSignal;

  constructor(speaker: Speaker, route: StreamRoute, signal: AbortSignal) {
    this.#speaker = speaker;
    this.#route = route;
    this.#signal = signal;
    this.#conversation = route.language.converse(speaker.uniqueId);
    this.#spokeAt = route.clock.now();
  }

  /** @returns Whether the server sent anything. */
  async run(): Promise<boolean> {
    const link = await this.#route.open(this.#route.address, (event) => this.#inbox.put(event));
    if (!link) return false;
    const close = (): void => link.close();
    const unwatch = this.#speaker.coverage.watch(close);
    this.#signal.addEventListener('abort', close, { once: true });
    if (this.#signal.aborted) link.close();
    try {
      await this.#speak(link);
    } finally {
      this.#end.abort();
      unwatch();
      this.#signal.removeEventListener('abort', close);
      link.close();
    }
    return this.#hasReceived;
  }

  async #speak(link: Link): Promise<void> {
    const login = this.#conversation.login();
    if (login) {
      this.#send(link, { bytes: login, reports: 0, token: LOGIN_TOKEN }, 1);
      this.#statusDue = true;
    }
    void this.#passOnNews();
    while (!this.#end.signal.aborted) {
      if (!this.#pending) this.#sendNext(link);
      const event = await this.#inbox.next(this.#waitMs(), this.#route.clock);
      if (event === null) this.#timeIsUp(link);
      else if (event.kind === 'closed') return;
      else if (event.kind === 'bytes') {
        for (const serverMessage of this.#conversation.receive(event.bytes)) this.#take(serverMessage, link);
      }
    }
  }

  /** Wakes the session when there is something new to send. */
  async #passOnNews(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      await this.#speaker.outbox.changed(signal);
      if (!signal.aborted && !this.#pending) this.#inbox.put({ kind: 'news' });
    }
  }

  #waitMs(): number {
    const { ackMs, heartbeatMs } = this.#route.timing;
    const until = this.#pending ? this.#pending.sentAt + ackMs : this.#spokeAt + heartbeatMs;
    return Math.max(1, until - this.#route.clock.now());
  }

  #sendNext(link: Link): void {
    if (this.#statusDue) this.#sendStatus(link);
    else if (this.#speaker.outbox.size > 0) {
      this.#send(link, this.#conversation.pack(this.#speaker.outbox.oldest(32)), 1);
    }
  }

  #sendStatus(link: Link): void {
    this.#statusDue = false;
    this.#send(link, this.#conversation.heartbeat(this.#speaker.controls().report), 1);
  }

  #send(link: Link, message: Message, attempts: number): void {
    link.send(message.bytes);
    this.#spokeAt = this.#route.clock.now();
    if (message.token === null) this.#speaker.outbox.confirm(message.reports);
    this.#pending = message.token === null ? null : { ...message, attempts, sentAt: this.#spokeAt };
  }

  #timeIsUp(link: Link): void {
    const pending = this.#pending;
    if (!pending) this.#sendStatus(link);
    else if (pending.attempts >= this.#route.timing.attempts) this.#end.abort();
    else this.#send(link, pending, pending.attempts + 1);
  }

  #take(serverMessage: ServerMessage, link: Link): void {
    if (serverMessage.kind === 'refused') {
      this.#end.abort();
      return;
    }
    this.#hasReceived = true;
    if (serverMessage.kind === 'command') {
      const result = this.#route.language.obey(serverMessage.text, this.#speaker.controls());
      const answer = serverMessage.answer(result, this.#speaker.controls().report);
      if (answer.length > 0) link.send(answer);
      this.#statusDue = true;
      return;
    }
    const token = serverMessage.kind === 'accepted' ? LOGIN_TOKEN : serverMessage.token;
    if (this.#pending?.token !== token) return;
    this.#speaker.outbox.confirm(this.#pending.reports);
    this.#pending = null;
  }
}
