import { Readable } from 'node:stream';
import { nextTurn } from '@rastro/base/host';
import type { FastifyReply } from 'fastify';

/** Items written before the event loop may turn: about 2 ms of work. */
const SLICE = 250;

/**
 * Answers a JSON array piece by piece: memory and the event loop do not feel how long the list is.
 * A failure in the middle breaks the connection off, so that nobody takes a part for the whole.
 */
export function sendArray<T>(
  reply: FastifyReply,
  items: Iterable<T> | AsyncIterable<readonly T[]>,
  view: (item: T) => unknown,
): FastifyReply {
  return reply.type('application/json').send(Readable.from(pieces(items, view)));
}

const OPENING = '['.charCodeAt(0);

/** The same of pages that are JSON already: bytes of items, each behind a comma. It changes the first byte of them. */
export const sendPages = (reply: FastifyReply, pages: AsyncIterable<Uint8Array>): FastifyReply =>
  reply.type('application/json').send(Readable.from(bracketed(pages), { objectMode: false }));

async function* bracketed(pages: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  let isFirst = true;
  for await (const page of pages) {
    if (isFirst) page.set([OPENING]);
    isFirst = false;
    yield page;
  }
  yield isFirst ? '[]' : ']';
}

async function* pieces<T>(
  items: Iterable<T> | AsyncIterable<readonly T[]>,
  view: (item: T) => unknown,
): AsyncGenerator<string> {
  let separator = '[';
  let piece = '';
  let count = 0;
  for await (const page of Symbol.asyncIterator in items ? items : [items]) {
    for (const item of page) {
      piece += separator + JSON.stringify(view(item));
      separator = ',';
      if (++count % SLICE !== 0) continue;
      yield piece;
      piece = '';
      await nextTurn();
    }
  }
  yield separator === '[' ? '[]' : `${piece}]`;
}
