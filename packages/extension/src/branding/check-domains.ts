import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { Job } from '../job.ts';
import type { BrandRegistry } from './brand-registry.ts';
import { verifyDomain, type DomainLookup } from './verify-domain.ts';

/** A name server may have a bad day. */
const MAX_MISSES = 3;

/** Once a day: a domain whose token is not found three days running shows the installation again. */
export const checkDomains = (registry: BrandRegistry, lookup: DomainLookup): Job => ({
  name: 'brands.domains',
  everyMs: HOUR_MS,
  due: (done, now) => {
    const today = now - (now % DAY_MS);
    return done === null || done < today ? [today] : [];
  },
  perform: async (_today, { signal }) => {
    for (const [domain, { by, token }] of registry.allHeld()) {
      if (signal.aborted) break;
      // Accepted by an operator: there is nothing to verify.
      if (by === 'operator') continue;
      const found = await verifyDomain(lookup, domain, token);
      await registry.alone(async () => {
        const held = registry.held(domain);
        if (held === null || held.token !== token) return;
        if (found) {
          if (held.misses > 0 || held.by !== found)
            await registry.writeHeld(domain, { ...held, by: found, misses: 0 });
        } else if (held.misses + 1 >= MAX_MISSES) await registry.removeHeld(domain, null);
        else await registry.writeHeld(domain, { ...held, misses: held.misses + 1 });
      });
    }
    return {};
  },
});
