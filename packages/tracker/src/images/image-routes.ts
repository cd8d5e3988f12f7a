import type { FastifyReply } from 'fastify';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory } from '../directory/directory.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { IMAGE_KINDS, reencode } from '@rastro/outgoing';

const MAX_BYTES = 500_000;
const FILE = 'device.webp';

interface Deps {
  readonly restrictions: Restrictions;
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly media: MediaFiles;
}

/** Pictures of devices, and files that devices send. @source docs/reference/tracking-api.md §3.5 */
export const imageRoutes = ({ restrictions, directory, visibility, media }: Deps) =>
  handlers({
    'POST /devices/:id/image': async ({ caller, params, body, request }, reply) => {
      const device = restrictions.device(caller, params.id);
      restrictions.requireDeviceWrite(caller);
      const kind = IMAGE_KINDS.find((each) => each === request.headers['content-type']);
      if (!kind || !Buffer.isBuffer(body)) throw appError.imageType();
      if (body.length > MAX_BYTES) throw appError.imageSize();
      const image = await reencode(kind, body);
      if (!image) throw appError.imageType();
      await media.put(device.id, FILE, image);
      return reply.type('text/plain').send(FILE);
    },

    'DELETE /devices/:id/image': async ({ caller, params }) => {
      const device = restrictions.device(caller, params.id);
      restrictions.requireDeviceWrite(caller);
      await media.remove(device.id, FILE);
    },

    'GET /devices/:id/image': async ({ caller, params }, reply) => {
      const device = restrictions.device(caller, params.id);
      return send(reply, FILE, (name) => media.read(device.id, name));
    },

    'GET /media/:uniqueId/:file': async ({ caller, params: { uniqueId, file } }, reply) => {
      const device = directory.devices.byKey(uniqueId);
      const isTheirs = device && (caller.user.administrator || visibility.seesDevice(caller.user.id, device));
      if (!isTheirs) throw appError.noAccess('Device');
      return send(reply, file, (name) => media.read(device.id, name));
    },
  });

/** @throws AppError when there is no such file, or what a browser would run. */
async function send(
  reply: FastifyReply,
  file: string,
  read: (name: string) => Promise<Uint8Array | null>,
): Promise<FastifyReply> {
  const type = TYPES[/^[\w-]+\.(\w+)$/.exec(file)?.[1] ?? ''];
  if (!type) throw appError.notFound();
  const bytes = await read(file);
  if (!bytes) throw appError.notFound();
  return reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Types that we write ourselves; nothing that a browser would run. */
const TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' };
