import type { Clock } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { ExtensionHandler, ExtensionHandlers, ExtensionReply } from '../extension-route.ts';
import type { BrandBook } from './brand-book.ts';
import { brandFile, uploadBrandFile, type FileParts } from './brand-files.ts';
import {
  invalid,
  ownerOf,
  staleBrand,
  themeOf,
  undoLook,
  versionOf,
  writeLook,
  type BrandWrite,
} from './theme.ts';
import { claimGiven } from './given-domain.ts';
import { themeDomains, type DomainParts } from './theme-domains.ts';

/** What brands need beside the book of them. */
export type BrandParts = FileParts & DomainParts & { readonly clock: Clock };

type BrandKey = Extract<
  keyof ExtensionHandlers,
  `${string}/theme${string}` | `${string}/assets/custom/${string}`
>;

/** By host for everybody; to change them for who looks after them. */
export function brandHandlers(parts: BrandParts): Pick<ExtensionHandlers, BrandKey> {
  const { book } = parts;
  const domains = themeDomains(parts);
  return {
    'GET /assets/custom/config.json': configOf(book),
    'GET /assets/custom/:file': brandFile(parts),
    'GET /theme': async ({ caller, query }) => {
      const owner = ownerOf(caller, query.owner);
      if (typeof owner !== 'number') return owner;
      if (owner === caller.id) await claimGiven(parts, caller);
      return { status: 200, body: themeOf(book, owner) };
    },
    'PUT /theme': (call) =>
      written(parts, call, (brand) => writeLook(book, brand, call.body, call.query.draft)),
    'POST /theme/undo': (call) => written(parts, call, (brand) => undoLook(book, brand)),
    'POST /theme/files': uploadBrandFile(parts),
    'POST /theme/domains': domains.claim,
    'POST /theme/domains/:domain/check': domains.check,
    'DELETE /theme/domains/:domain': domains.remove,
  };
}

interface WriteCall {
  readonly caller: User;
  readonly query: { readonly owner: number | null; readonly version: string | null };
}

/** Writes a brand, unless somebody has written another one since the caller looked. */
async function written(
  { book, clock }: Pick<BrandParts, 'book' | 'clock'>,
  { caller, query }: WriteCall,
  write: (brand: BrandWrite) => Promise<string | null>,
): Promise<ExtensionReply> {
  const owner = ownerOf(caller, query.owner);
  if (typeof owner !== 'number') return owner;
  return book.alone(async () => {
    if (query.version !== null && query.version !== versionOf(book.brand(owner))) return staleBrand();
    const at = new Date(clock.now()).toISOString();
    const problem = await write({ owner, editor: { by: caller.name, at } });
    return problem === null ? { status: 200, body: themeOf(book, owner) } : invalid(`picture: ${problem}`);
  });
}

/** Asked again each time and told in a word when nothing has changed; what stands between must not mix hosts. */
const configOf =
  (book: BrandBook): ExtensionHandler<'GET /assets/custom/config.json'> =>
  ({ host }) => {
    const { config, etag } = book.forHost(host);
    return {
      status: 200,
      headers: { 'cache-control': 'no-cache', vary: 'Host, X-Forwarded-Host', etag },
      body: config,
    };
  };
