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

/**
 * A fleet as the first picture of a map needs it: columns of numbers, and the styles once. It takes one vehicle at a
 * time, so that the caller can let other work in between.
 */
export class OverviewWriter {
  readonly #columns: DataView<ArrayBuffer>;
  readonly #at: ReturnType<typeof columnsOf>;
  readonly #numbers = new Map<string, number>();
  readonly #styles: OverviewStyle[] = [];
  #count = 0;

  /** @param most Vehicles that may come. */
  constructor(most: number) {
    this.#at = columnsOf(most);
    this.#columns = new DataView(new ArrayBuffer(this.#at.names));
  }

  add({ id, status, style, place, isMoving, hasAlarm }: OverviewVehicle): void {
    const [columns, at, i] = [this.#columns, this.#at, this.#count++];
    columns.setUint32(at.ids + 4 * i, id, true);
    columns.setUint16(at.styles + 2 * i, this.#numberOf(style), true);
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

  end(): Uint8Array<ArrayBuffer> {
    const names = new TextEncoder().encode(JSON.stringify(this.#styles));
    const [from, to] = [this.#at, columnsOf(this.#count)];
    const bytes = new Uint8Array(to.names + names.length);
    const head = new DataView(bytes.buffer);
    head.setUint32(0, MAGIC, true);
    head.setUint32(4, this.#count, true);
    head.setUint32(8, names.length, true);
    const copy = (column: Exclude<keyof typeof to, 'names'>, width: number): void =>
      bytes.set(new Uint8Array(this.#columns.buffer, from[column], width * this.#count), to[column]);
    copy('ids', 4);
    copy('latitudes', 4);
    copy('longitudes', 4);
    copy('courses', 2);
    copy('styles', 2);
    copy('states', 1);
    bytes.set(names, to.names);
    return bytes;
  }

  #numberOf(style: OverviewStyle): number {
    const key = `${style.category}\n${style.color}\n${style.extraColor}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = Math.min(this.#styles.length, MAX_STYLES);
      if (number === this.#styles.length) this.#styles.push(style);
      this.#numbers.set(key, number);
    }
    return number;
  }
}
