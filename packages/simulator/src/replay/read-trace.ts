import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { distanceM, type LatLng } from '@rastro/fleet';
import { courseFrom, toSpot } from '../motion/plane.ts';

/** One recorded point of a vehicle. */
export interface TracePoint extends LatLng {
  readonly vehicle: string;
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly speedKmh: number;
  /** Degrees clockwise from north. */
  readonly course: number;
  readonly altitude: number;
}

interface RecordedPoint extends LatLng {
  readonly vehicle: string;
  readonly time: number;
  readonly speedKmh: number | null;
  readonly course: number | null;
  readonly altitude: number | null;
}

/**
 * Reads a recording: gzipped CSV `vehicle,time,latitude,longitude,speed_kmh,course,altitude`.
 * Values that the source did not record are computed from the points.
 * @returns Vehicle by vehicle, in recorded order.
 * @throws Error when a line is not of this form.
 */
export async function readTrace(file: string | URL): Promise<readonly TracePoint[]> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  const points: RecordedPoint[] = [];
  let number = 0;
  for await (const line of lines) {
    number++;
    if (number > 1 && line !== '') points.push(parse(line, number));
  }
  return withMotion(points);
}

function parse(line: string, number: number): RecordedPoint {
  const [vehicle = '', time = '', latitude = '', longitude = '', speed = '', course = '', altitude = ''] =
    line.split(',');
  const point: RecordedPoint = {
    vehicle,
    time: Date.parse(time),
    latitude: Number(latitude),
    longitude: Number(longitude),
    speedKmh: speed === '' ? null : Number(speed),
    course: course === '' ? null : Number(course),
    altitude: altitude === '' ? null : Number(altitude),
  };
  const numbers = [point.time, point.latitude, point.longitude, point.speedKmh ?? 0, point.course ?? 0];
  if (vehicle === '' || !numbers.every(Number.isFinite))
    throw new Error(`Cannot read the recording: line ${number}`);
  return point;
}

/** Fills in speed and course from the movement since the previous point; a stationary vehicle keeps its course. */
export function withMotion(points: readonly RecordedPoint[]): readonly TracePoint[] {
  const out: TracePoint[] = [];
  for (const point of points) {
    const last = out.at(-1);
    const before = last?.vehicle === point.vehicle ? last : null;
    const metres = before ? distanceM(before, point) : 0;
    const seconds = before ? (point.time - before.time) / 1000 : 0;
    const moved = before !== null && metres > 0.5;
    out.push({
      ...point,
      altitude: point.altitude ?? 0,
      speedKmh: point.speedKmh ?? (seconds > 0 ? (metres / seconds) * 3.6 : 0),
      course:
        point.course ?? (moved ? courseFrom({ x: 0, y: 0 }, toSpot(point, before)) : (before?.course ?? 0)),
    });
  }
  return out;
}
