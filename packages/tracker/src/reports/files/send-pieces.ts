import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ReportError } from '../jobs/report-worker.ts';
import { appError } from '../../errors/app-error.ts';

/**
 * Sends a report as it is made. The first piece is awaited, so that an immediate failure is a clear error; a later one
 * breaks the connection off, so that nobody takes a part for the whole.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<string | Uint8Array>,
  { type, leave }: { readonly type: string; readonly leave: () => void },
): Promise<FastifyReply> {
  // Also when the answer is never begun, because of another error: the place and the thread are free again.
  const over = (): void => {
    leave();
    void pieces.return(undefined);
  };
  reply.raw.once('finish', over);
  reply.raw.once('close', over);
  try {
    const first = await pieces.next();
    const bytesInFlight = (): number => answer.readableLength + reply.raw.writableLength;
    // What is compressed is read by threads of the system, for as long as they like.
    const isSentAsItIs = (): boolean => !reply.hasHeader('content-encoding');
    const all = released(rest(first, pieces, leave), () => (isSentAsItIs() ? bytesInFlight() : Infinity));
    const answer: Readable = Readable.from(all, { objectMode: false });
    return await reply.type(type).send(answer);
  } catch (error) {
    leave();
    if (!(error instanceof ReportError)) throw error;
    if (error.failure === 'PDF_TOO_LONG') throw appError.pdfTooLong(error.rows);
    throw error.failure === 'TOO_MANY_ROWS' ? appError.reportTooLong() : appError.reportFailed();
  }
}

async function* rest(
  first: IteratorResult<string | Uint8Array>,
  pieces: AsyncGenerator<string | Uint8Array>,
  leave: () => void,
): AsyncGenerator<string | Uint8Array> {
  try {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  } finally {
    leave();
    await pieces.return(undefined);
  }
}

/**
 * Gives the memory of each piece back once the system has taken it. The collector would find it late, and look at all
 * that lives each time: a third of the work of a long answer, on the thread that takes in positions.
 * @param bytesInFlight How many bytes of those that were given nobody has taken yet; more is no harm.
 */
async function* released(
  pieces: AsyncGenerator<string | Uint8Array>,
  bytesInFlight: () => number,
): AsyncGenerator<string | Uint8Array> {
  const held: { readonly end: number; readonly memory: ArrayBuffer }[] = [];
  let given = 0;
  for await (const piece of pieces) {
    const taken = given - bytesInFlight();
    while (held[0] && held[0].end <= taken) held.shift()?.memory.transfer(0);
    given += piece.length;
    if (typeof piece !== 'string' && isAlone(piece)) held.push({ end: given, memory: piece.buffer });
    yield piece;
  }
}

/** No other bytes lie in the same memory. */
const isAlone = (piece: Uint8Array): piece is Uint8Array<ArrayBuffer> =>
  piece.buffer instanceof ArrayBuffer && piece.byteLength === piece.buffer.byteLength;

/** Aborts when the client goes away before it has everything. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
