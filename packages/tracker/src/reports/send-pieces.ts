import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ReportError } from './report-worker.ts';
import { refuse } from '../refusals/refusal.ts';

/**
 * Sends a report as it is made. The first piece is waited for, so that what fails at once is a clear refusal; what
 * fails later breaks the connection off, so that nobody takes a part for the whole.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<string | Uint8Array>,
  { type, leave }: { readonly type: string; readonly leave: () => void },
): Promise<FastifyReply> {
  // Also when the answer is never begun, because something else refuses it: the place and the thread are free again.
  const over = (): void => {
    leave();
    void pieces.return(undefined);
  };
  reply.raw.once('finish', over);
  reply.raw.once('close', over);
  try {
    const first = await pieces.next();
    return await reply.type(type).send(Readable.from(rest(first, pieces, leave), { objectMode: false }));
  } catch (error) {
    leave();
    if (!(error instanceof ReportError)) throw error;
    if (error.failure === 'PDF_TOO_LONG') throw refuse.pdfTooLong(error.rows);
    throw error.failure === 'TOO_MANY_ROWS' ? refuse.reportTooLong() : refuse.reportFailed();
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

/** Aborts when the client goes away before it has everything. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
