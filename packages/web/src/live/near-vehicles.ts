import { distanceM, type LatLng } from '@rastro/fleet';
import { MapFlag } from './map-feed.ts';
import { latLngOf } from './mercator.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** A vehicle, and how far it is as the crow flies. */
export interface NearVehicle {
  readonly id: number;
  readonly metres: number;
}

/** The vehicles whose last known place is nearest, nearest first; those that were never anywhere are left out. */
export function nearVehicles(
  table: VehicleTable,
  { at, limit }: { readonly at: LatLng; readonly limit: number },
): readonly NearVehicle[] {
  const found: NearVehicle[] = [];
  for (let slot = 0; slot < table.end; slot++) {
    const id = table.ids[slot] ?? 0;
    if (id === 0 || ((table.flags[slot] ?? 0) & MapFlag.placed) === 0) continue;
    found.push({ id, metres: distanceM(at, latLngOf(table.x[slot] ?? 0, table.y[slot] ?? 0)) });
  }
  return found.toSorted((a, b) => a.metres - b.metres || a.id - b.id).slice(0, limit);
}
