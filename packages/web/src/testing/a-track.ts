import {
  decodeTrack,
  encodeLevel,
  encodeTrack,
  frameTrack,
  type TrackAnnotation,
  type TrackPoints,
  type TrackValues,
} from '@rastro/fleet/tracks';

/** Second of the day, longitude and latitude in degrees, km/h, flags with the level in the lowest three bits. */
export type TrackPoint = readonly [
  second: number,
  longitude: number,
  latitude: number,
  kmh: number,
  flags?: number,
];

const E5 = 100_000;

export interface TrackDetail {
  /** Level of detail. */
  readonly level?: number;
  /** Of each attribute that was asked for, what was measured at the points of each day. */
  readonly measured?: readonly TrackValues[];
  readonly annotations?: readonly TrackAnnotation[];
}

/** Answer of the server for days of a track: day since 1970 and its points. */
export function aTrackAnswer(
  deviceId: number,
  days: Readonly<Record<number, readonly TrackPoint[]>>,
  { level = 0, measured = [], annotations = [] }: TrackDetail = {},
): Uint8Array<ArrayBuffer> {
  const framed = Object.entries(days).map(([dayText, points]) => {
    const columns: TrackPoints = {
      second: points.map(([second]) => second),
      lonE5: points.map(([, longitude]) => Math.round(longitude * E5)),
      latE5: points.map(([, , latitude]) => Math.round(latitude * E5)),
      speed: points.map(([, , , kmh]) => kmh),
      flags: points.map(([, , , , flags = 0]) => flags),
    };
    const day = decodeTrack(encodeTrack({ deviceId, day: Number(dayText) }, columns, annotations));
    if (!day.ok) throw new Error(day.error);
    return frameTrack(encodeLevel(day.value, level, measured));
  });
  const bytes = new Uint8Array(framed.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of framed) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
