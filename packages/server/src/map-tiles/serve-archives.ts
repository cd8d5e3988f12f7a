import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../gateway/answers.ts';
import { gatewayErrors } from '../gateway/gateway-errors.ts';
import { byteRange } from './byte-range.ts';
import { MAP_TILES_PATH, versionOf, type ServedArchive } from './find-archives.ts';

/**
 * Serves archives of map tiles in parts. Public, as all files of the application are: the login page of a guest leads
 * to the map at once, and streets are no secret. A name leads to a file that was found at the start, or nowhere.
 */
export function serveArchives(app: FastifyInstance, archives: readonly ServedArchive[]): void {
  if (archives.length === 0) return;
  const byName = new Map(archives.map((archive) => [archive.name, archive]));
  app.route<{ Params: { name: string }; Querystring: { v?: string } }>({
    method: ['GET', 'HEAD'],
    url: `${MAP_TILES_PATH}/:name`,
    handler: (request, reply) => {
      const archive = byName.get(request.params.name);
      if (archive !== undefined) return sendPart(request, reply, { archive, asked: request.query.v ?? '' });
      sendError(reply, gatewayErrors.notFound());
      return reply;
    },
  });
}

async function sendPart(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { archive, asked }: { readonly archive: ServedArchive; readonly asked: string },
): Promise<FastifyReply> {
  const file = await open(archive.path);
  // What the open file is, not what its name stands for by now: a part never has the tag of another content.
  const about = await file.stat();
  const version = versionOf(about);
  const etag = `"${version}"`;
  void reply.headers({
    etag,
    'accept-ranges': 'bytes',
    // The address names the content; `no-transform`: a packed answer has no ranges.
    'cache-control': `public, ${asked === version ? 'max-age=31536000, immutable' : 'no-cache'}, no-transform`,
    'content-type': 'application/vnd.pmtiles',
  });
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag;
  const range = isOther ? null : byteRange(headers.range, about.size);
  const isKnown = headers['if-none-match'] === etag;
  if (isKnown || range === 'unsatisfiable') {
    await file.close();
    if (isKnown) return reply.code(304).send();
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${about.size}`, 'cache-control': 'no-store' })
      .send();
  }
  const { from, to } = range ?? { from: 0, to: about.size - 1 };
  void reply.header('content-length', to - from + 1);
  if (range !== null) void reply.code(206).header('content-range', `bytes ${from}-${to}/${about.size}`);
  if (method !== 'HEAD') return reply.send(file.createReadStream({ start: from, end: to }));
  await file.close();
  return reply.send();
}
