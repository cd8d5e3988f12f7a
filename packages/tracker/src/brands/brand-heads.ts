import type { IncomingMessage } from 'node:http';
import type { MailHead } from '@rastro/outgoing';
import type { Directory, UserEntity } from '../directory/directory.ts';

/** Head of what leaves the server, by brand; null = the installation's value counts. */
export interface BrandHead {
  readonly name: string | null;
  /** `#rrggbb`, readable on white. */
  readonly colour: string | null;
}
export interface BrandDomainAt {
  readonly domain: string;
  readonly owner: number;
}
/** Brands as another component stores them, by owner: a reseller's id, or 0 for the installation. */
export interface BrandHeads {
  /** Owner of the host of a request. An unknown host belongs to the installation. */
  ownerAt(request: IncomingMessage): number;
  /** Domain of a request, and its owner; null = nobody has verified it. */
  domainAt(request: IncomingMessage): BrandDomainAt | null;
  /** A verified domain of an owner's brand; null = there is none. */
  domainOf(owner: number): string | null;
  /** Null = none published. */
  headOf(owner: number): BrandHead | null;
  /** PNG for white paper; null = there is none that can be read. */
  logoOf(owner: number): Promise<Uint8Array | null>;
  /** Head of a brand's mails; its logo is small enough to travel in each of them. */
  mailHeadOf(owner: number): Promise<MailHead>;
  /** Name of the product where neither a brand nor the server's record says one; null = its prefix. */
  readonly title: string | null;
}

const INSTALLATION = 0;
const NO_HEAD: BrandHead = { name: null, colour: null };
/** Nobody keeps brands. */
export const NO_BRANDS: BrandHeads = {
  ownerAt: () => INSTALLATION,
  domainAt: () => null,
  domainOf: () => null,
  headOf: () => null,
  logoOf: async () => null,
  mailHeadOf: async () => ({ ...NO_HEAD, logo: null, contacts: [] }),
  title: null,
};

/** Name of the product for users without a brand: the server's record, else the setting, else its prefix. */
export function productName(
  { server, brand }: Pick<Directory, 'server' | 'brand'>,
  brands: BrandHeads,
): string {
  const { title } = server.attributes;
  return typeof title === 'string' && title.trim() !== '' ? title : (brands.title ?? brand);
}

/** Head of an owner's brand; empty without a brand. */
export const headOf = (brands: BrandHeads, owner: number): BrandHead => brands.headOf(owner) ?? NO_HEAD;

/**
 * Owner of the brand for a user who did not just ask for something: the user, else the nearest above who has a brand;
 * of several equally near, the oldest account. A guest has the giver's.
 */
export function brandOwnerOf(
  brands: BrandHeads,
  { users, links }: Pick<Directory, 'users' | 'links'>,
  { id, giverId }: Pick<UserEntity, 'id' | 'giverId'>,
): number {
  const seen = new Set<number>();
  let near: readonly number[] = giverId === undefined ? [id] : [id, giverId];
  while (near.length > 0) {
    const found = near.find((each) => users.get(each)?.administrator === false && brands.headOf(each));
    if (found !== undefined) return found;
    for (const each of near) seen.add(each);
    const above = near.flatMap((each) => [...links.ownersOf('managedUser', each, 'user')]);
    near = [...new Set(above)].filter((each) => !seen.has(each)).toSorted((a, b) => a - b);
  }
  return INSTALLATION;
}

/**
 * Base address of a link that was requested at a domain: that domain, if it belongs to the reader's brand or to the
 * installation. The owner of any other domain could answer it with a server of their own and read the link; managers of
 * the reader may set the password anyway. Administrators belong to no brand.
 */
export function linkBaseOf(
  publicUrl: string,
  at: BrandDomainAt | null,
  reader: { readonly administrator: boolean; readonly brandOwner: number },
): string {
  if (at === null) return publicUrl;
  const isOwn = !reader.administrator && at.owner === reader.brandOwner;
  return at.owner !== INSTALLATION && !isOwn ? publicUrl : atDomain(publicUrl, at.domain);
}

/**
 * Address of the product for a reader who has not just asked at a domain: that of their own brand, so that the customer
 * of a reseller never sees another name. Administrators belong to no brand.
 */
export function addressFor(
  { publicUrl, brands, directory }: AddressDeps,
  reader: Pick<UserEntity, 'id' | 'giverId'>,
): string | null {
  if (publicUrl === null || directory.users.get(reader.id)?.administrator === true) return publicUrl;
  const domain = brands.domainOf(brandOwnerOf(brands, directory, reader));
  return domain === null ? publicUrl : atDomain(publicUrl, domain);
}
interface AddressDeps {
  readonly publicUrl: string | null;
  readonly brands: BrandHeads;
  readonly directory: Pick<Directory, 'users' | 'links'>;
}

/** The address of the product at another domain: the same protocol and port. */
export function atDomain(publicUrl: string, domain: string): string {
  const url = new URL(publicUrl);
  url.hostname = domain;
  return url.href.replace(/\/$/, '');
}
