import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import { IMAGE_KINDS, reencode } from '@rastro/outgoing';

const MAX_BYTES = 500_000;
const FILE = 'device.webp';

interface Deps {
  readonly restrictions: Restrictions;
  readonly directory: Directory;
  readonly visibility: Visibility;
  /** Pictures and files of devices, a folder per device id. */
  readonly mediaFolder: string;
}

/** Pictures of devices, and files that devices send. @source docs/reference/tracking-api.md §3.5 */
export const imageRoutes = ({ restrictions, directory, visibility, mediaFolder }: Deps) =>
  handlers({
    'POST /devices/:id/image': async ({ caller, params, body, request }, reply) => {
      const device = restrictions.device(caller, params.id);
      restrictions.requireDeviceWrite(caller);
      const kind = IMAGE_KINDS.find((each) => each === request.headers['content-type']);
      if (!kind || !Buffer.isBuffer(body)) throw appError.imageType();
      if (body.length > MAX_BYTES) throw appError.imageSize();
      const image = await reencode(kind, body);
      if (!image) throw appError.imageType();
      const folder = join(mediaFolder, String(device.id));
      await mkdir(folder, { recursive: true });
      // Written to a temporary file first: concurrent readers get the old picture whole.
      const temporary = join(folder, `${FILE}.${process.hrtime.bigint()}`);
      await writeFile(temporary, image);
      await rename(temporary, join(folder, FILE));
      return reply.type('text/plain').send(FILE);
    },

    'DELETE /devices/:id/image': async ({ caller, params }) => {
      const device = restrictions.device(caller, params.id);
      restrictions.requireDeviceWrite(caller);
      await rm(join(mediaFolder, String(device.id), FILE), { force: true });
    },

    'GET /devices/:id/image': async ({ caller, params }, reply) => {
      const device = restrictions.device(caller, params.id);
      return send(reply, join(mediaFolder, String(device.id)), FILE);
    },

    'GET /media/:uniqueId/:file': async ({ caller, params: { uniqueId, file } }, reply) => {
      const device = directory.devices.byKey(uniqueId);
      const isTheirs = device && (caller.user.administrator || visibility.seesDevice(caller.user.id, device));
      if (!isTheirs) throw appError.noAccess('Device');
      return send(reply, join(mediaFolder, String(device.id)), file);
    },
  });

/** @throws AppError when there is no such file, or what a browser would run. */
async function send(reply: FastifyReply, folder: string, file: string): Promise<FastifyReply> {
  const type = TYPES[/^[\w-]+\.(\w+)$/.exec(file)?.[1] ?? ''];
  if (!type) throw appError.notFound();
  const bytes = await readFile(join(folder, file)).catch(() => null);
  if (!bytes) throw appError.notFound();
  return reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .send(bytes);
}

/** Types that we write ourselves; nothing that a browser would run. */
const TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' };
