import type { LatLng } from '@rastro/fleet';
import { rankOf, type RoadLine } from './road-line.ts';

/** A tile of a web map, counted from the north-west. */
export interface TileAt {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5];
const LINES = 2;
const [MOVE_TO, LINE_TO] = [1, 2];
const USUAL_EXTENT = 4096;
/** Limit of points per tile: one with more does not contain streets. */
const MAX_POINTS = 200_000;

/**
 * Streets of a vector tile, cut at its edges so that those of its neighbors go on where they end.
 * @source Mapbox Vector Tile specification 2.1; layer and keys as in the Protomaps basemap, version 4.
 * @throws RangeError when the bytes are no tile.
 */
export function vectorRoads(bytes: Uint8Array, tile: TileAt): readonly RoadLine[] {
  const lines: RoadLine[] = [];
  for (const { field, content } of fieldsOf(bytes)) {
    if (field !== 3 || !(content instanceof Uint8Array)) continue;
    const layer = readLayer(content);
    if (layer.name !== 'roads') continue;
    for (const feature of layer.features) lines.push(...roadsOf(feature, layer, tile));
  }
  return lines;
}

interface Layer {
  name: string;
  extent: number;
  readonly features: Uint8Array[];
  readonly keys: string[];
  readonly values: string[];
}

function readLayer(bytes: Uint8Array): Layer {
  const layer: Layer = { name: '', extent: USUAL_EXTENT, features: [], keys: [], values: [] };
  for (const { field, content } of fieldsOf(bytes)) {
    if (typeof content === 'number') {
      if (field === 5) layer.extent = Math.max(1, content);
      continue;
    }
    if (field === 1) layer.name = textOf(content);
    if (field === 2) layer.features.push(content);
    if (field === 3) layer.keys.push(textOf(content));
    if (field === 4) layer.values.push(valueOf(content));
  }
  return layer;
}

/** Only texts are asked for; everything else is empty. */
function valueOf(bytes: Uint8Array): string {
  for (const { field, content } of fieldsOf(bytes))
    if (field === 1 && content instanceof Uint8Array) return textOf(content);
  return '';
}

function roadsOf(feature: Uint8Array, { keys, values, extent }: Layer, tile: TileAt): readonly RoadLine[] {
  let tags: readonly number[] = [];
  let geometry: readonly number[] = [];
  let type = 0;
  for (const { field, content } of fieldsOf(feature)) {
    if (field === 2 && content instanceof Uint8Array) tags = numbersOf(content);
    if (field === 3 && typeof content === 'number') type = content;
    if (field === 4 && content instanceof Uint8Array) geometry = numbersOf(content);
  }
  if (type !== LINES) return [];
  const properties = new Map<string, string>();
  for (let at = 0; at + 1 < tags.length; at += 2)
    properties.set(keys[tags[at] ?? -1] ?? '', values[tags[at + 1] ?? -1] ?? '');
  const rank = rankOf(properties.get('kind_detail') ?? '');
  if (rank === null || properties.has('access')) return [];
  const isOneWay = properties.get('oneway') === 'yes' || rank === 'motorway';
  return linesOf(geometry)
    .flatMap((line) => withinTile(line, extent))
    .map((line) => ({ rank, isOneWay, points: line.map((point) => placeOf(point, extent, tile)) }));
}

type Point = readonly [x: number, y: number];

function linesOf(commands: readonly number[]): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  let [x, y, points] = [0, 0, 0];
  for (let at = 0; at < commands.length;) {
    const command = (commands[at] ?? 0) & 7;
    const count = (commands[at] ?? 0) >>> 3;
    at++;
    if (command !== MOVE_TO && command !== LINE_TO) break;
    for (
      let left = count;
      left > 0 && at + 1 < commands.length && points < MAX_POINTS;
      left--, at += 2, points++
    ) {
      x += zigzag(commands[at] ?? 0);
      y += zigzag(commands[at + 1] ?? 0);
      if (command === MOVE_TO) lines.push([]);
      lines.at(-1)?.push([x, y]);
    }
    if (points >= MAX_POINTS) break;
  }
  return lines;
}

/** Tiles have a margin in which they repeat their neighbors. */
function withinTile(line: readonly Point[], extent: number): readonly (readonly Point[])[] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  for (const [at, end] of line.entries()) {
    const start = line[at - 1];
    if (!start) continue;
    const cut = cutSegment(start, end, extent);
    if (!cut) continue;
    const last = part.at(-1);
    if (!last || last[0] !== cut[0][0] || last[1] !== cut[0][1]) {
      part = [cut[0]];
      parts.push(part);
    }
    part.push(cut[1]);
  }
  return parts;
}

/** @source Liang and Barsky, 1984. */
function cutSegment([x, y]: Point, [endX, endY]: Point, extent: number): readonly [Point, Point] | null {
  const [dx, dy] = [endX - x, endY - y];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x],
    [dx, extent - x],
    [-dy, y],
    [dy, extent - y],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    if (step > 0) to = Math.min(to, room / step);
  }
  if (from >= to) return null;
  return [
    [x + dx * from, y + dy * from],
    [x + dx * to, y + dy * to],
  ];
}

function placeOf([x, y]: Point, extent: number, { zoom, column, row }: TileAt): LatLng {
  const across = 2 ** zoom;
  const angle = Math.PI * (1 - (2 * (row + y / extent)) / across);
  return {
    latitude: (Math.atan(Math.sinh(angle)) * 180) / Math.PI,
    longitude: ((column + x / extent) / across) * 360 - 180,
  };
}

const DECODER = new TextDecoder();
const textOf = (bytes: Uint8Array): string => DECODER.decode(bytes);
const zigzag = (value: number): number => (value >>> 1) ^ -(value & 1);

interface Field {
  readonly field: number;
  readonly content: number | Uint8Array;
}

/** Fields of a message of protocol buffers. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    const key = varintOf(reader);
    const [field, kind] = [key >>> 3, key & 7];
    if (kind === VARINT) {
      yield { field, content: varintOf(reader) };
      continue;
    }
    const length = kind === BYTES ? varintOf(reader) : kind === FIXED64 ? 8 : kind === FIXED32 ? 4 : Infinity;
    if (reader.at + length > bytes.length) throw new RangeError('Cannot read a vector tile: it is cut off');
    const content = bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    if (kind === BYTES) yield { field, content };
  }
}

function numbersOf(bytes: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) numbers.push(varintOf(reader));
  return numbers;
}

/** Beyond 32 bits only what is skipped is written. */
function varintOf(reader: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  throw new RangeError('Cannot read a vector tile: a number does not end');
}
