import { knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';

/** A good fix of a vehicle that stands, everything that a test does not name. */
export const storedPosition = (
  part: Partial<StoredPosition> & {
    readonly id: number;
    readonly deviceId: number;
    readonly fixTime: number;
  },
): StoredPosition => ({
  protocol: 'test',
  serverTime: part.fixTime,
  deviceTime: part.fixTime,
  valid: true,
  latitude: -23.5,
  longitude: -46.6,
  altitude: 0,
  speed: knots(0),
  course: 0,
  accuracy: 0,
  address: null,
  network: null,
  geofenceIds: null,
  attributes: {},
  contentKey: part.id,
  ...part,
});
