import type { Knots } from '@rastro/fleet';

/** What trips, stops and summaries have in common. @source reference/tracking-api.md §2.19: metres, knots, litres. */
interface ReportItem {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly distance: number;
  readonly averageSpeed: Knots;
  readonly maxSpeed: Knots;
  readonly spentFuel: number;
  readonly startOdometer: number;
  readonly endOdometer: number;
  /** ISO 8601 UTC, fix times. */
  readonly startTime: string;
  readonly endTime: string;
}
export interface TripItem extends ReportItem {
  readonly startPositionId: number;
  readonly endPositionId: number;
  readonly startLat: number;
  readonly startLon: number;
  readonly endLat: number;
  readonly endLon: number;
  readonly startAddress: string | null;
  readonly endAddress: string | null;
  /** Milliseconds. */
  readonly duration: number;
  readonly driverUniqueId: string | null;
  readonly driverName: string | null;
}
export interface StopItem extends ReportItem {
  readonly positionId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
  /** Milliseconds. */
  readonly duration: number;
  readonly engineHours: number;
}
export interface SummaryItem extends ReportItem {
  /** Milliseconds. */
  readonly engineHours: number;
  readonly startHours: number;
  readonly endHours: number;
}
