import type { VehicleTable } from './vehicle-table.ts';

/** How many vehicles are in each geofence, by its id; one that is missing holds none. */
export type InsideCounts = ReadonlyMap<number, number>;

/** Counts by what the server says of the last place of each vehicle. */
export function countInside(table: VehicleTable): InsideCounts {
  const counts = new Map<number, number>();
  for (let slot = 0; slot < table.end; slot++) {
    if (table.devices[slot] === undefined) continue;
    for (const id of table.positions[slot]?.geofenceIds ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

export const isSameCount = (a: InsideCounts, b: InsideCounts): boolean =>
  a.size === b.size && [...a].every(([id, count]) => b.get(id) === count);
