import type { Attributes } from '@rastro/fleet';
import type { Call, LookUp } from './anchor-call.ts';

/** Routes that can make a geofence stop engines. */
export const FENCE_LOCK_ROUTES: ReadonlySet<string> = new Set([
  'POST /api/geofences',
  'PUT /api/geofences/:id',
  'POST /api/permissions',
  'POST /api/permissions/bulk',
]);

/**
 * Would a call let a geofence stop engines: write one that does, or link one to devices or groups? An edit that
 * leaves the lock on counts too, because it may move the fence.
 */
export async function setsFenceLock({ route, body }: Call, lookUp: LookUp): Promise<boolean> {
  if (route.startsWith('/api/geofences')) return stopsEngines(body);
  const ids = linkedFences(body);
  const [only] = ids;
  if (only === undefined) return false;
  if (ids.size === 1) return stopsEngines(await lookUp(`/api/geofences/${only}`));
  // What is not in the list of the caller is refused by the tracking server.
  const own = await lookUp('/api/geofences');
  return Array.isArray(own) && own.some((fence: { id: number }) => ids.has(fence.id) && stopsEngines(fence));
}

function stopsEngines(geofence: unknown): boolean {
  const { attributes } = Object(geofence) as { readonly attributes?: Attributes | null };
  const isSet = (name: string): boolean =>
    ![undefined, null, false, 'false'].includes(attributes?.[name] as never);
  return isSet('lockOnEnter') || isSet('lockOnExit');
}

/** Geofences that the pairs of a body give to devices or groups. */
function linkedFences(body: unknown): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const pair of Array.isArray(body) ? body : [body]) {
    const entries = Object.entries(Object(pair) as object);
    const names = entries.map(([name]) => name.toLowerCase());
    if (!names.includes('deviceid') && !names.includes('groupid')) continue;
    const at = names.indexOf('geofenceid');
    if (at >= 0) ids.add(Number(entries[at]?.[1]));
  }
  return ids;
}
