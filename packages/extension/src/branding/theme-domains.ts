import { randomToken } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { MAX_DOMAINS, TOKEN_LENGTH } from './brand-registry.ts';
import { forgetGiven, type GivenDomainDeps } from './given-domain.ts';
import { invalid, ownerOf, errorReply, themeOf } from './theme.ts';
import { verifyDomain, type DomainLookup } from './verify-domain.ts';

export interface DomainDeps extends GivenDomainDeps {
  readonly lookup: DomainLookup;
}
interface DomainCall {
  readonly caller: User;
  readonly query: { readonly owner: number | null };
}

const NOT_CLAIMED = errorReply(404, 'HTTP 404 Not Found - This domain is not claimed');
const STILL_GIVEN = errorReply(
  409,
  'Domain put down - It stands in the account of the reseller: whoever put it there takes it out first',
);

/** Claims, checks and releases of domains; one domain belongs to one brand. */
export function themeDomains(deps: DomainDeps) {
  const { registry, lookup } = deps;
  const of = async (
    { caller, query }: DomainCall,
    run: (owner: number) => Promise<ExtensionReply | null>,
  ): Promise<ExtensionReply> => {
    const owner = ownerOf(caller, query.owner);
    if (typeof owner !== 'number') return owner;
    return (await run(owner)) ?? { status: 200, body: themeOf(registry, owner) };
  };
  const claim: ExtensionHandler<'POST /theme/domains'> = (call) =>
    of(call, (owner) =>
      registry.alone(async () => {
        const { domain } = call.body;
        if (registry.claim(owner, domain)) return null;
        if (registry.claimsOf(owner).length >= MAX_DOMAINS)
          return invalid(`domain: are more than ${MAX_DOMAINS}`);
        await registry.writeClaim(owner, { domain, token: randomToken(TOKEN_LENGTH) });
        return null;
      }),
    );
  const check: ExtensionHandler<'POST /theme/domains/:domain/check'> = (call) =>
    of(call, async (owner) => {
      const { domain } = call.params;
      const known = registry.claim(owner, domain);
      if (!known) return NOT_CLAIMED;
      // Administrators are trusted: they run the server and see where its names lead.
      const isTrusted = call.query.trust && call.caller.administrator;
      const by = isTrusted ? 'operator' : await verifyDomain(lookup, domain, known.token);
      if (by === null)
        return errorReply(400, 'Domain not verified - Neither the record nor the file has the token');
      return registry.alone(async () => {
        const held = registry.held(domain);
        if (held && held.owner !== owner)
          return errorReply(400, 'Domain taken - It belongs to another brand of this installation');
        if (!registry.claim(owner, domain)) return NOT_CLAIMED;
        await registry.writeHeld(domain, { owner, token: known.token, by, misses: 0 });
        return null;
      });
    });
  const remove: ExtensionHandler<'DELETE /theme/domains/:domain'> = (call) =>
    of(call, async (owner) => {
      const { domain } = call.params;
      const isClaimed = (): boolean => registry.claim(owner, domain) !== null;
      if (!isClaimed()) return NOT_CLAIMED;
      if (!(await forgetGiven(deps, { caller: call.caller, owner, domain }))) return STILL_GIVEN;
      return registry.alone(async () => {
        if (!isClaimed()) return NOT_CLAIMED;
        await registry.removeHeld(domain, owner);
        return null;
      });
    });
  return { claim, check, remove };
}
