import { headers, type MsgHdrs } from '@nats-io/transport-node';

/** Messages that somebody has published so far, by topic. */
export type SentCounts = Readonly<Record<string, number>>;

const NUMBER = 'Number';

/**
 * Numbers of messages, by publisher and topic: who gets the fifth after the third has missed one. What is lost at the
 * end shows when publishers say by another way how many they have sent.
 */
export class MessageNumbers {
  readonly #publisher: string;
  readonly #sent: Record<string, number> = {};
  /** By topic and publisher. Topics that are listened to; a publisher that is not there has sent nothing since. */
  readonly #received = new Map<string, Map<string, number>>();
  /** Topics of which it is not known yet what was sent before somebody listened. */
  readonly #new = new Set<string>();
  #known: ReadonlySet<string> = new Set();

  constructor(publisher: string) {
    this.#publisher = publisher;
  }

  get sent(): SentCounts {
    return { ...this.#sent };
  }
  /** @returns headers of the next message; it counts as sent whether or not it leaves. */
  next(topic: string): MsgHdrs {
    const number = (this.#sent[topic] ?? 0) + 1;
    this.#sent[topic] = number;
    const header = headers();
    header.set(NUMBER, `${this.#publisher} ${number}`);
    return header;
  }
  listen(topic: string): void {
    this.#received.set(topic, new Map());
    this.#new.add(topic);
  }
  leave(topic: string): void {
    this.#received.delete(topic);
    this.#new.delete(topic);
  }

  /** @returns false when messages before it are missing. */
  receive(topic: string, header: MsgHdrs | undefined): boolean {
    const [publisher = '', text = ''] = header?.get(NUMBER).split(' ') ?? [];
    const ofTopic = this.#received.get(topic);
    if (!ofTopic || publisher === '') return true;
    const [number, last] = [Number(text), ofTopic.get(publisher)];
    ofTopic.set(publisher, Math.max(number, last ?? 0));
    return last === undefined || number <= last + 1;
  }
  /** @param counts By publisher, as they were noted: messages under way are not missing yet. */
  isBehind(counts: ReadonlyMap<string, SentCounts>): boolean {
    for (const [topic, ofTopic] of this.#received)
      for (const [publisher, sent] of counts)
        if (!this.#new.has(topic) && (ofTopic.get(publisher) ?? 0) < (sent[topic] ?? 0)) return true;
    return false;
  }
  /** What was sent so far is known by another way. */
  catchUp(counts: ReadonlyMap<string, SentCounts>): void {
    this.#new.clear();
    const ended = [...this.#known].filter((publisher) => !counts.has(publisher));
    this.#known = new Set(counts.keys());
    for (const [topic, ofTopic] of this.#received) {
      for (const publisher of ended) ofTopic.delete(publisher);
      for (const [publisher, sent] of counts)
        ofTopic.set(publisher, Math.max(ofTopic.get(publisher) ?? 0, sent[topic] ?? 0));
    }
  }
}
