import {
  boxOf,
  COLUMNS,
  FIRST_ATTRIBUTE,
  MAGIC,
  MAX_VALUE,
  VALUE_SCALE,
  type TrackBox,
  type TrackChunk,
  type TrackHead,
  type TrackValues,
} from './chunk.ts';
import {
  inAnnotationOrder,
  ANNOTATION_KINDS,
  ANNOTATED_LEVEL,
  type TrackAnnotation,
} from './track-annotations.ts';
import { countsOf, pointsOfLevel, type TrackPoints } from './track-points.ts';

/**
 * Writes a day as `RTK1`. Head: magic; device, day, revision, level, number of points of each level, number of points
 * here, the box, the columns with their lengths. Then the columns: differences in as few bytes as they need; flags as
 * runs; annotations, if there are any, as a difference and a kind each. The revision is a hash of the day's contents:
 * equal days have equal ones.
 */
export function encodeTrack(
  of: Pick<TrackHead, 'deviceId' | 'day'>,
  points: TrackPoints,
  annotations: readonly TrackAnnotation[] = [],
): Uint8Array {
  const columns = columnsOf(points, annotations);
  const revision = hashOf(columns.map(([, bytes]) => bytes));
  return written({ ...of, revision, level: 0, counts: countsOf(points), box: boxOf(points) }, columns);
}

/** Points of a day that a level has. @param measured A column for each requested attribute, at these points. */
export function encodeLevel(
  chunk: Pick<TrackChunk, keyof TrackHead | 'points' | 'annotations'>,
  level: number,
  measured: readonly TrackValues[] = [],
): Uint8Array {
  const points = pointsOfLevel(chunk.points, level);
  const more = measured.map((values, i): Column => [FIRST_ATTRIBUTE + i, valueBytes(values)]);
  const annotations = level <= ANNOTATED_LEVEL ? chunk.annotations : [];
  return written({ ...chunk, level }, [...columnsOf(points, annotations), ...more]);
}

function written(
  { deviceId, day, revision, level, counts, box }: TrackHead,
  columns: readonly Column[],
): Uint8Array {
  const head = new VarintWriter();
  for (const byte of MAGIC) head.byte(byte);
  for (const value of [deviceId, day, revision, level]) head.unsigned(value);
  head.unsigned(counts.length);
  for (const value of counts) head.unsigned(value);
  head.unsigned(counts[level] ?? 0);
  writeBox(head, box);
  head.unsigned(columns.length);
  for (const [id, bytes] of columns) {
    head.unsigned(id);
    head.unsigned(bytes.length);
  }
  return joined([head.bytes(), ...columns.map(([, bytes]) => bytes)]);
}

function writeBox(head: VarintWriter, box: TrackBox | null): void {
  if (!box) return;
  head.signed(box.southE5);
  head.signed(box.westE5);
  head.unsigned(box.northE5 - box.southE5);
  head.unsigned(box.eastE5 - box.westE5);
}

type Column = readonly [id: number, bytes: Uint8Array];

function columnsOf(points: TrackPoints, annotations: readonly TrackAnnotation[]): readonly Column[] {
  return [
    [COLUMNS.second, differences(points.second)],
    [COLUMNS.latE5, differences(points.latE5)],
    [COLUMNS.lonE5, differences(points.lonE5)],
    [COLUMNS.speed, differences(points.speed)],
    [COLUMNS.flags, runs(points.flags)],
    ...(annotations.length > 0 ? [[COLUMNS.annotations, annotationColumn(annotations)] as const] : []),
  ];
}

function annotationColumn(annotations: readonly TrackAnnotation[]): Uint8Array {
  const column = new VarintWriter();
  let before = 0;
  for (const { second, kind } of inAnnotationOrder(annotations)) {
    column.unsigned(second - before);
    column.byte(ANNOTATION_KINDS.indexOf(kind));
    before = second;
  }
  return column.bytes();
}

function differences(values: readonly number[]): Uint8Array {
  const column = new VarintWriter();
  let before = 0;
  for (const value of values) {
    column.signed(value - before);
    before = value;
  }
  return column.bytes();
}

/** 0 = unknown; else the difference to the last known value, and one. */
function valueBytes(values: TrackValues): Uint8Array {
  const column = new VarintWriter();
  let before = 0;
  for (const value of values) {
    const parts = value === null ? Number.NaN : Math.round(value * VALUE_SCALE);
    if (!(Math.abs(parts) <= MAX_VALUE * VALUE_SCALE)) {
      column.unsigned(0);
      continue;
    }
    column.unsigned(zigzag(parts - before) + 1);
    before = parts;
  }
  return column.bytes();
}

function runs(values: readonly number[]): Uint8Array {
  const column = new VarintWriter();
  for (let i = 0; i < values.length;) {
    let end = i + 1;
    while (end < values.length && values[end] === values[i]) end++;
    column.byte(values[i] ?? 0);
    column.unsigned(end - i);
    i = end;
  }
  return column.bytes();
}

/** FNV-1a, 32 bits. */
function hashOf(parts: readonly Uint8Array[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) for (const byte of part) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

/** Numbers in seven bits a byte, the lowest first; of signed ones the sign is the lowest bit. */
class VarintWriter {
  readonly #bytes: number[] = [];
  byte(value: number): void {
    this.#bytes.push(value);
  }
  unsigned(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes.push((rest % 128) + 128);
    this.#bytes.push(rest);
  }
  signed(value: number): void {
    this.unsigned(zigzag(value));
  }
  bytes(): Uint8Array {
    return new Uint8Array(this.#bytes);
  }
}
