import type { Attributes } from './attributes.ts';

/** @source docs/reference/tracking-api.md §2.8, §7 */
export interface Geofence {
  readonly id: number;
  /**
   * `speedLimit` knots, `polylineDistance` meters, `floor` and `ceiling` meters, `color`. Of a line that vehicles are to
   * follow `corridor` true, `corridorOuter` meters, `corridorSeconds`.
   */
  readonly attributes: Attributes;
  readonly name: string;
  readonly description: string | null;
  /** `CIRCLE (lat lon, radius)`, `POLYGON ((lat lon, …))` or `LINESTRING (lat lon, …)`. */
  readonly area: string;
  /** Times at which entering and leaving count; 0 = always. */
  readonly calendarId: number;
}
