/** Topics and the message each carries. */
export type TopicMap = object;
/** Ports and, of each, what is asked and what is answered. */
export type PortMap = object;
/** One entry of a `PortMap`. */
export interface Port<Question, Answer> {
  readonly question: Question;
  readonly answer: Answer;
}
export type QuestionOf<P> = P extends Port<infer Q, unknown> ? Q : never;
export type AnswerOf<P> = P extends Port<unknown, infer A> ? A : never;

/** A question got no answer. */
export class BusError extends Error {
  override readonly name = 'BusError';
  readonly code: BusErrorCode;
  constructor(port: string, code: BusErrorCode, options?: ErrorOptions) {
    super(`Cannot ask ${port}: ${code}`, options);
    this.code = code;
  }
}
/**
 * NOBODY: nothing answers this port, known at once. LOST: the callee went away, or took too long: it may or may not
 * have done it. FAILED: it tried and threw. CLOSED: this bus has ended.
 */
export type BusErrorCode = 'NOBODY' | 'LOST' | 'FAILED' | 'CLOSED';

/** Longest wait for an answer, unless the request sets another one. */
export const ANSWER_MS = 10_000;

/**
 * Carries plain data between modules that do not know each other: nothing in a message may rely on being the same
 * object on the other side, because it may have traveled as JSON. Sent messages are immutable.
 * A topic delivers to all subscribers, in the order of publishing; a subscriber that fails harms neither the publisher
 * nor the others; a message without a subscriber is lost. A port has one handler.
 */
export interface Bus<Topics extends TopicMap, Ports extends PortMap = object> {
  publish<T extends keyof Topics & string>(topic: T, message: Topics[T]): void;
  /** @returns a function that ends the subscription. */
  subscribe<T extends keyof Topics & string>(topic: T, handler: (message: Topics[T]) => void): () => void;
  /** @throws BusError. */
  ask<P extends keyof Ports & string>(
    port: P,
    question: QuestionOf<Ports[P]>,
    timeoutMs?: number,
  ): Promise<AnswerOf<Ports[P]>>;
  /** The newest handler of a port gets the requests. @returns a function that removes the handler. */
  answer<P extends keyof Ports & string>(
    port: P,
    answerer: (question: QuestionOf<Ports[P]>) => Promise<AnswerOf<Ports[P]>> | AnswerOf<Ports[P]>,
  ): () => void;
  /** Resolves when all that was published before has gone out and all subscriptions made before count. */
  flush(): Promise<void>;
}
