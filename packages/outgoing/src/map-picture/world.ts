import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A line or a ring with its bounding box: most are skipped by it. Degrees. */
export interface Shape {
  /** Longitude and latitude after each other. */
  readonly points: Float64Array;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
export interface Town {
  readonly name: string;
  readonly longitude: number;
  readonly latitude: number;
  /** The smaller, the more important. */
  readonly order: number;
}
/** The offline map that the web application draws, for a picture. */
export interface World {
  readonly land: readonly Shape[];
  readonly lakes: readonly Shape[];
  readonly rivers: readonly Shape[];
  readonly borders: readonly Shape[];
  readonly states: readonly Shape[];
  readonly towns: readonly Town[];
}

const position = z.tuple([z.number(), z.number()]);
const line = z.array(position);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(line) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(line)) }),
]);
const file = z.object({
  features: z.array(
    z.object({
      properties: z.object({ kind: z.string(), name: z.string().optional(), order: z.number().optional() }),
      geometry,
    }),
  ),
});
type Features = z.output<typeof file>['features'];

/** Reads the files that the build of the web application has baked. @throws when they are not there. */
export async function readWorld(folder: string): Promise<World> {
  const read = async (name: string): Promise<Features> =>
    file.parse(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))).features;
  const features = [...(await read('fine')), ...(await read('inland')), ...(await read('places'))];
  const shapes = (kind: string): readonly Shape[] =>
    features
      .filter(({ properties }) => properties.kind === kind)
      .flatMap((each) => linesOf(each).map(shapeOf));
  return {
    land: shapes('land'),
    lakes: shapes('lake'),
    rivers: shapes('river'),
    borders: shapes('border'),
    states: shapes('state'),
    towns: townsOf(features),
  };
}

function linesOf({
  geometry: { type, coordinates },
}: Features[number]): readonly (readonly [number, number])[][] {
  if (type === 'Point') return [];
  if (type === 'LineString') return [coordinates];
  return type === 'MultiPolygon' ? coordinates.flat() : coordinates;
}

function shapeOf(points: readonly (readonly [number, number])[]): Shape {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [longitude, latitude] of points) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return { ...box, points: Float64Array.from(points.flat()) };
}

/** Cities of our own list come before the towns of the package. */
const townsOf = (features: Features): readonly Town[] =>
  features
    .flatMap(({ properties: { kind, name = '', order = 0 }, geometry: { type, coordinates } }) =>
      type === 'Point' && (kind === 'town' || kind === 'city')
        ? [
            {
              name,
              longitude: coordinates[0],
              latitude: coordinates[1],
              order: kind === 'city' ? order - 1e6 : order,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.order - b.order);
