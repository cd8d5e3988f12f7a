import type { MapPreferences } from './doors.ts';
import type { Preferences } from './preferences.ts';

const LABELS = ['none', 'name', 'plate'] as const;

/** @source SPEC §3 "Local preferences": clustered by default. */
export function readMapPreferences(store: Preferences): MapPreferences {
  const kept = parse(store.read('mapPref'));
  return {
    cluster: kept['cluster'] !== false,
    labels: LABELS.find((label) => label === kept['labels']) ?? 'name',
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
