import type { ExtensionHandler, ExtensionHandlers } from '../extension-route.ts';
import type { BrandBook } from './brand-book.ts';
import { brandFile, uploadBrandFile, type FileParts } from './brand-files.ts';
import { invalid, ownerOf, themeOf, undoLook, writeLook } from './theme.ts';
import { themeDomains, type DomainParts } from './theme-domains.ts';

/** What brands need beside the book of them. */
export type BrandParts = FileParts & DomainParts;

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
    'GET /theme': ({ caller, query }) => {
      const owner = ownerOf(caller, query.owner);
      return typeof owner === 'number' ? { status: 200, body: themeOf(book, owner) } : owner;
    },
    'PUT /theme': async ({ caller, query, body }) => {
      const owner = ownerOf(caller, query.owner);
      if (typeof owner !== 'number') return owner;
      const problem = await book.alone(() => writeLook(book, owner, body, query.draft));
      return problem === null ? { status: 200, body: themeOf(book, owner) } : invalid(`picture: ${problem}`);
    },
    'POST /theme/undo': async ({ caller, query }) => {
      const owner = ownerOf(caller, query.owner);
      if (typeof owner !== 'number') return owner;
      await book.alone(() => undoLook(book, owner));
      return { status: 200, body: themeOf(book, owner) };
    },
    'POST /theme/files': uploadBrandFile(parts),
    'POST /theme/domains': domains.claim,
    'POST /theme/domains/:domain/check': domains.check,
    'DELETE /theme/domains/:domain': domains.remove,
  };
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
