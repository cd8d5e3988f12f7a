import type { TripParameters } from '@rastro/fleet';
import type { Storage, StoredPosition } from '@rastro/storage';
import { apiDate } from '../api/views.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { numberOf } from '../pipeline/draft.ts';
import type { StopItem, SummaryItem, TripItem } from './report-items.ts';
import {
  averageSpeed,
  distanceBetween,
  engineHours,
  FuelGauge,
  hoursAt,
  Odometer,
  odometers,
  type Mark,
} from './track-stretch.ts';
import { TripFinder, type Stretch } from './trip-finder.ts';

/** Milliseconds since 1970, both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}
export interface ReportRoom {
  readonly storage: Storage;
  /** As they hold for a device. */
  readonly tripOf: (device: DeviceEntity) => TripParameters;
}

const PAGE_ROWS = 500;

function track({ storage }: ReportRoom, device: DeviceEntity, period: Period) {
  return storage.history({ deviceId: device.id, ...period, pageSize: PAGE_ROWS });
}
const capacityOf = (device: DeviceEntity): number => numberOf(device.attributes['fuelCapacity']) ?? 0;

/** Trips or stops of a device, page by page as its track is read. */
export async function* stretches(
  room: ReportRoom,
  device: DeviceEntity,
  period: Period,
  kind: Stretch['kind'],
): AsyncGenerator<readonly Stretch[]> {
  const finder = new TripFinder(room.tripOf(device), capacityOf(device));
  for await (const page of track(room, device, period)) {
    const found = page.flatMap((position) => finder.add(position)).filter((stretch) => stretch.kind === kind);
    if (found.length > 0) yield found;
  }
  yield finder.end().filter((stretch) => stretch.kind === kind);
}

function common(device: DeviceEntity, start: Mark, end: Mark) {
  return {
    deviceId: device.id,
    deviceName: device.name,
    ...odometers(start, end),
    startTime: apiDate(start.position.fixTime),
    endTime: apiDate(end.position.fixTime),
  };
}

/** @source reference/tracking-api.md §2.19, §6.10 */
export function tripItem(device: DeviceEntity, { start, end, maxSpeed, spentFuel }: Stretch): TripItem {
  const [first, last] = [start.position, end.position];
  const distance = distanceBetween(start, end);
  const duration = last.fixTime - first.fixTime;
  const driver = first.attributes['driverUniqueId'] ?? last.attributes['driverUniqueId'];
  return {
    ...common(device, start, end),
    distance,
    averageSpeed: averageSpeed(distance, duration),
    maxSpeed,
    spentFuel,
    startPositionId: first.id,
    endPositionId: last.id,
    startLat: first.latitude,
    startLon: first.longitude,
    endLat: last.latitude,
    endLon: last.longitude,
    startAddress: first.address,
    endAddress: last.address,
    duration,
    driverUniqueId: typeof driver === 'string' ? driver : null,
    driverName: null,
  };
}

export function stopItem(device: DeviceEntity, { start, end, spentFuel }: Stretch): StopItem {
  const place = start.position;
  return {
    ...common(device, start, end),
    distance: 0,
    averageSpeed: averageSpeed(0, 0),
    maxSpeed: averageSpeed(0, 0),
    spentFuel,
    positionId: place.id,
    latitude: place.latitude,
    longitude: place.longitude,
    address: place.address,
    duration: end.position.fixTime - place.fixTime,
    engineHours: engineHours(start, end),
  };
}

/**
 * One line for a period, or one a day.
 * @param daily Zone whose midnights part the days; null = the whole period in one.
 * @source reference/tracking-api.md §6.11, by the exact method for any period
 */
export async function* summary(
  room: ReportRoom,
  device: DeviceEntity,
  period: Period,
  daily: string | null,
): AsyncGenerator<readonly SummaryItem[]> {
  let day = null as { readonly name: string; readonly tally: Tally } | null;
  const dayOf = daily === null ? () => 'all' : dayNamer(daily);
  for await (const page of track(room, device, period)) {
    const done: SummaryItem[] = [];
    for (const position of page) {
      const name = dayOf(position.fixTime);
      if (day?.name !== name) {
        if (day) done.push(day.tally.item());
        day = { name, tally: new Tally(device) };
      }
      day.tally.add(position);
    }
    if (done.length > 0) yield done;
  }
  if (day) yield [day.tally.item()];
}

/** First, last, fastest and all between. */
class Tally {
  readonly #device: DeviceEntity;
  readonly #odometer = new Odometer();
  readonly #fuel: FuelGauge;
  #first: Mark | null = null;
  #last: Mark | null = null;
  #maxSpeed = 0;

  constructor(device: DeviceEntity) {
    this.#device = device;
    this.#fuel = new FuelGauge(capacityOf(device));
  }
  add(position: StoredPosition): void {
    this.#fuel.add(position);
    this.#last = { position, metres: this.#odometer.advance(position), fuel: this.#fuel.spent };
    this.#first ??= this.#last;
    this.#maxSpeed = Math.max(this.#maxSpeed, position.speed);
  }
  item(): SummaryItem {
    if (!this.#first || !this.#last) throw new Error('Cannot sum up a day without positions');
    const [start, end] = [this.#first, this.#last];
    const hours = engineHours(start, end);
    const distance = distanceBetween(start, end);
    return {
      ...common(this.#device, start, end),
      distance,
      averageSpeed: averageSpeed(hours > 0 ? distance : 0, hours),
      maxSpeed: this.#maxSpeed as SummaryItem['maxSpeed'],
      spentFuel: end.fuel - start.fuel,
      engineHours: hours,
      startHours: hoursAt(start.position) ?? 0,
      endHours: hoursAt(end.position) ?? 0,
    };
  }
}

/** Names the civil day of an instant; remembers where the present one ends, because zones are slow to ask. */
function dayNamer(zone: string): (time: number) => string {
  let name = '';
  let from = 0;
  let to = 0;
  return (time) => {
    if (time < from || time >= to) {
      const day = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).startOfDay();
      name = day.toPlainDate().toString();
      from = day.epochMilliseconds;
      to = day.add({ days: 1 }).epochMilliseconds;
    }
    return name;
  };
}
