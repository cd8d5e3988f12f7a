import { randomToken } from '@rastro/base';
import { attributeName, fitsAttribute, USER_ATTRIBUTES, type Attributes, type User } from '@rastro/fleet';
import { soon } from '../acted.ts';
import type { Acting } from '../acting.ts';
import { INSTALLATION, MOST_DOMAINS, TOKEN_LENGTH, type BrandBook } from './brand-book.ts';

export interface GivenParts {
  readonly book: BrandBook;
  /** Null = nobody has said as whom to act on the tracking server behind. */
  readonly acting: Acting | null;
}

const nameIn = (book: BrandBook): string =>
  attributeName(book.shown(INSTALLATION).config.brand, USER_ATTRIBUTES.resellerDomain);

/** The domain that whoever made somebody a reseller has put down for him; null = none. */
function givenIn(book: BrandBook, attributes: Attributes): string | null {
  const domain = attributes[nameIn(book)];
  return typeof domain === 'string' && fitsAttribute(USER_ATTRIBUTES.resellerDomain, domain) ? domain : null;
}

/** Lets the domain that was put down for somebody wait in his brand. */
export async function claimGiven({ book, acting }: GivenParts, caller: User): Promise<void> {
  const { id } = caller;
  const domain = givenIn(book, caller.attributes);
  if (domain === null || book.claim(id, domain)) return;
  // Who calls may be remembered as he was before he gave it up.
  const now = acting && (await acting.as(id).users.read(id, soon()));
  if (now && (!now.ok || givenIn(book, now.value.attributes) !== domain)) return;
  await book.alone(async () => {
    if (!book.claim(id, domain) && book.claimsOf(id).length < MOST_DOMAINS)
      await book.writeClaim(id, { domain, token: randomToken(TOKEN_LENGTH) });
  });
}

/**
 * Takes a domain that is given up out of the account where it was put down: else it would wait again.
 * @returns whether it stands nowhere any more.
 */
export async function forgetGiven(
  { book, acting }: GivenParts,
  { caller, owner, domain }: { readonly caller: User; readonly owner: number; readonly domain: string },
): Promise<boolean> {
  if (owner === INSTALLATION) return true;
  const client = acting?.as(caller.id);
  if (!client) return owner !== caller.id || givenIn(book, caller.attributes) !== domain;
  const read = await client.users.read(owner, soon());
  // Whoever is gone has no account where it could stand.
  if (!read.ok) return [400, 404].includes(read.error.status);
  const account = read.value;
  if (givenIn(book, account.attributes) !== domain) return true;
  const { [nameIn(book)]: _given, ...attributes } = account.attributes;
  return (await client.users.update({ ...account, attributes, password: null }, soon())).ok;
}
