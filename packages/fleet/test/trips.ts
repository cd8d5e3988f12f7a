import { TripReducer } from '../src/trips/trip-reducer.ts';
import type { StretchSegment } from '../src/trips/stretch-segment.ts';
import { compareKeys, type TripRecord } from '../src/trips/trip-record.ts';
import { DEFAULT_TRIP_SETTINGS, type TripSettings } from '../src/trips/trip-settings.ts';

export const START = Date.UTC(2026, 4, 4, 8);
const DEGREE_M = (Math.PI / 180) * 6_378_137;

export const record = (part: Partial<TripRecord>): TripRecord => {
  const time = part.time ?? START;
  return {
    id: 1,
    time,
    deviceTime: time,
    key: 1,
    serverTime: time,
    latitude: -23.5,
    longitude: -46.6,
    valid: true,
    accuracy: 0,
    speedKmh: null,
    ignition: null,
    motion: null,
    onTrip: null,
    satellites: null,
    hdop: null,
    odometerM: null,
    engineMs: null,
    fuelL: null,
    fuelPercent: null,
    fuelUsedL: null,
    limitKmh: null,
    driver: null,
    geofenceIds: [],
    course: null,
    isFine: true,
    alarms: null,
    isApproximate: false,
    ...part,
  };
};

/** Writes down a drive on a straight road to the north, a record after each step. */
export class Road {
  readonly records: TripRecord[] = [];
  at = START;
  metres = 0;
  #fields: Partial<TripRecord> = {};

  /** Sets fields of all following records. */
  setFields(facts: Partial<TripRecord>): this {
    this.#fields = { ...this.#fields, ...facts };
    return this;
  }

  /** One record where it is. */
  put(part: Partial<TripRecord> = {}): this {
    const id = this.records.length + 1;
    const latitude = -23.5 + this.metres / DEGREE_M;
    // Never a multiple of 128: cuts are asked for by their own tests.
    this.records.push(record({ id, key: id * 256 + 1, time: this.at, latitude, ...this.#fields, ...part }));
    return this;
  }

  /** Drives on, a record after each step. */
  drive(seconds: number, kmh: number, every = 60): this {
    for (let s = every; s <= seconds; s += every) {
      this.at += every * 1000;
      this.metres += (kmh / 3.6) * every;
      this.put({ speedKmh: kmh });
    }
    return this;
  }

  stand(seconds: number, every = 60): this {
    return this.drive(seconds, 0, every);
  }

  /** Passes time without records. */
  pass(seconds: number, metres = 0): this {
    this.at += seconds * 1000;
    this.metres += metres;
    return this;
  }
}

export const settingsWith = (part: Partial<TripSettings>): TripSettings => ({
  ...DEFAULT_TRIP_SETTINGS,
  ...part,
});

/** Derives the history of records in any order, with the stretch under way at the end. */
export function reduceRecords(
  records: readonly TripRecord[],
  settings: TripSettings = DEFAULT_TRIP_SETTINGS,
): readonly StretchSegment[] {
  const reducer = TripReducer.start(settings);
  for (const one of records.toSorted(compareKeys)) reducer.add(one);
  return [...reducer.take(), ...reducer.open()];
}
