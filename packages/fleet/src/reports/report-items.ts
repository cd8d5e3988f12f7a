import type { BoundaryReason } from '../trips/stretch-segment.ts';
import type { FleetEvent } from '../entities/event.ts';
import type { Position } from '../entities/position.ts';
import type { Knots } from '../units/speed.ts';
import type {
  BetweenItem,
  ChronologyItem,
  DailyItem,
  DriverItem,
  FuelingItem,
  FuelItem,
  IdleItem,
  InactiveItem,
  SpeedingItem,
} from './history-items.ts';

/** Common fields of trips, stops and summaries. @source docs/reference/tracking-api.md §2.19: meters, knots, liters. */
interface Stretch {
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
/** Reasons why a stretch began and ended, where the rules know them; null = it is under way. */
interface Reasons {
  readonly startReason: BoundaryReason;
  readonly endReason: BoundaryReason | null;
}
export interface TripItem extends Stretch, Reasons {
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
export interface StopItem extends Stretch, Reasons {
  readonly positionId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
  /** Milliseconds. */
  readonly duration: number;
  readonly engineHours: number;
}
/** A period, or a day of it. */
export interface SummaryItem extends Stretch {
  /** Milliseconds. */
  readonly engineHours: number;
  readonly startHours: number;
  readonly endHours: number;
  /** Liters in the tank at both ends; null = unknown. Other tracking servers do not say. */
  readonly startFuel?: number | null;
  readonly endFuel?: number | null;
}
/** A visit to a geofence, from its enter to its exit. Unknown values are 0, as other clients expect. */
export interface GeofenceVisitItem extends Stretch {
  readonly geofenceId: number;
  /** Milliseconds. */
  readonly duration: number;
  /** It has not left at `endTime`, when it last reported. */
  readonly isUnderWay: boolean;
}
/** An event of a list. */
export interface EventItem extends FleetEvent {
  /** Address of the event; null = unknown. Other tracking servers do not return it. */
  readonly address?: string | null;
}
/** Track, events and their positions of one device, for one picture. */
export interface CombinedItem {
  readonly deviceId: number;
  /** Longitude, latitude. */
  readonly route: readonly (readonly [number, number])[];
  readonly events: readonly FleetEvent[];
  readonly positions: readonly Position[];
}

/** Item type of each report. @source docs/reference/tracking-api.md §3.11 */
export interface ReportItems {
  readonly route: Position;
  readonly trips: TripItem;
  readonly stops: StopItem;
  readonly summary: SummaryItem;
  readonly events: EventItem;
  readonly geofences: GeofenceVisitItem;
  readonly combined: CombinedItem;
  readonly between: BetweenItem;
  readonly idle: IdleItem;
  readonly speeding: SpeedingItem;
  readonly drivers: DriverItem;
  readonly fuelings: FuelingItem;
  readonly fuel: FuelItem;
  readonly daily: DailyItem;
  readonly inactive: InactiveItem;
  readonly chronology: ChronologyItem;
}
export type ReportType = keyof ReportItems;
