/** The way of one vehicle, as it is drawn. Columns of equal length, in order of time. */
export interface TrackLine {
  readonly deviceId: number;
  /** `#rrggbb` of its vehicle. */
  readonly colour: string;
  readonly length: number;
  /** Seconds since 1970. */
  readonly time: Float64Array;
  /** Web Mercator, 0 to 1. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** km/h. */
  readonly speed: Float32Array;
  /** Points as in a track of the tracking API. */
  readonly flags: Uint8Array;
  /** Place of each point on the scale of the measured attribute: 0 to 250, 255 = unknown; null = no attribute. */
  readonly shares: Uint8Array | null;
  /** Beginnings of its trips and stops and which trip it is; seconds since 1970. */
  readonly trips: readonly TrackTrip[];
}
export interface TrackTrip {
  readonly from: number;
  readonly to: number;
}

/** The stretch that is looked at alone; seconds since 1970. */
export interface TrackFocus {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/** Of a point, bytes: two texels of four words, of which the last two are empty. */
export const TRACK_STRIDE = 32;
export const TrackOffset = { place: 0, time: 16, style: 20 } as const;
/** Points in a row of the texture. */
export const ROW_POINTS = 1024;
const NO_TRIP = 255;
const MAX_TRIPS = 200;
const FASTEST = 255;
const UNKNOWN_SHARE = 255;

/** Whole rows for the GPU, the last one padded: coordinates in two halves each, so that a meter counts everywhere. */
export function packTrack({ length, time, x, y, speed, flags, shares, trips }: TrackLine): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(length / ROW_POINTS) * ROW_POINTS * TRACK_STRIDE);
  const floats = new Float32Array(bytes.buffer);
  const origin = time[0] ?? 0;
  let trip = 0;
  for (let i = 0; i < length; i++) {
    const [px, py, at] = [x[i] ?? 0, y[i] ?? 0, time[i] ?? 0];
    const float = (i * TRACK_STRIDE) / 4;
    floats[float] = px;
    floats[float + 1] = py;
    floats[float + 2] = px - Math.fround(px);
    floats[float + 3] = py - Math.fround(py);
    floats[float + 4] = at - origin;
    while (trip < trips.length && (trips[trip]?.to ?? 0) < at) trip++;
    const style = i * TRACK_STRIDE + TrackOffset.style;
    bytes[style] = Math.min(FASTEST, Math.round(speed[i] ?? 0));
    bytes[style + 1] = flags[i] ?? 0;
    bytes[style + 2] = (trips[trip]?.from ?? Infinity) <= at ? trip % MAX_TRIPS : NO_TRIP;
    bytes[style + 3] = shares?.[i] ?? UNKNOWN_SHARE;
  }
  return bytes;
}
