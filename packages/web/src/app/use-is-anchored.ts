import { anchorsByDevice } from '../areas/geofences/anchor.ts';
import { useSeenFences } from '../areas/geofences/use-geofences.ts';

/** Has a vehicle an anchor, as far as the person may know? Unknown is no. */
export function useIsAnchored(deviceId: number): boolean {
  return useSeenFences({ select: anchorsByDevice }).data?.has(deviceId) ?? false;
}
