import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Lists shrink to a tenth at the lowest level; higher ones cost several times the work for a few percent. */
const LEVEL = 1;
/** Not what is compressed already, as spreadsheets and pictures are. */
const TEXT = /json|csv|\bxml|text\/|rastro\.(?:track|overview)/;

/**
 * Compresses streamed lists and files for clients that accept gzip, in the threads of zlib. Answers written at once are
 * small, and may mix a secret with input of others: they stay uncompressed.
 */
export function compressStreams(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(payload instanceof Readable) || reply.hasHeader('content-encoding')) return payload;
    if (!TEXT.test(String(reply.getHeader('content-type')))) return payload;
    reply.header('vary', 'accept-encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    const gzip = createGzip({ level: LEVEL });
    // Whatever ends one of them ends the other: a reader who leaves stops the work, a failure breaks the answer off.
    payload.on('error', (error) => gzip.destroy(error));
    gzip.on('close', () => payload.destroy());
    return payload.pipe(gzip);
  });
}

/** `gzip;q=0` is a no. */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',');
  return codings.some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(1|0\.0*[1-9])[\d.]*)?\s*$/i.test(coding));
}
