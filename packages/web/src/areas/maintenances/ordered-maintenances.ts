import { byUrgency, type Maintenance, type MaintenanceDue } from '@rastro/fleet';

export const MAINTENANCE_SORTS = ['due', 'name', 'newest'] as const;
export type MaintenanceSort = (typeof MAINTENANCE_SORTS)[number];

/** Status of a maintenance over all its vehicles. */
export interface MaintenanceStatus {
  /** The vehicle that is first. */
  readonly first: MaintenanceDue;
  readonly vehicles: number;
  readonly overdue: number;
}

/** @param due Overdue first. */
export function maintenanceStatuses(due: readonly MaintenanceDue[]): ReadonlyMap<number, MaintenanceStatus> {
  const found = new Map<number, MaintenanceStatus>();
  for (const each of due) {
    const { maintenanceId: id } = each;
    const { first = each, vehicles = 0, overdue = 0 } = found.get(id) ?? {};
    found.set(id, {
      first,
      vehicles: vehicles + 1,
      overdue: overdue + (each.state === 'overdue' ? 1 : 0),
    });
  }
  return found;
}

/** By when the first vehicle is due, overdue first; those without a vehicle last in either order. @param found By name. */
export function orderedMaintenances(
  found: readonly Maintenance[],
  order: { readonly sort: MaintenanceSort; readonly isDown: boolean },
  statuses: ReadonlyMap<number, MaintenanceStatus>,
): readonly Maintenance[] {
  const { sort, isDown } = order;
  if (sort === 'name') return isDown ? found.toReversed() : found;
  const sign = isDown ? -1 : 1;
  if (sort === 'newest') return found.toSorted((a, b) => sign * (b.id - a.id));
  return found.toSorted((a, b) => {
    const [one, other] = [statuses.get(a.id)?.first, statuses.get(b.id)?.first];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return sign * byUrgency(one, other);
  });
}
