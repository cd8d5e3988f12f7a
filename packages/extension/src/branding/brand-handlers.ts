import type { Clock } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { ExtensionHandler, ExtensionHandlers, ExtensionReply } from '../extension-route.ts';
import type { BrandRegistry } from './brand-registry.ts';
import { brandFile, uploadBrandFile, type BrandFileDeps } from './brand-files.ts';
import {
  invalid,
  ownerOf,
  staleBrand,
  themeOf,
  undoTheme,
  versionOf,
  writeTheme,
  type BrandWrite,
} from './theme.ts';
import { claimGiven } from './given-domain.ts';
import { themeDomains, type DomainDeps } from './theme-domains.ts';

/** Dependencies of the brands, apart from their registry. */
export type BrandDeps = BrandFileDeps & DomainDeps & { readonly clock: Clock };

type BrandKey = Extract<
  keyof ExtensionHandlers,
  `${string}/theme${string}` | `${string}/assets/custom/${string}`
>;

/** Brands by host for everybody; changes for those who manage them. */
export function brandHandlers(deps: BrandDeps): Pick<ExtensionHandlers, BrandKey> {
  const { registry } = deps;
  const domains = themeDomains(deps);
  return {
    'GET /assets/custom/config.json': configOf(registry),
    'GET /assets/custom/:file': brandFile(deps),
    'GET /theme': async ({ caller, query }) => {
      const owner = ownerOf(caller, query.owner);
      if (typeof owner !== 'number') return owner;
      if (owner === caller.id) await claimGiven(deps, caller);
      return { status: 200, body: themeOf(registry, owner) };
    },
    'PUT /theme': (call) =>
      written(deps, call, (brand) => writeTheme(registry, brand, call.body, call.query.draft)),
    'POST /theme/undo': (call) => written(deps, call, (brand) => undoTheme(registry, brand)),
    'POST /theme/files': uploadBrandFile(deps),
    'POST /theme/domains': domains.claim,
    'POST /theme/domains/:domain/check': domains.check,
    'DELETE /theme/domains/:domain': domains.remove,
  };
}

interface WriteCall {
  readonly caller: User;
  readonly query: { readonly owner: number | null; readonly version: string | null };
}

/** Writes a brand, unless it was changed since the caller read it. */
async function written(
  { registry, clock }: Pick<BrandDeps, 'registry' | 'clock'>,
  { caller, query }: WriteCall,
  write: (brand: BrandWrite) => Promise<string | null>,
): Promise<ExtensionReply> {
  const owner = ownerOf(caller, query.owner);
  if (typeof owner !== 'number') return owner;
  return registry.alone(async () => {
    if (query.version !== null && query.version !== versionOf(registry.brand(owner))) return staleBrand();
    const at = new Date(clock.now()).toISOString();
    const problem = await write({ owner, editor: { by: caller.name, at } });
    return problem === null
      ? { status: 200, body: themeOf(registry, owner) }
      : invalid(`picture: ${problem}`);
  });
}

/** Revalidated each time, with a short answer if unchanged; caches in between must not mix hosts. */
const configOf =
  (registry: BrandRegistry): ExtensionHandler<'GET /assets/custom/config.json'> =>
  ({ host }) => {
    const { config, etag } = registry.forHost(host);
    return {
      status: 200,
      headers: { 'cache-control': 'no-cache', vary: 'Host, X-Forwarded-Host', etag },
      body: config,
    };
  };
