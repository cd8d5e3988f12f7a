import type { NamedAttributes } from './named-attributes.ts';

/** Product data in the attributes of a maintenance. */
export const MAINTENANCE_ATTRIBUTES = {
  /** Advance notice before it is due: meters or milliseconds, as the type counts. */
  notice: { name: 'noticeBefore', is: 'amount' },
} as const satisfies NamedAttributes;

/** An entry in the service history of a vehicle: the work, its date and its cost. Our own. */
export interface ServiceEntry {
  readonly id: number;
  readonly deviceId: number;
  readonly deviceName: string;
  /** 0 = none, or it is gone. */
  readonly maintenanceId: number;
  /** As it was called then. */
  readonly maintenanceName: string | null;
  /** When it was done; ISO 8601 UTC. */
  readonly time: string;
  /** Meters, as `totalDistance` counts them; null = not written down. */
  readonly odometer: number | null;
  /** Of the engine, milliseconds, as `hours` counts them; null = not written down. */
  readonly hours: number | null;
  /** Money, in hundredths; null = not written down. */
  readonly cost: number | null;
  readonly notes: string | null;
  /** Author, with their name at that time. */
  readonly userId: number;
  readonly userName: string;
  readonly createdTime: string;
}
