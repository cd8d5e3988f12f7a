import type { TripParameters } from '@rastro/fleet';
import type { TripDevice } from '../../trips/reduce-device.ts';

/** Milliseconds since 1970, both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}
/** Device, as far as a report needs it. */
export interface ReportDevice {
  readonly id: number;
  readonly name: string;
  /** The group that it is in; 0 = none. */
  readonly groupId: number;
  readonly trip: TripParameters;
  /** Settings of its derived history. */
  readonly tripDevice: TripDevice;
  /** Litres; 0 = unknown. */
  readonly fuelCapacity: number;
  /** Of a litre; null = unknown. */
  readonly fuelPrice: number | null;
  /** Text of the settings by which its driving is scored. */
  readonly scoring: string;
  /** The vehicle's own odometer is not believed. */
  readonly ignoreOdometer: boolean;
}
