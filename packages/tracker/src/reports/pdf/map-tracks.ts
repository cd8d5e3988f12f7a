import { DAY_MS } from '@rastro/base';
import { decodeTrack, TrackFrames, TRACK_FLAGS, type TrackChunk } from '@rastro/fleet/tracks';
import { makeTrack } from '../../tracks/make-track.ts';
import type { ReportDevice } from '../request/report-device.ts';
import { insideOf } from '../request/report-hours.ts';
import type { ReportJob } from '../request/report-job.ts';
import type { ReportReader } from '../jobs/report-reader.ts';

/** A vehicle's way, point by point; degrees. */
export interface MapPoint {
  readonly latitude: number;
  readonly longitude: number;
  /** km/h. */
  readonly speed: number;
  /** Nothing is known of the way from the point before. */
  readonly isGap: boolean;
  readonly isStop: boolean;
}
export interface MapTracks {
  /** Of each vehicle that has one. */
  readonly lines: readonly (readonly MapPoint[])[];
  /** Vehicles that were examined, of how many. */
  readonly drawn: number;
  readonly of: number;
}

/** More are a tangle, and more points than a printer has dots for them. */
const MAX_VEHICLES = 20;
const MAX_POINTS = 60_000;
const E5 = 100_000;

/** The ways that a report is about, from the tracks that the map shows; null = a pause. */
export async function* readTracks(reader: ReportReader, job: ReportJob): AsyncGenerator<MapTracks | null> {
  const lines: (readonly MapPoint[])[] = [];
  let points = 0;
  let drawn = 0;
  for (const device of job.devices.slice(0, MAX_VEHICLES)) {
    if (points > MAX_POINTS) break;
    const line: MapPoint[] = [];
    for await (const piece of trackOf(reader, job, device)) {
      for (const point of piece) line.push(point);
      yield null;
    }
    drawn++;
    points += line.length;
    if (line.length > 0) lines.push(line);
  }
  yield { lines, drawn, of: job.devices.length };
}

async function* trackOf(
  { trips }: ReportReader,
  { period, hours, devices }: ReportJob,
  { tripDevice }: ReportDevice,
): AsyncGenerator<readonly MapPoint[]> {
  const days = { from: Math.floor(period.from / DAY_MS), to: Math.floor(period.to / DAY_MS) };
  const level = levelFor((days.to - days.from + 1) * Math.min(devices.length, MAX_VEHICLES));
  const frames = new TrackFrames();
  let isAnswer = false;
  for await (const piece of makeTrack(trips, {
    type: 'track',
    devices: [tripDevice],
    days,
    level,
    view: null,
    attributes: [],
    part: 'answer',
  })) {
    // Storable days come first; the answer begins with its tag.
    if (typeof piece === 'string') isAnswer = piece.endsWith('"');
    else if (isAnswer)
      for (const bytes of frames.push(piece)) {
        const chunk = decodeTrack(bytes);
        if (chunk.ok) yield pointsOf(chunk.value, { period, hours });
      }
    yield [];
  }
}

/** The finest whose points are few enough for a picture of a hand's width. */
function levelFor(vehicleDays: number): number {
  if (vehicleDays <= 10) return 1;
  return vehicleDays <= 60 ? 2 : 3;
}

function pointsOf(
  { day, points }: TrackChunk,
  { period: { from, to }, hours }: Pick<ReportJob, 'period' | 'hours'>,
): readonly MapPoint[] {
  const isInside = insideOf(hours);
  const found: MapPoint[] = [];
  let isApart = false;
  for (const [i, second] of points.second.entries()) {
    const time = day * DAY_MS + second * 1000;
    if (time < from || time > to) continue;
    if (isInside && !isInside(time)) {
      isApart = true;
      continue;
    }
    const flags = points.flags[i] ?? 0;
    found.push({
      latitude: (points.latE5[i] ?? 0) / E5,
      longitude: (points.lonE5[i] ?? 0) / E5,
      speed: points.speed[i] ?? 0,
      isGap: isApart || (flags & TRACK_FLAGS.gap) !== 0,
      isStop: (flags & TRACK_FLAGS.held) !== 0,
    });
    isApart = false;
  }
  return found;
}
