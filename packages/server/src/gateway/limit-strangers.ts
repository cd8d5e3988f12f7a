import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './answers.ts';
import { gatewayErrors } from './gateway-errors.ts';
import { isForm, markStranger } from './strangers.ts';

/** Bytes in the body of a caller who is not signed in: a registration with its attributes, an event of a provider. */
const STRANGER_BYTES = 32 * 1024;

/**
 * Bounds the bodies of callers who are not signed in. A body whose stated length is too long is rejected before a byte
 * of it is read; one without a length, as soon as it is longer.
 * @param isKnown Whether a session, a token or a password identifies the caller.
 */
export function limitStrangers(
  app: FastifyInstance,
  isKnown: (request: FastifyRequest) => Promise<boolean>,
): void {
  app.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply, payload) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (encoding === undefined && length === '0') return payload;
    const isShort = encoding === undefined && Number(length) <= STRANGER_BYTES;
    // The few fields of a form are bounded for everybody, and a login asks nobody who is calling.
    if ((isShort && isForm(request)) || (await isKnown(request))) return payload;
    markStranger(request);
    if (isShort) return payload;
    if (encoding !== undefined) return payload.pipe(new Bounded(STRANGER_BYTES));
    const { authorization, cookie } = request.headers;
    // An ended session gets the usual error.
    const errorReply =
      authorization === undefined && cookie === undefined
        ? gatewayErrors.bodyTooLarge(STRANGER_BYTES)
        : gatewayErrors.notSignedIn();
    // What is still to come is not read.
    sendError(reply.header('connection', 'close'), errorReply);
    return payload;
  });
}

class Bounded extends Transform {
  #left: number;
  constructor(max: number) {
    super();
    this.#left = max;
  }
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length;
    if (this.#left < 0) done(Object.assign(new Error('The body is too large'), { statusCode: 413 }));
    else done(null, chunk);
  }
}
