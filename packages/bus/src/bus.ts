/** Topics and the message each carries. */
export type TopicMap = object;
/** Ports and, of each, what is asked and what is answered. */
export type PortMap = object;
/** Where a question is answered: a partition, a node. Letters, digits, `_` and `-`. */
export type Address = string | number;
/**
 * One entry of a `PortMap`.
 * @typeParam To Addresses at which it is answered; null = wherever: one of those who answer does the work.
 */
export interface Port<Question, Answer, To extends Address | null = null> {
  readonly question: Question;
  readonly answer: Answer;
  readonly to: To;
}
export type QuestionOf<P> = P extends { readonly question: infer Q } ? Q : never;
export type AnswerOf<P> = P extends { readonly answer: infer A } ? A : never;
/** Never = the port has no addresses. */
export type AddressOf<P> = P extends { readonly to: infer To } ? Exclude<To, null> : never;

export interface Patience {
  /** Longest wait for an answer; absent = `ANSWER_MS`. */
  readonly timeoutMs?: number;
}
export interface AllPatience<Answer = unknown> {
  /** Longest wait for the answers; absent = `ALL_ANSWERS_MS`. */
  readonly timeoutMs?: number;
  /** True = no other answer is wanted any more. */
  readonly until?: (answer: Answer) => boolean;
}
type AskArguments<P> = [AddressOf<P>] extends [never]
  ? [options?: Patience]
  : [options: Patience & { readonly to: AddressOf<P> }];
type AnswerArguments<P> = [AddressOf<P>] extends [never] ? [] : [options: { readonly at: AddressOf<P> }];

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
 * NOBODY: nothing answers this port at this address; it was not done. LOST: the callee went away, or took too long: it
 * may or may not have done it. FAILED: it tried and threw. TOO_LARGE: the question is more than the bus carries.
 * CLOSED: this bus has ended.
 */
export type BusErrorCode = 'NOBODY' | 'LOST' | 'FAILED' | 'TOO_LARGE' | 'CLOSED';

/** Longest wait for an answer, unless the request sets another one. */
export const ANSWER_MS = 10_000;
/** Longest wait for the answers of all, unless the request sets another one. */
export const ALL_ANSWERS_MS = 1000;

/**
 * Carries plain data between modules that do not know each other: nothing in a message may rely on being the same
 * object on the other side, because it may have traveled as JSON. Sent messages are immutable.
 * A topic delivers to all subscribers, in the order of publishing; a subscriber that fails harms neither the publisher
 * nor the others; a message without a subscriber is lost. A question is answered once, by one of those who answer its
 * port at its address.
 */
export interface Bus<Topics extends TopicMap, Ports extends PortMap = object> {
  publish<T extends keyof Topics & string>(topic: T, message: Topics[T]): void;
  /** @returns a function that ends the subscription. */
  subscribe<T extends keyof Topics & string>(topic: T, handler: (message: Topics[T]) => void): () => void;
  /** @throws BusError. */
  ask<P extends keyof Ports & string>(
    port: P,
    question: QuestionOf<Ports[P]>,
    ...options: AskArguments<Ports[P]>
  ): Promise<AnswerOf<Ports[P]>>;
  /** Asks all who answer a port, wherever. @returns the answers that came in time; those who failed are missing. */
  askAll<P extends keyof Ports & string>(
    port: P,
    question: QuestionOf<Ports[P]>,
    options?: AllPatience<AnswerOf<Ports[P]>>,
  ): Promise<readonly AnswerOf<Ports[P]>[]>;
  /** @returns a function that removes the answerer. */
  answer<P extends keyof Ports & string>(
    port: P,
    answerer: (question: QuestionOf<Ports[P]>) => Promise<AnswerOf<Ports[P]>> | AnswerOf<Ports[P]>,
    ...options: AnswerArguments<Ports[P]>
  ): () => void;
  /**
   * Calls back after messages of these topics may have been lost: whoever keeps a copy of what they change reads it again,
   * and resolves when that is done.
   */
  onGap(topics: readonly (keyof Topics & string)[], handler: () => Promise<void> | void): () => void;
  /** Nothing published meanwhile arrives when false; questions wait a while. */
  readonly isConnected: boolean;
  /** Resolves when all that was published before has gone out and all subscriptions made before count. */
  flush(): Promise<void>;
}
