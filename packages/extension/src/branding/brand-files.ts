import { createHash } from 'node:crypto';
import { BRAND_ICON, BRAND_LOGO } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import type { ExtensionHandler } from '../extension-route.ts';
import type { BrandRegistry } from './brand-registry.ts';
import { KINDS, readFile } from './stored-brands.ts';
import { invalid, ownerOf } from './theme.ts';

/** Re-encodes pictures: nothing of the upload is left but its pixels. Null = not a picture. */
export interface PictureTools {
  readonly logo: (bytes: Uint8Array) => Promise<Uint8Array | null>;
  /** PNG files in these sizes, square. */
  readonly icons: (bytes: Uint8Array, sizes: readonly number[]) => Promise<readonly Uint8Array[] | null>;
}
/** Tab, Apple's home screen, manifest. */
const ICON_SIZES = [32, 180, 192, 512] as const;
/** Of one brand; of more the oldest that nothing names is forgotten. */
const MAX_FILES = 20;
const FOREVER = 'public, max-age=31536000, immutable';

export interface BrandFileDeps {
  readonly registry: BrandRegistry;
  readonly storage: Pick<ExtensionStorage, 'document'>;
  readonly pictures: PictureTools;
}

/** A re-encoded picture; null = there is none of this name. */
export async function storedPicture(
  storage: BrandFileDeps['storage'],
  file: string,
): Promise<{ readonly type: string; readonly bytes: Buffer } | null> {
  const found = await storage.document(KINDS.file, file);
  if (!found) return null;
  const { type, base64 } = readFile(found.body);
  return { type, bytes: Buffer.from(base64, 'base64') };
}

/** A picture whose name is its content. */
export const brandFile =
  ({ storage }: BrandFileDeps): ExtensionHandler<'GET /assets/custom/:file'> =>
  async ({ params }) => {
    const found = await storedPicture(storage, params.file);
    if (!found) return { status: 404, body: 'HTTP 404 Not Found - There is no such picture' };
    const headers = { 'content-type': found.type, 'cache-control': FOREVER };
    return { status: 200, headers, body: found.bytes };
  };

export const uploadBrandFile =
  ({ registry, pictures }: BrandFileDeps): ExtensionHandler<'POST /theme/files'> =>
  async ({ caller, query, body }) => {
    const owner = ownerOf(caller, query.owner);
    if (typeof owner !== 'number') return owner;
    const bytes: unknown = body;
    if (!(bytes instanceof Uint8Array)) return invalid('picture: is missing');
    const made =
      query.use === 'icon' ? await madeIcons(pictures, owner, bytes) : await madeLogo(pictures, owner, bytes);
    if (!made) return invalid('picture: is no PNG, JPEG, WebP or GIF that can be read');
    await registry.alone(() => saveFile(registry, owner, made));
    return { status: 200, body: { file: made.name } };
  };

interface Made {
  readonly name: string;
  readonly files: readonly { readonly key: string; readonly type: string; readonly bytes: Uint8Array }[];
}
async function madeLogo(pictures: PictureTools, owner: number, bytes: Uint8Array): Promise<Made | null> {
  const logo = await pictures.logo(bytes);
  if (!logo) return null;
  const name = `${nameOf(owner, logo)}.webp`;
  return { name, files: [{ key: name, type: 'image/webp', bytes: logo }] };
}
async function madeIcons(pictures: PictureTools, owner: number, bytes: Uint8Array): Promise<Made | null> {
  const icons = await pictures.icons(bytes, ICON_SIZES);
  const [, , , largest] = icons ?? [];
  if (!icons || !largest) return null;
  const name = nameOf(owner, largest);
  const files = icons.map((icon, at) => ({
    key: iconKey(name, ICON_SIZES[at] ?? 0),
    type: 'image/png',
    bytes: icon,
  }));
  return { name, files };
}
/** Two brands with one picture have two names for it: what one forgets the other keeps. */
const nameOf = (owner: number, bytes: Uint8Array): string =>
  createHash('sha256').update(`${owner} `).update(bytes).digest('hex').slice(0, 32);
const iconKey = (name: string, size: number): string => `${name}-${size}.png`;

async function saveFile(registry: BrandRegistry, owner: number, { name, files }: Made): Promise<void> {
  const before = registry.brand(owner);
  const { published, draft, previous } = before;
  const named = new Set([published, draft, previous].flatMap((theme) => [theme?.headLogo, theme?.icon]));
  const known = [...before.files.filter((file) => file !== name), name];
  const spare = known.filter((file) => file !== name && !named.has(file));
  const gone = new Set(spare.slice(0, Math.max(0, known.length - MAX_FILES)));
  await registry.writeBrand(
    owner,
    { ...before, files: known.filter((file) => !gone.has(file)) },
    {
      put: files.map(({ key, type, bytes }) => ({
        kind: KINDS.file,
        key,
        body: { type, base64: Buffer.from(bytes).toString('base64') },
        replaces: null,
      })),
      remove: [...gone].flatMap(keysOf).map((key) => ({ kind: KINDS.file, key, replaces: null })),
    },
  );
}
function keysOf(name: string): readonly string[] {
  if (BRAND_LOGO.test(name)) return [name];
  return BRAND_ICON.test(name) ? ICON_SIZES.map((size) => iconKey(name, size)) : [];
}
