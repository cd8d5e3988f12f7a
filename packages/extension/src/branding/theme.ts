import { createHash } from 'node:crypto';
import { EMPTY_THEME, type BrandDomain, type BrandTheme, type Theme, type User } from '@rastro/fleet';
import type { ExtensionReply } from '../extension-route.ts';
import { INSTALLATION, type BrandRegistry } from './brand-registry.ts';
import type { StoredBrand } from './stored-brands.ts';

export const errorReply = (status: number, body: string): ExtensionReply => ({ status, body });
export const invalid = (problem: string): ExtensionReply => errorReply(400, `Invalid data - ${problem}`);

export const staleBrand = (): ExtensionReply =>
  errorReply(409, 'Brand changed - Somebody else has written this brand meanwhile');

/** Editor of a theme, and when. */
type Editor = NonNullable<StoredBrand['changed']>;
export interface BrandWrite {
  readonly owner: number;
  readonly editor: Editor;
}

/** Of the draft and the published theme, without pictures and domains. */
export function versionOf({ published, draft }: StoredBrand): string {
  const text = JSON.stringify([published, draft]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * Owner of the brand that a call is about; the caller has one, or all. @returns an error when it is not the caller's.
 */
export function ownerOf(caller: User, asked: number | null): number | ExtensionReply {
  if (caller.administrator) return Math.max(INSTALLATION, asked ?? INSTALLATION);
  const foreign = errorReply(403, "Administrator access required - This brand is somebody else's");
  // A reseller has one, and asks for no other.
  return (asked ?? caller.id) === caller.id ? caller.id : foreign;
}

export function themeOf(registry: BrandRegistry, owner: number): Theme {
  const brand = registry.brand(owner);
  const { published, draft, previous, changed } = brand;
  return {
    owner,
    look: draft ?? published ?? EMPTY_THEME,
    published,
    isDraft: draft !== null,
    canUndo: draft !== null || published !== null || previous !== null,
    version: versionOf(brand),
    changed,
    domains: registry.claimsOf(owner).map(({ domain, token }): BrandDomain => {
      const held = registry.held(domain);
      return held?.owner === owner
        ? { domain, token, state: 'verified', by: held.by }
        : { domain, token, state: 'waiting', by: null };
    }),
  };
}

/** Stores a theme as a draft, or publishes it. */
export async function writeTheme(
  registry: BrandRegistry,
  { owner, editor }: BrandWrite,
  theme: BrandTheme,
  isDraft: boolean,
): Promise<string | null> {
  const before = registry.brand(owner);
  const foreign = [theme.headLogo, theme.icon].find((name) => name !== '' && !before.files.includes(name));
  if (foreign !== undefined) return 'is no picture of this brand';
  const stored = { ...theme, languages: [...theme.languages] };
  const next = isDraft ? { draft: stored } : { published: stored, draft: null, previous: before.published };
  await registry.writeBrand(owner, { ...before, ...next, changed: editor });
  return null;
}

/** Drops the draft; where there is none, what was before comes back. Twice is as if never. */
export async function undoTheme(registry: BrandRegistry, { owner, editor }: BrandWrite): Promise<null> {
  const before = registry.brand(owner);
  const { draft, published, previous } = before;
  const next = draft === null ? { published: previous, previous: published } : { published, previous };
  await registry.writeBrand(owner, { ...before, ...next, draft: null, changed: editor });
  return null;
}
