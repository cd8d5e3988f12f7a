import type { LatLng } from '../geometry/distance.ts';
import { DEVICE_STATUSES, type DeviceStatus } from '../entities/device.ts';
import { columnsOf, MAGIC, OVERVIEW_FLAGS, PARTS_OF_DEGREE, type OverviewStyle } from './layout.ts';

export const OVERVIEW_TYPE = 'application/vnd.rastro.overview';
/** Styles are numbered in two bytes; vehicles with further ones share the last. */
const MAX_STYLES = 65_535;

export interface OverviewVehicle {
  readonly id: number;
  readonly status: DeviceStatus;
  readonly style: OverviewStyle;
  /** Of its latest position, believable or not; null = it has none. */
  readonly place: (LatLng & { readonly course: number }) | null;
  readonly isMoving: boolean;
  readonly hasAlarm: boolean;
}

/** A fleet as the first picture of a map needs it: columns of numbers, and the styles once. */
export function encodeOverview(vehicles: readonly OverviewVehicle[]): Uint8Array<ArrayBuffer> {
  const numbers = new Map<string, number>();
  const styles: OverviewStyle[] = [];
  const numberOf = (style: OverviewStyle): number => {
    const key = `${style.category}\n${style.color}\n${style.extraColor}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = Math.min(styles.length, MAX_STYLES);
      if (number === styles.length) styles.push(style);
      numbers.set(key, number);
    }
    return number;
  };
  const at = columnsOf(vehicles.length);
  const columns = new DataView(new ArrayBuffer(at.names));
  for (const [i, { id, status, style, place, isMoving, hasAlarm }] of vehicles.entries()) {
    columns.setUint32(at.ids + 4 * i, id, true);
    columns.setUint16(at.styles + 2 * i, numberOf(style), true);
    let state = DEVICE_STATUSES.indexOf(status);
    if (isMoving) state |= OVERVIEW_FLAGS.moving;
    if (hasAlarm) state |= OVERVIEW_FLAGS.alarm;
    if (place !== null) {
      state |= OVERVIEW_FLAGS.located;
      columns.setInt32(at.latitudes + 4 * i, Math.round(place.latitude * PARTS_OF_DEGREE), true);
      columns.setInt32(at.longitudes + 4 * i, Math.round(place.longitude * PARTS_OF_DEGREE), true);
      columns.setUint16(at.courses + 2 * i, Math.round(place.course), true);
    }
    columns.setUint8(at.states + i, state);
  }
  const names = new TextEncoder().encode(JSON.stringify(styles));
  columns.setUint32(0, MAGIC, true);
  columns.setUint32(4, vehicles.length, true);
  columns.setUint32(8, names.length, true);
  const bytes = new Uint8Array(at.names + names.length);
  bytes.set(new Uint8Array(columns.buffer));
  bytes.set(names, at.names);
  return bytes;
}
