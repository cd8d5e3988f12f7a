import { createHash } from 'node:crypto';
import { EMPTY_LOOK, type BrandDomain, type BrandLook, type Theme, type User } from '@rastro/fleet';
import type { ExtensionReply } from '../extension-route.ts';
import { INSTALLATION, type BrandBook } from './brand-book.ts';
import type { KeptBrand } from './kept-brands.ts';

export const refused = (status: number, body: string): ExtensionReply => ({ status, body });
export const invalid = (problem: string): ExtensionReply => refused(400, `Invalid data - ${problem}`);

export const staleBrand = (): ExtensionReply =>
  refused(409, 'Brand changed - Somebody else has written this brand meanwhile');

/** Who writes a look, and when. */
type Editor = NonNullable<KeptBrand['changed']>;
export interface BrandWrite {
  readonly owner: number;
  readonly editor: Editor;
}

/** Of what is worked on and what is shown; pictures and domains are no part of it. */
export function versionOf({ published, draft }: KeptBrand): string {
  const text = JSON.stringify([published, draft]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Whose brand a call is about; the caller has one, or all. @returns a refusal when it is not the caller's business. */
export function ownerOf(caller: User, asked: number | null): number | ExtensionReply {
  if (caller.administrator) return Math.max(INSTALLATION, asked ?? INSTALLATION);
  const foreign = refused(403, "Administrator access required - This brand is somebody else's");
  // A reseller has one, and asks for no other.
  return (asked ?? caller.id) === caller.id ? caller.id : foreign;
}

export function themeOf(book: BrandBook, owner: number): Theme {
  const kept = book.brand(owner);
  const { published, draft, previous, changed } = kept;
  return {
    owner,
    look: draft ?? published ?? EMPTY_LOOK,
    published,
    isDraft: draft !== null,
    canUndo: draft !== null || published !== null || previous !== null,
    version: versionOf(kept),
    changed,
    domains: book.claimsOf(owner).map(({ domain, token }): BrandDomain => {
      const held = book.held(domain);
      return held?.owner === owner
        ? { domain, token, state: 'verified', by: held.by }
        : { domain, token, state: 'waiting', by: null };
    }),
  };
}

/** Keeps a look as a draft, or shows it to everybody. */
export async function writeLook(
  book: BrandBook,
  { owner, editor }: BrandWrite,
  look: BrandLook,
  isDraft: boolean,
): Promise<string | null> {
  const before = book.brand(owner);
  const foreign = [look.headLogo, look.icon].find((name) => name !== '' && !before.files.includes(name));
  if (foreign !== undefined) return 'is no picture of this brand';
  const kept = { ...look, languages: [...look.languages] };
  const next = isDraft ? { draft: kept } : { published: kept, draft: null, previous: before.published };
  await book.writeBrand(owner, { ...before, ...next, changed: editor });
  return null;
}

/** Drops the draft; where there is none, what was before comes back. Twice is as if never. */
export async function undoLook(book: BrandBook, { owner, editor }: BrandWrite): Promise<null> {
  const before = book.brand(owner);
  const { draft, published, previous } = before;
  const next = draft === null ? { published: previous, previous: published } : { published, previous };
  await book.writeBrand(owner, { ...before, ...next, draft: null, changed: editor });
  return null;
}
