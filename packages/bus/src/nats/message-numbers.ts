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
  /**
   * Topics of which it is not known yet what was sent before somebody listened, and how many counts are to come: the next
   * ones may have been taken before.
   */
  readonly #new = new Map<string, number>();

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
    this.#new.set(topic, 2);
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
  /** @param counts By publisher, as they were noted. @returns the topics of which not all has come yet. */
  missing(counts: ReadonlyMap<string, SentCounts>): readonly string[] {
    return [...this.#received]
      .filter(
        ([topic, ofTopic]) =>
          !this.#new.has(topic) &&
          [...counts].some(([publisher, sent]) => (ofTopic.get(publisher) ?? 0) < (sent[topic] ?? 0)),
      )
      .map(([topic]) => topic);
  }
  /** All that was sent so far is known by another way. */
  catchUp(counts: ReadonlyMap<string, SentCounts>): void {
    for (const [topic, left] of this.#new)
      if (left > 1) this.#new.set(topic, left - 1);
      else this.#new.delete(topic);
    // Those that are not counted now may only stand still.
    for (const [topic, ofTopic] of this.#received)
      for (const [publisher, sent] of counts)
        ofTopic.set(publisher, Math.max(ofTopic.get(publisher) ?? 0, sent[topic] ?? 0));
  }
}
