import { fail, ok, type Result } from '@rastro/base';
import { columnsOf, HEAD_BYTES, MAGIC, PARTS_OF_DEGREE, STATUS_BITS, type OverviewStyle } from './layout.ts';

/** Columns of a fleet, each with one entry a vehicle. */
export interface Overview {
  readonly count: number;
  readonly ids: Uint32Array;
  /** Degrees; without the flag `located` they say nothing. */
  readonly latitude: (at: number) => number;
  readonly longitude: (at: number) => number;
  readonly courses: Uint16Array;
  /** Index into `DEVICE_STATUSES`. */
  readonly status: (at: number) => number;
  /** Bits of `OVERVIEW_FLAGS`. */
  readonly states: Uint8Array;
  /** Index into `styles`. */
  readonly styleOf: Uint16Array;
  readonly styles: readonly OverviewStyle[];
}

/** Reads what `OverviewWriter` wrote, without copying a column. @param bytes On their own in their memory. */
export function decodeOverview(bytes: ArrayBuffer): Result<Overview, string> {
  if (bytes.byteLength < HEAD_BYTES) return fail('Cannot read the overview: it is cut off');
  const [magic, count = 0, length = 0] = new Uint32Array(bytes, 0, 3);
  if (magic !== MAGIC) return fail('Cannot read the overview: it is none');
  const at = columnsOf(count);
  if (bytes.byteLength !== at.names + length) return fail('Cannot read the overview: it is cut off');
  const latitudes = new Int32Array(bytes, at.latitudes, count);
  const longitudes = new Int32Array(bytes, at.longitudes, count);
  const states = new Uint8Array(bytes, at.states, count);
  const styles: readonly OverviewStyle[] = JSON.parse(
    new TextDecoder().decode(new Uint8Array(bytes, at.names, length)),
  );
  return ok({
    count,
    ids: new Uint32Array(bytes, at.ids, count),
    latitude: (i) => (latitudes[i] ?? 0) / PARTS_OF_DEGREE,
    longitude: (i) => (longitudes[i] ?? 0) / PARTS_OF_DEGREE,
    courses: new Uint16Array(bytes, at.courses, count),
    status: (i) => (states[i] ?? 0) & STATUS_BITS,
    states,
    styleOf: new Uint16Array(bytes, at.styles, count),
    styles,
  });
}
