import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { pathId } from '../http/input.ts';
import { IMAGE_KINDS, reencode } from './reencode.ts';

const MAX_BYTES = 500_000;
const FILE = 'device.webp';

/** Pictures of devices, and files that devices send. @source reference/tracking-api.md §3.5 */
export function imageRoutes(app: FastifyInstance, context: ApiContext): void {
  const { restrictions, directory, visibility, mediaFolder } = context;
  for (const kind of IMAGE_KINDS)
    app.addContentTypeParser(kind, { parseAs: 'buffer', bodyLimit: 1_000_000 }, (_request, body, done) =>
      done(null, body),
    );

  app.post('/devices/:id/image', async (request, reply) => {
    const caller = callerOf(request);
    const device = restrictions.device(caller, pathId(request.params));
    restrictions.requireDeviceWrite(caller);
    const kind = IMAGE_KINDS.find((each) => each === request.headers['content-type']);
    if (!kind || !Buffer.isBuffer(request.body)) throw refuse.imageType();
    if (request.body.length > MAX_BYTES) throw refuse.imageSize();
    const image = await reencode(kind, request.body);
    if (!image) throw refuse.imageType();
    const folder = join(mediaFolder, String(device.id));
    await mkdir(folder, { recursive: true });
    // Written aside first: whoever reads meanwhile gets the old picture whole.
    const draft = join(folder, `${FILE}.${process.hrtime.bigint()}`);
    await writeFile(draft, image);
    await rename(draft, join(folder, FILE));
    return reply.type('text/plain').send(FILE);
  });

  app.delete('/devices/:id/image', async (request, reply) => {
    const caller = callerOf(request);
    const device = restrictions.device(caller, pathId(request.params));
    restrictions.requireDeviceWrite(caller);
    await rm(join(mediaFolder, String(device.id), FILE), { force: true });
    return reply.code(204).send();
  });

  app.get('/media/:uniqueId/:file', async (request, reply) => {
    const caller = callerOf(request);
    const { uniqueId, file } = request.params as { uniqueId: string; file: string };
    const device = directory.devices.byKey(uniqueId);
    const isTheirs = device && (caller.user.administrator || visibility.seesDevice(caller.user.id, device));
    if (!isTheirs) throw refuse.noAccess('Device');
    const type = TYPES[/^[\w-]+\.(\w+)$/.exec(file)?.[1] ?? ''];
    if (!type) throw refuse.notFound();
    const bytes = await readFile(join(mediaFolder, String(device.id), file)).catch(() => null);
    if (!bytes) throw refuse.notFound();
    return reply
      .type(type)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-cache')
      .send(bytes);
  });
}

/** What we write ourselves; nothing that a browser would run. */
const TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' };
