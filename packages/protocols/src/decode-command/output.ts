import type { DeviceRecord } from '../protocol.ts';

/** A record as samples.json writes it. */
export interface OutputPosition {
  readonly noLocation?: true;
  readonly fixTime?: string;
  readonly deviceTime: string | null;
  readonly valid?: boolean;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly altitude?: number;
  readonly speed?: number;
  readonly course?: number;
  readonly accuracy?: number;
  readonly network?: {
    readonly cells?: readonly (readonly (number | null)[])[];
    readonly wifi?: readonly (readonly (string | number | null)[])[];
  };
  readonly attributes: Readonly<Record<string, unknown>>;
}

export function outputOf(record: DeviceRecord): OutputPosition {
  const { fix, deviceTime } = record;
  const network = networkOf(record);
  const rest = {
    ...(network ? { network } : {}),
    attributes: Object.fromEntries(
      Object.entries(record.attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
  if (!fix) return { noLocation: true, deviceTime: instantText(deviceTime), ...rest };
  const { valid, latitude, longitude, altitude, speed, course, accuracy } = fix;
  const place = {
    valid,
    latitude,
    longitude,
    altitude,
    speed,
    course,
    ...(accuracy > 0 ? { accuracy } : {}),
  };
  return { fixTime: instantText(fix.time) ?? '', deviceTime: instantText(deviceTime), ...place, ...rest };
}

/** ISO 8601 in UTC, without a fraction of zero; null = the arrival. */
function instantText(ms: number | null): string | null {
  if (ms === null || !(Math.abs(ms) <= 8.64e15)) return null;
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function networkOf({ network }: DeviceRecord): OutputPosition['network'] | null {
  if (!network) return null;
  const cells = network.cellTowers?.map((tower) => [
    tower.mobileCountryCode,
    tower.mobileNetworkCode,
    tower.locationAreaCode,
    tower.cellId,
    tower.signalStrength ?? null,
  ]);
  const wifi = network.wifiAccessPoints?.map((point) => [point.macAddress, point.signalStrength ?? null]);
  return { ...(cells ? { cells } : {}), ...(wifi ? { wifi } : {}) };
}
