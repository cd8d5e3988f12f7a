import { randomToken } from '@rastro/base';
import { attributeName, fitsAttribute, USER_ATTRIBUTES, type Attributes, type User } from '@rastro/fleet';
import { soon } from '../with-tracking-api.ts';
import type { TrackingApi } from '../tracking-api.ts';
import { INSTALLATION, MAX_DOMAINS, TOKEN_LENGTH, type BrandRegistry } from './brand-registry.ts';

export interface GivenDomainDeps {
  readonly registry: BrandRegistry;
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
}

const nameIn = (registry: BrandRegistry): string =>
  attributeName(registry.published(INSTALLATION).config.brand, USER_ATTRIBUTES.resellerDomain);

/** Domain that the creator of a reseller assigned to them; null = none. */
function givenIn(registry: BrandRegistry, attributes: Attributes): string | null {
  const domain = attributes[nameIn(registry)];
  return typeof domain === 'string' && fitsAttribute(USER_ATTRIBUTES.resellerDomain, domain) ? domain : null;
}

/** Adds the domain assigned to a user to their brand as pending. */
export async function claimGiven({ registry, trackingApi }: GivenDomainDeps, caller: User): Promise<void> {
  const { id } = caller;
  const domain = givenIn(registry, caller.attributes);
  if (domain === null || registry.claim(id, domain)) return;
  // The cached caller may still have a domain that was given up since.
  const now = trackingApi && (await trackingApi.as(id).users.read(id, soon()));
  if (now && (!now.ok || givenIn(registry, now.value.attributes) !== domain)) return;
  await registry.alone(async () => {
    if (!registry.claim(id, domain) && registry.claimsOf(id).length < MAX_DOMAINS)
      await registry.writeClaim(id, { domain, token: randomToken(TOKEN_LENGTH) });
  });
}

/**
 * Takes a domain that is given up out of the account where it was put down: else it would wait again.
 * @returns whether it stands nowhere any more.
 */
export async function forgetGiven(
  { registry, trackingApi }: GivenDomainDeps,
  { caller, owner, domain }: { readonly caller: User; readonly owner: number; readonly domain: string },
): Promise<boolean> {
  if (owner === INSTALLATION) return true;
  const client = trackingApi?.as(caller.id);
  if (!client) return owner !== caller.id || givenIn(registry, caller.attributes) !== domain;
  const read = await client.users.read(owner, soon());
  // A deleted account cannot have one.
  if (!read.ok) return [400, 404].includes(read.error.status);
  const account = read.value;
  if (givenIn(registry, account.attributes) !== domain) return true;
  const { [nameIn(registry)]: _given, ...attributes } = account.attributes;
  return (await client.users.update({ ...account, attributes, password: null }, soon())).ok;
}
