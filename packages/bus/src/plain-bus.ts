import {
  ANSWER_MS,
  type Address,
  type AllPatience,
  type Bus,
  type Patience,
  type PortMap,
  type TopicMap,
} from './bus.ts';

/** Options of a question, whatever its port. */
export type Asking = Patience & { readonly to?: Address };
/** Place of one who answers, whatever the port. */
export interface Answering {
  readonly at: Address;
}

/** A `Bus` as a transport sees it: names are strings, messages anything. */
export interface PlainBus {
  publish(topic: string, message: unknown): void;
  subscribe(topic: string, handler: (message: unknown) => void): () => void;
  ask(port: string, question: unknown, options?: Asking): Promise<unknown>;
  askAll(port: string, question: unknown, options?: AllPatience): Promise<readonly unknown[]>;
  answer(port: string, answerer: (question: unknown) => unknown, options?: Answering): () => void;
  onGap(topics: readonly string[], handler: () => Promise<void> | void): () => void;
  readonly isConnected: boolean;
  flush(): Promise<void>;
}

export const asking = (
  options: Asking = {},
): { readonly to: Address | null; readonly timeoutMs: number } => ({
  to: options.to ?? null,
  timeoutMs: options.timeoutMs ?? ANSWER_MS,
});
/** Where somebody answers; null = wherever. */
export const placeOf = (options: Answering | undefined): Address | null => options?.at ?? null;

/** A bus with the types that its owner gives to topics and ports. */
export const typed = <Topics extends TopicMap, Ports extends PortMap, Plain extends PlainBus = PlainBus>(
  bus: Plain,
): Omit<Plain, keyof PlainBus> & Bus<Topics, Ports> => bus as unknown as Plain & Bus<Topics, Ports>;
