import { randomToken } from '@rastro/base';
import { attributeName, fitsAttribute, USER_ATTRIBUTES, type User } from '@rastro/fleet';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { INSTALLATION, type BrandBook } from './brand-book.ts';
import { invalid, ownerOf, refused, themeOf } from './theme.ts';
import { verifyDomain, type DomainLooks } from './verify-domain.ts';

const MOST_DOMAINS = 20;
const TOKEN_LENGTH = 32;

export interface DomainParts {
  readonly book: BrandBook;
  readonly looks: DomainLooks;
}
interface DomainCall {
  readonly caller: User;
  readonly query: { readonly owner: number | null };
}

/** Claims, looks and gives up; one domain belongs to one brand. */
export function themeDomains({ book, looks }: DomainParts) {
  const of = async (
    { caller, query }: DomainCall,
    act: (owner: number) => Promise<ExtensionReply | null>,
  ): Promise<ExtensionReply> => {
    const owner = ownerOf(caller, query.owner);
    if (typeof owner !== 'number') return owner;
    return (await act(owner)) ?? { status: 200, body: themeOf(book, owner) };
  };
  const claim: ExtensionHandler<'POST /theme/domains'> = (call) =>
    of(call, (owner) =>
      book.alone(async () => {
        const { domain } = call.body;
        if (book.claim(owner, domain)) return null;
        if (book.claimsOf(owner).length >= MOST_DOMAINS)
          return invalid(`domain: are more than ${MOST_DOMAINS}`);
        await book.writeClaim(owner, { domain, token: randomToken(TOKEN_LENGTH) });
        return null;
      }),
    );
  const check: ExtensionHandler<'POST /theme/domains/:domain/check'> = (call) =>
    of(call, async (owner) => {
      const { domain } = call.params;
      const known = book.claim(owner, domain);
      if (!known) return refused(404, 'HTTP 404 Not Found - This domain is not claimed');
      // His word counts: he runs the server and sees where its names lead.
      const isTrusted = call.query.trust && call.caller.administrator;
      const by = isTrusted ? 'operator' : await verifyDomain(looks, domain, known.token);
      if (by === null)
        return refused(400, 'Domain not verified - Neither the record nor the file has the token');
      return book.alone(async () => {
        const held = book.held(domain);
        if (held && held.owner !== owner)
          return refused(400, 'Domain taken - It belongs to another brand of this installation');
        if (!book.claim(owner, domain))
          return refused(404, 'HTTP 404 Not Found - This domain is not claimed');
        await book.writeHeld(domain, { owner, token: known.token, by, misses: 0 });
        return null;
      });
    });
  const remove: ExtensionHandler<'DELETE /theme/domains/:domain'> = (call) =>
    of(call, (owner) =>
      book.alone(async () => {
        const { domain } = call.params;
        if (!book.claim(owner, domain))
          return refused(404, 'HTTP 404 Not Found - This domain is not claimed');
        await book.removeHeld(domain, owner);
        return null;
      }),
    );
  return { claim, check, remove };
}

/** The domain that whoever made somebody a reseller has put down for him waits in his brand. */
export async function claimGiven(book: BrandBook, { id, attributes }: User): Promise<void> {
  const { resellerDomain } = USER_ATTRIBUTES;
  const domain = attributes[attributeName(book.shown(INSTALLATION).config.brand, resellerDomain)];
  if (typeof domain !== 'string' || !fitsAttribute(resellerDomain, domain) || book.claim(id, domain)) return;
  await book.alone(async () => {
    if (!book.claim(id, domain) && book.claimsOf(id).length < MOST_DOMAINS)
      await book.writeClaim(id, { domain, token: randomToken(TOKEN_LENGTH) });
  });
}
