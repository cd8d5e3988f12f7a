import type { TripSettings, BoundaryRecord, TripWatch } from '@rastro/fleet/trips';

/** The rule of trips at work for a device. */
export interface OpenTrips {
  readonly watch: TripWatch;
  readonly settings: TripSettings;
  /** As in the memory of the device; another text there means that something was given up. Null = started again. */
  text: string | null;
  /** Of the first record that a new one saw; null = it continues from a text. */
  readonly firstTime: number | null;
  /** Time of the last event of each type that it has raised. */
  readonly raised: Readonly<Record<string, string>>;
  /** Records since a late one, until derived history includes that one; null = none was late. */
  readonly since: readonly BoundaryRecord[] | null;
}
