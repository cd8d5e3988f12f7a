import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FeatureCollection, MultiPolygon, Position } from 'geojson';
import { bakeBaseMap, versionOf } from './bake-base-map.ts';
import { unpackWorld } from '../src/map/ground/packed-world.ts';
import { flatRing, ringCentre } from './rings.ts';

test('[BAKE-1] a ring over the antimeridian goes on past 180', () => {
  const ring = flatRing([
    [179, 0],
    [-179, 0],
    [-179, 1],
    [179, 1],
    [179, 0],
  ]);
  assert.deepEqual(
    ring?.map(([x]) => x),
    [179, 181, 181, 179, 179],
  );
});

test('[BAKE-2] a ring that goes round the world is closed along the pole', () => {
  const ring = flatRing([
    [-180, -70],
    [-60, -75],
    [60, -72],
    [180, -70],
  ]);
  assert.deepEqual(ring?.slice(-3), [
    [180, -90],
    [-180, -90],
    [-180, -70],
  ]);
});

test('[BAKE-3] the middle of a square is its middle', () => {
  const square: Position[] = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [0, 0],
  ];
  assert.deepEqual(ringCentre(square), [2, 2]);
});

test('[BAKE-4] the baked map has no edge that crosses the world, and names in three languages; [BAKE-5] states, waters, towns', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'base-map-'));
  try {
    await bakeBaseMap(folder);
    const read = async (name: string): Promise<FeatureCollection> => {
      const world = unpackWorld(JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')));
      return JSON.parse(JSON.stringify(world));
    };
    for (const name of ['coarse', 'fine']) {
      const { features } = await read(name);
      const land = features[0]?.geometry as MultiPolygon;
      const long = land.coordinates
        .flat()
        .filter((ring) => ring.some((point, at) => isLongEdge(ring[at - 1], point)));
      assert.equal(long.length, 0, name);
    }
    const { features } = await read('places');
    const brazil = features.find(({ properties }) => properties?.['en'] === 'Brazil');
    assert.deepEqual([brazil?.properties?.['pt'], brazil?.properties?.['es']], ['Brasil', 'Brasil']);
    assert.ok(features.length > 100);
    const inland = (await read('inland')).features;
    const fine = (await read('fine')).features;
    assert.ok(inland.some((each) => each.properties?.['name'] === 'Novo Hamburgo'));
    assert.ok(!inland.some((each) => each.properties?.['name'] === 'Porto Alegre'), 'our own list has it');
    for (const kind of ['lake', 'river', 'town'])
      assert.ok(inland.filter((each) => each.properties?.['kind'] === kind).length > 200, kind);
    const states = fine.find((each) => each.properties?.['kind'] === 'state')?.geometry;
    assert.ok(states?.type === 'MultiLineString' && states.coordinates.length > 50);
    const version = await versionOf(folder);
    assert.match(version, /^[0-9a-f]{12}$/);
    await writeFile(join(folder, 'places.json'), '{}');
    assert.notEqual(await versionOf(folder), version, 'another content has another version');
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Wider than any stretch of coast, and not along the pole. */
function isLongEdge(from: Position | undefined, to: Position): boolean {
  if (from === undefined || (from[1] === -90 && to[1] === -90)) return false;
  return Math.abs((to[0] as number) - (from[0] as number)) > 60;
}
