import { boxOf, COLUMNS, MAGIC, type TrackBox } from './chunk.ts';
import { countsOf, pointsOfLevel, type TrackPoints } from './track-points.ts';

interface Wanted {
  readonly deviceId: number;
  readonly day: number;
  readonly level: number;
  /** All that the day has. */
  readonly points: TrackPoints;
}

/**
 * Writes a day as `RTK1`. Head: magic; device, day, revision, level, how many points each level has, how many are
 * here, the first place, the box, the columns with their lengths. Then the columns: differences in as few bytes as they need; flags as runs.
 * The revision is made of what the day holds: equal days have equal ones.
 */
export function encodeTrack({ deviceId, day, level, points }: Wanted): Uint8Array {
  const here = pointsOfLevel(points, level);
  const columns = columnsOf(here);
  const whole = level === 0 ? columns : columnsOf(points);
  const head = new VarintWriter();
  for (const byte of MAGIC) head.byte(byte);
  const revision = hashOf(whole.map(([, bytes]) => bytes));
  for (const value of [deviceId, day, revision, level]) head.unsigned(value);
  const counts = countsOf(points);
  head.unsigned(counts.length);
  for (const value of counts) head.unsigned(value);
  head.unsigned(here.second.length);
  writeBox(head, boxOf(points));
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

function columnsOf(points: TrackPoints): readonly Column[] {
  return [
    [COLUMNS.second, differences(points.second)],
    [COLUMNS.latE5, differences(points.latE5)],
    [COLUMNS.lonE5, differences(points.lonE5)],
    [COLUMNS.speed, differences(points.speed)],
    [COLUMNS.flags, runs(points.flags)],
  ];
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
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }
  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
