import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { setImmediate as breathe } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { compressStreams } from '../../http/compress.ts';
import { sendPieces } from './send-pieces.ts';

const PIECES = 60;
const LENGTH = 300_000;

/** Pieces as a thread hands them over; each says which it is. */
function made(): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: PIECES }, (_, i) => new Uint8Array(LENGTH).fill(48 + (i % 10)));
}

async function serverOf(pieces: readonly Uint8Array[]): Promise<string> {
  const app = fastify();
  compressStreams(app);
  app.get('/', (_, reply) => {
    const all = async function* (): AsyncGenerator<string | Uint8Array> {
      yield '[';
      yield* pieces;
      yield ']';
    };
    return sendPieces(reply, all(), { type: 'application/json', leave: () => {} });
  });
  after(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function answerOf(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const [reply] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return reply;
}

/** @param each Done with what was read so far, before more is read. */
async function readAll(reply: IncomingMessage, each: () => Promise<void> = async () => {}): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const bytes of reply) {
    read.push(bytes as Buffer);
    await each();
  }
  return Buffer.concat(read);
}

const isFree = ({ buffer }: Uint8Array): boolean => buffer.byteLength === 0;

test('[REPORT-63] pieces of an answer leave no memory behind once they are sent, and arrive whole', async () => {
  const pieces = made();
  const wanted = Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')]);
  const url = await serverOf(pieces);
  const got = await readAll(await answerOf(url, {}));
  assert.ok(got.equals(wanted));
  // The last ones may still have been on their way.
  assert.ok(pieces.slice(0, PIECES / 2).every(isFree));
});

test('[REPORT-63] so they do for a reader who takes them slowly: what he has not taken stays as it is', async () => {
  const pieces = made();
  const wanted = Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')]);
  const url = await serverOf(pieces);
  const reply = await answerOf(url, {});
  for (let i = 0; i < 200; i++) await breathe();
  assert.ok(!pieces.every(isFree), 'nobody has read anything');
  const got = await readAll(reply, async () => {
    for (let i = 0; i < 5; i++) await breathe();
  });
  assert.ok(got.equals(wanted));
  assert.ok(pieces.some(isFree));
});

test('[REPORT-63] what is compressed on its way is left to who compresses it', async () => {
  const pieces = made();
  const wanted = Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')]);
  const url = await serverOf(pieces);
  const got = await readAll(await answerOf(url, { 'accept-encoding': 'gzip' }));
  assert.ok(gunzipSync(got).equals(wanted));
  assert.ok(!pieces.some(isFree));
});
