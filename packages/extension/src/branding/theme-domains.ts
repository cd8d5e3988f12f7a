import { randomToken } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { MOST_DOMAINS, TOKEN_LENGTH } from './brand-book.ts';
import { forgetGiven, type GivenParts } from './given-domain.ts';
import { invalid, ownerOf, refused, themeOf } from './theme.ts';
import { verifyDomain, type DomainLooks } from './verify-domain.ts';

export interface DomainParts extends GivenParts {
  readonly looks: DomainLooks;
}
interface DomainCall {
  readonly caller: User;
  readonly query: { readonly owner: number | null };
}

const NOT_CLAIMED = refused(404, 'HTTP 404 Not Found - This domain is not claimed');
const STILL_GIVEN = refused(
  409,
  'Domain put down - It stands in the account of the reseller: whoever put it there takes it out first',
);

/** Claims, looks and gives up; one domain belongs to one brand. */
export function themeDomains(parts: DomainParts) {
  const { book, looks } = parts;
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
      if (!known) return NOT_CLAIMED;
      // His word counts: he runs the server and sees where its names lead.
      const isTrusted = call.query.trust && call.caller.administrator;
      const by = isTrusted ? 'operator' : await verifyDomain(looks, domain, known.token);
      if (by === null)
        return refused(400, 'Domain not verified - Neither the record nor the file has the token');
      return book.alone(async () => {
        const held = book.held(domain);
        if (held && held.owner !== owner)
          return refused(400, 'Domain taken - It belongs to another brand of this installation');
        if (!book.claim(owner, domain)) return NOT_CLAIMED;
        await book.writeHeld(domain, { owner, token: known.token, by, misses: 0 });
        return null;
      });
    });
  const remove: ExtensionHandler<'DELETE /theme/domains/:domain'> = (call) =>
    of(call, async (owner) => {
      const { domain } = call.params;
      const isClaimed = (): boolean => book.claim(owner, domain) !== null;
      if (!isClaimed()) return NOT_CLAIMED;
      if (!(await forgetGiven(parts, { caller: call.caller, owner, domain }))) return STILL_GIVEN;
      return book.alone(async () => {
        if (!isClaimed()) return NOT_CLAIMED;
        await book.removeHeld(domain, owner);
        return null;
      });
    });
  return { claim, check, remove };
}
