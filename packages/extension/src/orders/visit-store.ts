import { readStoredVisits, type StoredVisits } from '@rastro/fleet/schemas';
import { NO_VISITS } from '@rastro/fleet/stop-visits';
import type { RoadRoute } from '@rastro/fleet/road-routes';
import type { OrderDeps } from './order-deps.ts';
import { routeKey, type Put } from './route-store.ts';

/** By route: where its vehicle was. */
export const VISITS = 'routeVisits';

interface Found extends StoredVisits {
  /** 0 = there are none yet. */
  readonly version: number;
}
export async function visitsOf(
  storage: Pick<OrderDeps['storage'], 'document'>,
  { id }: Pick<RoadRoute, 'id'>,
): Promise<Found> {
  const found = await storage.document(VISITS, routeKey(id));
  if (found === null) return { version: 0, positionId: 0, visits: NO_VISITS, beforeGap: null };
  return { version: found.version, ...readStoredVisits(found.body) };
}
export const visitsPut = ({ id }: Pick<RoadRoute, 'id'>, { version, ...stored }: Found): Put => ({
  kind: VISITS,
  key: routeKey(id),
  body: stored satisfies StoredVisits,
  replaces: version,
});
/** Removes them with their route. */
export const visitsRemoval = ({ id }: Pick<RoadRoute, 'id'>) => ({
  kind: VISITS,
  key: routeKey(id),
  replaces: null,
});
