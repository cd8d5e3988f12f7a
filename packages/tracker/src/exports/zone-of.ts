import type { Caller } from '../access/caller.ts';
import type { Directory } from '../directory/directory.ts';

const KNOWN = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** Time zone in which somebody reads: his own, else the server's, else UTC. @source reference §2.20 */
export function zoneOf({ directory }: { readonly directory: Directory }, { user }: Caller): string {
  for (const zone of [user.attributes['timezone'], directory.server.attributes['timezone']]) {
    if (typeof zone === 'string' && KNOWN.has(zone)) return zone;
  }
  return 'UTC';
}
