import type { Socket } from 'node:net';
import type { Address } from '../bus.ts';

/** One who answers, or is asked. `at`: null = wherever. */
interface Place {
  readonly port: string;
  readonly at: Address | null;
}
/** Messages between a process and the broker: JSON behind its length in four bytes. */
export type Frame =
  | { readonly kind: 'subscribe'; readonly topic: string }
  | { readonly kind: 'unsubscribe'; readonly topic: string }
  | { readonly kind: 'publish'; readonly topic: string; readonly message: unknown }
  | ({ readonly kind: 'answers' } & Place)
  | ({ readonly kind: 'answersNoMore' } & Place)
  | ({ readonly kind: 'ask'; readonly id: number; readonly question: unknown } & Place)
  | {
      readonly kind: 'askAll';
      readonly id: number;
      readonly port: string;
      readonly question: unknown;
      readonly timeoutMs: number;
    }
  /** So many processes were asked; each sends its `answer`, a list, or none. */
  | { readonly kind: 'asked'; readonly id: number; readonly count: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'noAnswer'; readonly id: number; readonly code: 'NOBODY' | 'LOST' | 'FAILED' }
  | { readonly kind: 'flush'; readonly id: number }
  | { readonly kind: 'flushed'; readonly id: number };

/** A longer message is not ours. */
const MAX_BYTES = 256 * 1024 * 1024;
const HEAD_BYTES = 4;

export function writeFrame(socket: Socket, frame: Frame): void {
  const body = Buffer.from(JSON.stringify(frame));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(body.length);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Hands over each frame that arrives, whole and in order. */
export function readFrames(socket: Socket, take: (frame: Frame) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  const wanted = (): number => {
    if (size < HEAD_BYTES) return Infinity;
    if (chunks.length > 1) chunks = [Buffer.concat(chunks)];
    return HEAD_BYTES + (chunks[0]?.readUInt32BE() ?? 0);
  };
  let next = Infinity;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (next === Infinity) next = wanted();
    while (size >= next) {
      const whole = chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks);
      chunks = [whole.subarray(next)];
      size -= next;
      take(JSON.parse(whole.toString('utf8', HEAD_BYTES, next)) as Frame);
      next = wanted();
    }
    if (next !== Infinity && next > MAX_BYTES) socket.destroy();
  });
}
