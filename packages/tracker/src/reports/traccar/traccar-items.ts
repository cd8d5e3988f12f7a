import { apiDate, type StopItem, type SummaryItem, type TripItem } from '@rastro/fleet';
import type { HistoryReader, TrackPosition } from '@rastro/storage';
import type { Period, ReportDevice } from '../request/report-device.ts';
import {
  averageSpeed,
  distanceBetween,
  engineHours,
  FUEL_NAMES,
  FuelGauge,
  hoursAt,
  MEASURE_ATTRIBUTES,
  Odometer,
  odometers,
  type TrackMeasure,
} from './track-measure.ts';
import { TripFinder, type Stretch } from './trip-finder.ts';
import { dayNamer } from '../../exports/day-namer.ts';

const PAGE_ROWS = 2000;

/** Trips or stops of a device, page by page as its track is read. */
export async function* stretches(
  reader: HistoryReader,
  device: ReportDevice,
  period: Period,
  kind: Stretch['kind'],
): AsyncGenerator<readonly Stretch[]> {
  const finder = new TripFinder(device.trip, device.fuelCapacity);
  const query = { deviceId: device.id, ...period, pageSize: PAGE_ROWS };
  for await (const page of reader.track(query, [...MEASURE_ATTRIBUTES, ...FUEL_NAMES])) {
    yield page.flatMap((position) => finder.add(position)).filter((stretch) => stretch.kind === kind);
  }
  yield finder.end().filter((stretch) => stretch.kind === kind);
}

function common(device: ReportDevice, start: TrackMeasure, end: TrackMeasure) {
  return {
    deviceId: device.id,
    deviceName: device.name,
    ...odometers(start, end, device.ignoreOdometer),
    startTime: apiDate(start.position.fixTime),
    endTime: apiDate(end.position.fixTime),
  };
}

/** @source docs/reference/tracking-api.md §2.19, §6.10 */
export function tripItem(
  device: ReportDevice,
  { start, end, maxSpeed, spentFuel }: Stretch,
  driverNames: Readonly<Record<string, string>>,
): TripItem {
  const [first, last] = [start.position, end.position];
  const distance = distanceBetween(start, end, device.ignoreOdometer);
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
    driverName: typeof driver === 'string' ? (driverNames[driver] ?? null) : null,
    startReason: 'traccar',
    endReason: 'traccar',
  };
}

export function stopItem(device: ReportDevice, { start, end, spentFuel }: Stretch): StopItem {
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
    startReason: 'traccar',
    endReason: 'traccar',
  };
}

/**
 * One line for a period, or one a day.
 * @param daily Zone whose midnights part the days; null = the whole period in one.
 * @source docs/reference/tracking-api.md §6.11, by the exact method for any period
 */
export async function* summary(
  reader: HistoryReader,
  device: ReportDevice,
  period: Period,
  daily: string | null,
): AsyncGenerator<readonly SummaryItem[]> {
  let day = null as { readonly name: string; readonly tally: Tally } | null;
  const dayOf = daily === null ? () => 'all' : dayNamer(daily);
  const query = { deviceId: device.id, ...period, pageSize: PAGE_ROWS };
  for await (const page of reader.track(query, FUEL_NAMES)) {
    const done: SummaryItem[] = [];
    for (const position of page) {
      const name = dayOf(position.fixTime);
      if (day?.name !== name) {
        if (day) done.push(await day.tally.item(reader));
        day = { name, tally: new Tally(device) };
      }
      day.tally.add(position);
    }
    yield done;
  }
  if (day) yield [await day.tally.item(reader)];
}

/** First, last, fastest and all between. */
class Tally {
  readonly #device: ReportDevice;
  readonly #odometer = new Odometer();
  readonly #fuel: FuelGauge;
  #first: TrackMeasure | null = null;
  #last: TrackMeasure | null = null;
  #maxSpeed = 0;

  constructor(device: ReportDevice) {
    this.#device = device;
    this.#fuel = new FuelGauge(device.fuelCapacity);
  }
  add(position: TrackPosition): void {
    this.#fuel.add(position);
    this.#last = { position, metres: this.#odometer.advance(position), fuel: this.#fuel.spent };
    this.#first ??= this.#last;
    this.#maxSpeed = Math.max(this.#maxSpeed, position.speed);
  }
  /** Of the first and the last position the rest is read now: of all others nobody asks. */
  async item(reader: HistoryReader): Promise<SummaryItem> {
    if (!this.#first || !this.#last) throw new Error('Cannot sum up a day without positions');
    const ends = await reader.positionsById([this.#first.position.id, this.#last.position.id]);
    const whole = new Map(ends.map((p) => [p.id, p]));
    const read = (trackMeasure: TrackMeasure): TrackMeasure => ({
      ...trackMeasure,
      position: whole.get(trackMeasure.position.id) ?? trackMeasure.position,
    });
    const [start, end] = [read(this.#first), read(this.#last)];
    const hours = engineHours(start, end);
    const distance = distanceBetween(start, end, this.#device.ignoreOdometer);
    return {
      ...common(this.#device, start, end),
      distance,
      averageSpeed: averageSpeed(hours > 0 ? distance : 0, hours),
      maxSpeed: this.#maxSpeed as SummaryItem['maxSpeed'],
      spentFuel: end.fuel - start.fuel,
      engineHours: hours,
      startHours: hoursAt(start.position) ?? 0,
      endHours: hoursAt(end.position) ?? 0,
      startFuel: null,
      endFuel: null,
    };
  }
}
