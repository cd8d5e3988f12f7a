import type { TripSettings, BoundaryRecord, TripWatch } from '@rastro/fleet/trips';

/** The rule of trips at work for a device. */
export interface OpenTrips {
  readonly watch: TripWatch;
  readonly settings: TripSettings;
  /** As the memory of the device knows it; another there means that something was given up. Null = begun anew. */
  text: string | null;
  /** Of the first record that a new one saw; null = it goes on from a text. */
  readonly firstTime: number | null;
  /** Records since one came late, until the books know that one; null = none did. */
  readonly since: readonly BoundaryRecord[] | null;
}
