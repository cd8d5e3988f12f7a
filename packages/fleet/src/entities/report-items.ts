/** A period of one device summed up. Metres, knots, milliseconds, litres. @source reference/tracking-api.md §2.14 */
export interface SummaryItem {
  readonly deviceId: number;
  readonly distance: number;
  readonly averageSpeed: number;
  readonly maxSpeed: number;
  readonly spentFuel: number;
  readonly engineHours: number;
}
