import type { Attributes } from './attributes.ts';
import type { LatLng } from '../geometry/distance.ts';

/** Something shared for a while with anybody who has the link. Our own. */
export interface Share {
  readonly id: number;
  /** Name of the shared object at that time. */
  readonly name: string;
  /** User who shares it. */
  readonly userId: number;
  /** The first of them; 0 = a group is shared. */
  readonly deviceId: number;
  /** The devices that were chosen; of a group those in it when it was shared, and in the list none. */
  readonly deviceIds: readonly number[];
  /** 0 = a device is shared. */
  readonly groupId: number;
  /** ISO 8601, as all instants here. */
  readonly expiration: string | null;
  readonly createdTime: string;
  /** For its giver: what it is for. */
  readonly label: string | null;
  /** Does the guest see what was before the share? */
  readonly history: boolean;
  /** Where the way leads, for the guest to see. */
  readonly destination: LatLng | null;
  /** Last visit of a guest; null = never opened. */
  readonly lastUsedTime: string | null;
  /** User who created it while signed in as its giver, such as a reseller; 0 = the giver. */
  readonly madeById: number;
  /** As they were called then; null = the giver. */
  readonly madeByName: string | null;
}
/** A share that was just made. */
export interface NewShare extends Share {
  /** Opens it, in a link; only returned this once. */
  readonly token: string;
  /** The link: its page, under the address that the caller uses. */
  readonly url: string;
}

/** Attributes of a guest account for its page, besides `isShared`. */
export const SHARE_ATTRIBUTES = {
  /** ISO 8601: when it was shared. */
  since: 'share.since',
  /** `latitude,longitude` of where the way leads. */
  destination: 'share.destination',
} as const;

/** @returns null = none, or it cannot be read. */
export function destinationIn(attributes: Attributes): LatLng | null {
  const value = attributes[SHARE_ATTRIBUTES.destination];
  const [latitude = NaN, longitude = NaN, ...more] =
    typeof value === 'string'
      ? value.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
      : [];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && more.length === 0;
  return isPlace ? { latitude, longitude } : null;
}
