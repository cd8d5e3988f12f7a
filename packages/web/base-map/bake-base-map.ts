import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { CITIES } from './cities.ts';
import { countryNames } from './country-codes.ts';
import { INLAND_FILE, readInland, statesOf, watersOf } from './inland.ts';
import { packWorld } from '../src/map/ground/packed-world.ts';
import { thinLine, thinRing, type Tolerance } from './thin.ts';
import { towns } from './towns.ts';
import { flatRing, ringArea, ringCentre, unwrapped } from './rings.ts';

interface Atlas extends Topology {
  readonly objects: { readonly countries: GeometryCollection; readonly land: GeometryCollection };
}
/** Each as exact as a pixel of the zooms that it is made for. */
const SCALES = [
  { file: 'coarse', atlas: '110m', digits: 1, tolerance: { usual: 0.1, polar: 0.3 } },
  { file: 'fine', atlas: '50m', digits: 2, tolerance: { usual: 0.025, polar: 0.12 } },
] as const;
/** Square degrees from which a country is labeled early, and in the middle. */
const LARGE = [300, 40] as const;
const SMALLEST_LABEL = 0.3;
/** Number of cities in the first rank, and in the first two ranks together. */
const LARGE_CITIES = [19, 54] as const;

const { resolve } = createRequire(import.meta.url);
const NAMES = ['coarse', 'fine', 'places', 'inland'];

/**
 * Makes the offline base map: coast, borders, states, waters, names of countries, cities and towns, as files the map reads in its worker.
 * Does nothing when they are newer than the atlas.
 */
export async function bakeBaseMap(folder: string): Promise<void> {
  if (await isFresh(folder)) return;
  await mkdir(folder, { recursive: true });
  const inland = await readInland();
  for (const { file, atlas, digits, tolerance } of SCALES) {
    const topology = await readAtlas(atlas);
    const states = file === 'fine' ? [statesOf(inland)] : [];
    await write(
      folder,
      file,
      [landOf(topology, tolerance), bordersOf(topology, tolerance), ...states],
      digits,
    );
  }
  await write(folder, 'places', [...countriesOf(await readAtlas('50m')), ...cities()], 2);
  await write(folder, 'inland', [...watersOf(inland), ...towns()], 2);
}

async function readAtlas(scale: string): Promise<Atlas> {
  return JSON.parse(await readFile(resolve(`world-atlas/countries-${scale}.json`), 'utf8')) as Atlas;
}

function landOf(topology: Atlas, tolerance: Tolerance): Feature<MultiPolygon> {
  const { features } = feature(topology, topology.objects.land) as FeatureCollection<Polygon | MultiPolygon>;
  const coordinates = features
    .flatMap(({ geometry }) => polygonsOf(geometry))
    .map((rings) => flatPolygon(rings, tolerance));
  return {
    type: 'Feature',
    properties: { kind: 'land' },
    geometry: { type: 'MultiPolygon', coordinates: coordinates.filter((rings) => rings.length > 0) },
  };
}

const polygonsOf = (geometry: Polygon | MultiPolygon): Position[][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

const flatPolygon = (rings: Position[][], tolerance: Tolerance): Position[][] => {
  const [outer, ...holes] = rings
    .map(flatRing)
    .map((ring) => ring && thinRing(ring, tolerance))
    .filter((ring) => ring !== null);
  return outer === undefined ? [] : [outer, ...holes];
};

function bordersOf(topology: Atlas, tolerance: Tolerance): Feature {
  const lines = mesh(topology, topology.objects.countries, (a, b) => a !== b);
  return {
    type: 'Feature',
    properties: { kind: 'border' },
    geometry: {
      type: 'MultiLineString',
      coordinates: lines.coordinates.map(unwrapped).map((line) => thinLine(line, tolerance)),
    },
  };
}

function countriesOf(topology: Atlas): Feature[] {
  const { features } = feature(topology, topology.objects.countries) as FeatureCollection<
    Polygon | MultiPolygon
  >;
  const places = features.flatMap(({ id, geometry }) => {
    const names = countryNames(String(id).padStart(3, '0'));
    if (names === null || geometry === null) return [];
    const outers = polygonsOf(geometry).map((rings) => unwrapped(rings[0] ?? []));
    const largest = outers.reduce((best, ring) => (ringArea(ring) > ringArea(best) ? ring : best));
    const area = ringArea(largest);
    return area < SMALLEST_LABEL ? [] : [{ names, area, centre: ringCentre(largest) }];
  });
  places.sort((a, b) => b.area - a.area);
  return places.map(({ names, area, centre }, order) => ({
    type: 'Feature',
    properties: { kind: 'country', ...names, order, rank: area > LARGE[0] ? 0 : area > LARGE[1] ? 1 : 2 },
    geometry: { type: 'Point', coordinates: centre },
  }));
}

/** Ranks by importance: the first are shown from afar. */
function cities(): Feature[] {
  return CITIES.map(([name, latitude, longitude], order) => ({
    type: 'Feature',
    properties: {
      kind: 'city',
      name,
      order,
      rank: order < LARGE_CITIES[0] ? 0 : order < LARGE_CITIES[1] ? 1 : 2,
    },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }));
}

async function write(folder: string, name: string, features: readonly Feature<Geometry>[], digits: number) {
  await writeFile(join(folder, `${name}.json`), JSON.stringify(packWorld(features, digits)));
}

/** Hash of the content of the files. */
export async function versionOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of NAMES) hash.update(await readFile(join(folder, `${name}.json`)));
  return hash.digest('hex').slice(0, 12);
}

async function isFresh(folder: string): Promise<boolean> {
  const sources = [
    import.meta.filename,
    join(import.meta.dirname, '../src/map/ground/packed-world.ts'),
    join(import.meta.dirname, 'cities.ts'),
    join(import.meta.dirname, 'inland.ts'),
    join(import.meta.dirname, 'thin.ts'),
    join(import.meta.dirname, 'towns.ts'),
    resolve('world-atlas/countries-50m.json'),
    INLAND_FILE,
  ];
  try {
    const made = await Promise.all(NAMES.map((name) => stat(join(folder, `${name}.json`))));
    const read = await Promise.all(sources.map((path) => stat(path)));
    return Math.min(...made.map(({ mtimeMs }) => mtimeMs)) > Math.max(...read.map(({ mtimeMs }) => mtimeMs));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await bakeBaseMap(join(import.meta.dirname, '../public/base-map'));
}
