import type { VehicleTable } from './vehicle-table.ts';

/** Number of vehicles in each geofence, by its id; a missing one has none. */
export type InsideCounts = ReadonlyMap<number, number>;
export const NO_COUNTS: InsideCounts = new Map();

/** Counts by what the server says of the last place of each vehicle. @returns `before` when they are the same. */
export function countInside(table: VehicleTable, before: InsideCounts = NO_COUNTS): InsideCounts {
  const counts = new Map<number, number>();
  for (let slot = 0; slot < table.end; slot++) {
    if (table.devices[slot] === undefined) continue;
    for (const id of table.positions[slot]?.geofenceIds ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const isSame = counts.size === before.size && [...counts].every(([id, count]) => before.get(id) === count);
  return isSame ? before : counts;
}
