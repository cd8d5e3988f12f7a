import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { varint, vectorTile, type TileStreet } from './vector-tile.ts';

interface Town {
  readonly file: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly names: readonly string[];
}
const TOWNS: readonly Town[] = [
  {
    file: 'porto-alegre.pmtiles',
    latitude: -30.0277,
    longitude: -51.2187,
    names: ['Avenida das Paineiras', 'Rua do Arroio', 'Rua da Ponte', 'Rua das Laranjeiras'],
  },
  {
    file: 'sao-paulo.pmtiles',
    latitude: -23.5505,
    longitude: -46.6333,
    names: ['Avenida das Acácias', 'Rua do Mercado', 'Rua da Estação', 'Rua dos Ipês'],
  },
];
const ZOOMS = [14, 15];
/** Tiles on each side of the one in the middle. */
const AROUND = 3;
const CREDIT = '© OpenStreetMap contributors';

/**
 * Makes two small archives of invented streets: a grid with names in the middle of two towns.
 * @returns The folder that `MAP_PMTILES` can name; the caller removes it.
 */
export function makeStreetArchives(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-streets-'));
  for (const town of TOWNS) writeFileSync(join(folder, town.file), archiveOf(town));
  return folder;
}

function archiveOf({ latitude, longitude, names }: Town): Buffer {
  const tile = gzipSync(vectorTile(gridOf(names)));
  const ids = ZOOMS.flatMap((zoom) => idsAround(zoom, latitude, longitude)).toSorted((a, b) => a - b);
  return pmtiles(ids, tile, { latitude, longitude });
}

/** Four streets each way; a tile repeats its neighbor, so they go on. */
function gridOf(names: readonly string[]): readonly TileStreet[] {
  return names.flatMap((name, at): TileStreet[] => {
    const place = 512 + at * 1024;
    const kind = at === 0 ? 'major_road' : 'minor_road';
    return [
      { name, kind, from: [0, place], to: [4096, place] },
      { name: `${name} Norte`, kind, from: [place, 0], to: [place, 4096] },
    ];
  });
}

function idsAround(zoom: number, latitude: number, longitude: number): readonly number[] {
  const count = 2 ** zoom;
  const x = Math.floor(((longitude + 180) / 360) * count);
  const radians = (latitude * Math.PI) / 180;
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count);
  const steps = Array.from({ length: 2 * AROUND + 1 }, (_, at) => at - AROUND);
  return steps.flatMap((dx) => steps.map((dy) => tileId(zoom, x + dx, y + dy)));
}

/** Number of a tile on the Hilbert curves of all zooms. @source PMTiles specification, version 3 */
function tileId(zoom: number, column: number, row: number): number {
  let id = (4 ** zoom - 1) / 3;
  let [x, y] = [column, row];
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const rx = (x & side) > 0 ? 1 : 0;
    const ry = (y & side) > 0 ? 1 : 0;
    id += side * side * ((3 * rx) ^ ry);
    if (ry === 0) {
      if (rx === 1) [x, y] = [side - 1 - x, side - 1 - y];
      [x, y] = [y, x];
    }
  }
  return id;
}

/** All ids lead to the same bytes. @source PMTiles specification, version 3 */
function pmtiles(
  ids: readonly number[],
  tile: Buffer,
  { latitude, longitude }: Pick<Town, 'latitude' | 'longitude'>,
): Buffer {
  const root = gzipSync(
    Buffer.concat(
      [
        ids.length,
        ...ids.map((id, at) => id - (ids[at - 1] ?? 0)),
        ...ids.map(() => 1),
        ...ids.map(() => tile.length),
        ...ids.map(() => 1),
      ].map(varint),
    ),
  );
  const metadata = gzipSync(
    JSON.stringify({ attribution: CREDIT, vector_layers: [{ id: 'roads', fields: {} }] }),
  );
  const head = Buffer.alloc(127);
  head.write('PMTiles', 'latin1');
  head[7] = 3;
  const parts = [root.length, metadata.length, 0, tile.length];
  let at = head.length;
  for (const [index, length] of parts.entries()) {
    head.writeBigUInt64LE(BigInt(at), 8 + index * 16);
    head.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    at += length;
  }
  for (const [index, count] of [ids.length, ids.length, 1].entries())
    head.writeBigUInt64LE(BigInt(count), 72 + index * 8);
  const [minZoom = 0, maxZoom = 0] = ZOOMS;
  // Clustered; directories and tiles compressed with gzip; vector tiles.
  head.set([1, 2, 2, 1, minZoom, maxZoom], 96);
  const edges = [longitude - 0.05, latitude - 0.04, longitude + 0.05, latitude + 0.04];
  for (const [index, degrees] of edges.entries())
    head.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  head[118] = maxZoom;
  head.writeInt32LE(Math.round(longitude * 1e7), 119);
  head.writeInt32LE(Math.round(latitude * 1e7), 123);
  return Buffer.concat([head, root, metadata, tile]);
}
