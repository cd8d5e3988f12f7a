import type { Attributes } from '@rastro/fleet';
import type { Call } from '../call.ts';
import type { Policy } from './policy.ts';

/** Users who let a geofence stop engines must be able to stop them themselves. */
export const fenceLock: Policy = {
  routes: new Set(['POST /geofences', 'PUT /geofences/:id', 'POST /permissions', 'POST /permissions/bulk']),
  check: async (call, gate) => {
    const error = await gate.errorFor('devices.lock', await call.user());
    // Callers who may lock need no further check.
    if (error === null) return null;
    return (await setsFenceLock(call)) ? error : null;
  },
};

/**
 * Would a call let a geofence stop engines: write one that does, or link one to devices or groups? An edit that
 * leaves the lock on counts too, because it may move the fence.
 */
async function setsFenceLock(call: Call): Promise<boolean> {
  const { key } = call;
  const { json } = call.body;
  if (key === 'POST /geofences' || key === 'PUT /geofences/:id') return stopsEngines(json);
  const ids = linkedFences(json);
  const [only] = ids;
  if (only === undefined) return false;
  if (ids.size === 1) return stopsEngines(await call.read(`/api/geofences/${only}`));
  // The tracking server rejects geofences that are not in the caller's list.
  const own = await call.read('/api/geofences');
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
