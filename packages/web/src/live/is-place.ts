import type { LatLng } from '@rastro/fleet';

/** True when a position says where something is. 0,0 is what trackers send without a fix, flagged valid or not. */
export function isPlace({ latitude, longitude }: LatLng): boolean {
  return latitude !== 0 || longitude !== 0;
}
