import type { LatLng } from '@rastro/fleet';

/** Everything that a device could report about one instant. Each language sends the part that it can express. */
export interface Report extends LatLng {
  /** Milliseconds since 1970, UTC, whole seconds. */
  readonly time: number;
  readonly valid: boolean;
  /** Meters. */
  readonly altitude: number;
  readonly speedKmh: number;
  /** Degrees clockwise from north. */
  readonly course: number;
  readonly satellites: number;
  readonly ignition: boolean;
  readonly moving: boolean;
  readonly odometerM: number;
  /** Volts. */
  readonly power: number;
  /** Percent. */
  readonly batteryLevel: number;
  /** Steps 0..4. */
  readonly gsm: number;
  /** The relay has cut the engine. */
  readonly blocked: boolean;
  readonly alarm: 'sos' | 'powerCut' | 'hardBraking' | 'overspeed' | null;
}
