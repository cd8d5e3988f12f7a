import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageKindOf, reencode } from '@rastro/outgoing';
import type { StoredDocument } from '@rastro/storage';
import type { MediaFiles } from '@rastro/tracker';
import type { ImportReport } from './import-report.ts';
import type { Source } from './source.ts';

interface Deps {
  readonly source: Source;
  readonly report: ImportReport;
  /** Of Traccar's files, when they are at hand; null = they are asked for. */
  readonly filesFolder: string | null;
  /** Ours. */
  readonly media: MediaFiles;
}

/** Attribute of a device: the name of its picture. @source docs/reference/tracking-api.md §3.5 */
const PICTURE = 'deviceImage';
const FILE = 'device.webp';
/** Names that lead nowhere else. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;

/**
 * Copies the pictures of devices, encoded anew as an upload is. @returns devices whose picture has our name now; the
 * others have none. @throws UnreadableAnswerError
 */
export async function copyPictures(
  deps: Deps,
  devices: readonly StoredDocument[],
  signal: AbortSignal,
): Promise<readonly StoredDocument[]> {
  const done: StoredDocument[] = [];
  for (const device of devices) {
    const attributes = { ...Object(device.body['attributes']) };
    const file: unknown = attributes[PICTURE];
    if (typeof file !== 'string' || file === '') {
      done.push(device);
      continue;
    }
    const copied = await copyPicture(deps, { device, file }, signal);
    if (copied) attributes[PICTURE] = FILE;
    else {
      delete attributes[PICTURE];
      deps.report.add('changed', {
        kind: 'device',
        row: String(device.id),
        why: 'its picture cannot be read',
      });
    }
    done.push({ ...device, body: { ...device.body, attributes } });
  }
  return done;
}

async function copyPicture(
  { source, filesFolder, media }: Deps,
  { device, file }: { readonly device: StoredDocument; readonly file: string },
  signal: AbortSignal,
): Promise<boolean> {
  const uniqueId = String(device.body['uniqueId']);
  if (!PLAIN_NAME.test(file) || !PLAIN_NAME.test(uniqueId)) return false;
  const bytes =
    filesFolder === null
      ? await source.picture(uniqueId, file, signal)
      : await readFile(join(filesFolder, uniqueId, file)).catch(() => null);
  const kind = bytes && imageKindOf(bytes);
  const image = kind && (await reencode(kind, bytes));
  if (!image) return false;
  await media.put(device.id, FILE, image);
  return true;
}
