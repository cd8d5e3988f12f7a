import { z } from 'zod';
import { brandThemeBody } from '@rastro/fleet/schemas';

/** Kinds of documents in the store; never change them. */
export const KINDS = {
  /** By owner. */
  brand: 'brand',
  /** By name of a picture. */
  file: 'brandFile',
  /** By domain: the one who has it. */
  domain: 'brandDomain',
  /** By owner and domain: who claims it. */
  claim: 'brandClaim',
  /** One document, written with every change of the others: by its version another process knows. */
  change: 'brandChange',
} as const;

const storedTheme = brandThemeBody.nullable().default(null);
const storedBrand = z.object({
  published: storedTheme,
  draft: storedTheme,
  previous: storedTheme,
  /** Uploaded pictures, the oldest first. */
  files: z.array(z.string()).default([]),
  /** Last editor of the theme. */
  changed: z
    .object({ by: z.string().default(''), at: z.string() })
    .nullable()
    .default(null),
});
export type StoredBrand = z.output<typeof storedBrand>;

const heldDomain = z.object({
  owner: z.int(),
  token: z.string(),
  by: z.enum(['dns', 'file', 'operator']),
  /** Consecutive checks that found nothing. */
  misses: z.int().default(0),
});
export type HeldDomain = z.output<typeof heldDomain>;

const claim = z.object({ domain: z.string(), token: z.string() });
export type Claim = z.output<typeof claim>;

const storedFile = z.object({ type: z.string(), base64: z.string() });

export const readBrand = (body: unknown): StoredBrand => storedBrand.parse(body ?? {});
export const readHeld = (body: unknown): HeldDomain => heldDomain.parse(body);
export const readClaim = (body: unknown): Claim => claim.parse(body);
export const readFile = (body: unknown): z.output<typeof storedFile> => storedFile.parse(body);
