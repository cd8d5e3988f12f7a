import type { SortField } from './fleet.ts';
import { MapFlag } from './map-feed.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** What a vehicle is ordered by; null = it has no value and comes last, whatever the direction. */
export type SortKey = number | string | null;

/** Reads the key of one slot. A true claim sorts before a false one, so `asc` shows what stands out first. */
export function sortKey(
  field: SortField,
  slot: number,
  { table, anchored }: { readonly table: VehicleTable; readonly anchored: ReadonlySet<number> },
): SortKey {
  const device = table.devices[slot];
  const position = table.positions[slot] ?? null;
  const flags = table.flags[slot] ?? 0;
  const claim = (holds: boolean): number => (holds ? 0 : 1);
  switch (field) {
    case 'name':
      return 0;
    case 'lastUpdate': {
      const at = table.lastUpdateAt[slot] ?? Number.NaN;
      return Number.isNaN(at) ? null : at;
    }
    case 'status':
      return table.status[slot] ?? null;
    case 'speed':
      return position === null || !Number.isFinite(position.speed) ? null : position.speed;
    case 'state':
      return textOf(device?.attributes['device.state']);
    case 'driver':
      return textOf(position?.attributes['driverUniqueId']);
    case 'motion':
      return claim((flags & MapFlag.moving) !== 0);
    case 'alert':
      return claim((flags & MapFlag.alarm) !== 0);
    case 'ignition':
      return claim(position?.attributes['ignition'] === true);
    case 'locked':
      return claim(position?.attributes['blocked'] === true);
    case 'anchor':
      return claim(anchored.has(table.ids[slot] ?? 0));
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
