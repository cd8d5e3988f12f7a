import type { Attributes } from '@rastro/fleet';
import type { MapPreferences } from './entry-points.ts';
import type { Preferences } from '../preferences.ts';

/** docs/reference/requirements.md SPEC §3 "User": cluster, under the name that the API's other clients write. */
export const CLUSTER_ATTRIBUTE = 'mapCluster';

/** Names identify the vehicles from the first visit on; the rest is asked for. */
const DEFAULTS: Omit<MapPreferences, 'clustered'> = {
  name: true,
  plate: false,
  status: false,
  precision: false,
  counts: false,
  groups: false,
};

/** @source docs/reference/requirements.md SPEC §3 "Local preferences": clustered by default. */
export function readMapPreferences(store: Preferences, ofUser: Attributes = {}): MapPreferences {
  const clustered = ofUser[CLUSTER_ATTRIBUTE] !== false;
  const stored = parse(store.read('mapPref'));
  const choice = (name: keyof typeof DEFAULTS): boolean => {
    const value = stored[name];
    return typeof value === 'boolean' ? value : DEFAULTS[name];
  };
  return {
    clustered: typeof stored['clustered'] === 'boolean' ? stored['clustered'] : clustered,
    name: choice('name'),
    plate: choice('plate'),
    status: choice('status'),
    precision: choice('precision'),
    counts: choice('counts'),
    groups: choice('groups'),
  };
}

export function writeMapPreferences(store: Preferences, preferences: MapPreferences): void {
  store.write('mapPref', JSON.stringify(preferences));
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(text ?? '{}') as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Written by hand or by another product: the defaults hold.
    return {};
  }
}
