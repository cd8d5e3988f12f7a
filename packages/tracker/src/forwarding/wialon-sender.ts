import { connect, type Socket } from 'node:net';
import { wialonData, wialonLogin } from './message.ts';
import type { Sender } from './sender.ts';

const REPLY_MS = 10_000;
const MAX_REPLY = 1024;

/**
 * Wialon IPS: one connection, signed in as the unit whose positions follow; each line waits for its answer. A unit that
 * the other side rejects is skipped, its position counts as rejected.
 */
export function wialonSender(address: { readonly host: string; readonly port: number }): Sender {
  let link: Link | null = null;
  let unit = '';

  return {
    send: async ({ uniqueId, position }, signal) => {
      if (!link?.isOpen) {
        link = await Link.open(address, signal);
        unit = '';
      }
      if (unit !== uniqueId) {
        const answer = await link.ask(wialonLogin(uniqueId), signal);
        unit = answer === '#AL#1' ? uniqueId : '';
        if (unit === '') return 'refused';
      }
      const answer = await link.ask(wialonData(position), signal);
      if (!answer.startsWith('#AD#')) throw new Error(`Cannot read the answer "${answer}"`);
      return answer === '#AD#1' ? 'sent' : 'refused';
    },
    close: () => link?.close(),
  };
}

/** A line out, a line back. */
class Link {
  readonly #socket: Socket;
  #held = '';
  #waiting: { readonly resolve: (line: string) => void; readonly reject: (error: Error) => void } | null =
    null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new Error('Cannot send: the connection was closed')));
  }

  static open(address: { readonly host: string; readonly port: number }, signal: AbortSignal): Promise<Link> {
    return new Promise((resolve, reject) => {
      const socket = connect({ ...address, signal });
      socket.setTimeout(REPLY_MS, () => socket.destroy(new Error('Cannot send: no answer in time')));
      socket.once('error', reject);
      socket.once('connect', () => resolve(new Link(socket)));
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }
  close(): void {
    this.#socket.destroy();
  }

  ask(line: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(line, 'latin1');
    });
  }

  #receive(text: string): void {
    this.#held += text;
    if (this.#held.length > MAX_REPLY) this.#socket.destroy(new Error('Cannot read an answer that long'));
    const end = this.#held.indexOf('\n');
    if (end < 0) return;
    const line = this.#held.slice(0, end).trim();
    this.#held = this.#held.slice(end + 1);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(line);
  }
  #end(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}
