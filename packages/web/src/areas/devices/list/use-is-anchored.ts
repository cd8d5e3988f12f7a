import { anchoredDevices, type Geofence } from '@rastro/fleet';
import { useSeenFences } from '../../../kernel/queries/use-geofences.ts';

const anchoredIds = (fences: readonly Geofence[]): ReadonlySet<number> => new Set(anchoredDevices(fences));

/** Has a vehicle an anchor, as far as the user may know? Unknown is no. */
export function useIsAnchored(deviceId: number): boolean {
  return useSeenFences({ select: anchoredIds }).data?.has(deviceId) ?? false;
}
