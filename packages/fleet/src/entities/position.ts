import type { Knots } from '../units/speed.ts';
import type { Attributes } from './attributes.ts';

export interface CellTower {
  readonly radioType?: string;
  readonly cellId: number;
  readonly locationAreaCode: number;
  readonly mobileCountryCode: number;
  readonly mobileNetworkCode: number;
  /** dBm, <= 0. */
  readonly signalStrength?: number;
}
export interface WifiAccessPoint {
  /** Lower-case, `aa:bb:cc:dd:ee:ff`. */
  readonly macAddress: string;
  /** dBm, <= 0. */
  readonly signalStrength?: number;
  readonly channel?: number;
}
/** Radio surroundings of a device. Absent members are unknown. */
export interface Network {
  readonly homeMobileCountryCode?: number;
  readonly homeMobileNetworkCode?: number;
  readonly radioType?: string;
  readonly carrier?: string;
  readonly considerIp?: boolean;
  readonly cellTowers?: readonly CellTower[];
  readonly wifiAccessPoints?: readonly WifiAccessPoint[];
}

/**
 * A position as the tracking API sends it.
 * Times are ISO 8601 UTC (`2026-08-21T09:18:51.000+00:00`); degrees WGS-84; meters; knots.
 * @source docs/reference/tracking-api.md §2.2
 */
export interface Position {
  readonly id: number;
  readonly attributes: Attributes;
  readonly deviceId: number;
  readonly protocol: string | null;
  readonly serverTime: string;
  readonly deviceTime: string;
  readonly fixTime: string;
  readonly valid: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly speed: Knots;
  readonly course: number;
  readonly address: string | null;
  /** Meters; 0 = unknown. */
  readonly accuracy: number;
  readonly network: Network | null;
  readonly geofenceIds: readonly number[] | null;
}
