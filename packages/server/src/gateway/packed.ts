import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { takesGzip } from '@rastro/tracker';

const packed = promisify(gzip);
/** Lists shrink to a fifth at the lowest level; higher ones cost several times the work for a few percent. */
const LEVEL = 1;
/** Half a packet takes as long as a whole one. */
const WORTHWHILE = 1400;

/** Sends JSON, compressed for who takes gzip. Not for an answer that mixes a secret with input of others. */
export async function sendPacked(
  reply: FastifyReply,
  body: unknown,
  accepted: string | string[] | undefined,
): Promise<FastifyReply> {
  const text = JSON.stringify(body);
  void reply.type('application/json').header('vary', 'accept-encoding');
  if (text.length < WORTHWHILE || !takesGzip(accepted)) return reply.send(text);
  const answer = await packed(text, { level: LEVEL });
  return reply.header('content-encoding', 'gzip').send(answer);
}
