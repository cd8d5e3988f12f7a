/** A line of a street in units of its tile: 4096 on each side, south is down. */
export interface TileStreet {
  readonly name: string;
  readonly kind: 'major_road' | 'minor_road';
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

const EXTENT = 4096;
const LENGTH_DELIMITED = 2;

/**
 * Writes a vector tile with one layer `roads`.
 * @source Mapbox Vector Tile specification 2.1; layer and keys as in the Protomaps basemap, version 4.
 */
export function vectorTile(streets: readonly TileStreet[]): Buffer {
  const keys = ['kind', 'kind_detail', 'name', 'min_zoom'];
  const values = [...new Set(streets.flatMap(({ name, kind }) => [name, kind, detailOf(kind)]))];
  const zoomAt = values.length;
  const features = streets.map(({ name, kind, from, to }) => {
    const texts = [kind, detailOf(kind), name].flatMap((value, key) => [key, values.indexOf(value)]);
    const geometry = [
      command(1, 1),
      ...from.map(zigzag),
      command(2, 1),
      zigzag(to[0] - from[0]),
      zigzag(to[1] - from[1]),
    ];
    return Buffer.concat([packed(2, [...texts, 3, zoomAt]), number(3, 2), packed(4, geometry)]);
  });
  const layer = Buffer.concat([
    number(15, 2),
    bytes(1, Buffer.from('roads')),
    ...features.map((feature) => bytes(2, feature)),
    ...keys.map((key) => bytes(3, Buffer.from(key))),
    ...values.map((value) => bytes(4, bytes(1, Buffer.from(value)))),
    bytes(4, number(5, 8)),
    number(5, EXTENT),
  ]);
  return bytes(3, layer);
}

const detailOf = (kind: TileStreet['kind']): string => (kind === 'major_road' ? 'primary' : 'residential');
const command = (id: number, count: number): number => id | (count << 3);
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

/** A whole number in seven bits a byte, lowest first, as protocol buffers and PMTiles write them. */
export function varint(value: number): Buffer {
  const out: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) out.push((left % 0x80) | 0x80);
  return Buffer.from([...out, left]);
}
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field: number, content: Buffer): Buffer =>
  Buffer.concat([varint((field << 3) | LENGTH_DELIMITED), varint(content.length), content]);
const packed = (field: number, numbers: readonly number[]): Buffer =>
  bytes(field, Buffer.concat(numbers.map(varint)));
