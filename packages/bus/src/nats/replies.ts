import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { Joiner } from './payload.ts';

/** `NoResponders` of the protocol: nobody listens there. */
const NOBODY = 503;

/** A reply, or null = nobody answers. */
type Take = (reply: Uint8Array | null) => void;

/** Receives replies to questions of this process, long ones in pieces. */
export class Replies {
  readonly #inbox = createInbox();
  readonly #takers = new Map<string, Take>();
  readonly #joiner = new Joiner();
  #nextId = 1;

  constructor(connection: NatsConnection) {
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.#take(message);
      },
    });
  }

  /** @returns the subject that replies are sent to. */
  open(take: Take): { readonly subject: string; readonly close: () => void } {
    const id = String(this.#nextId++);
    this.#takers.set(id, take);
    return { subject: `${this.#inbox}.${id}`, close: () => void this.#takers.delete(id) };
  }

  #take(message: Msg): void {
    const take = this.#takers.get(message.subject.slice(this.#inbox.length + 1));
    if (!take) return;
    if (message.headers?.code === NOBODY) return take(null);
    const reply = this.#joiner.take(message);
    if (reply) take(reply);
  }
}
