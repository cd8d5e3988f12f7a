import type { Fleet } from '../live/fleet.ts';
import type { FleetOptions } from '../live/open-fleet.ts';
import type { LiveMapProps } from '../map/live-map.tsx';
import type { ComponentType } from 'react';

export type { LiveMapProps };
export type MapPreferences = LiveMapProps['preferences'];

/** The rooms `live/` and `map/` open through these doors, after signing in: no other file starts them. */
export async function openFleet(options: FleetOptions): Promise<Fleet> {
  return (await import('../live/open-fleet.ts')).openFleet(options);
}

export async function loadLiveMap(): Promise<ComponentType<LiveMapProps>> {
  return (await import('../map/live-map.tsx')).LiveMap;
}
