import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layersOf } from '../ground/base-style.ts';
import { groupFeatures } from './group-features.ts';
import { GROUP_NAME_LAYER } from './group-layers.ts';

const SQUARE = [
  [10, 0],
  [11, 0],
  [10.5, 1],
  [10, 0],
] as const;

test('[WEBMAP-52] a group has an area around its vehicles, and its name with their number on top of it', () => {
  const { features } = groupFeatures([
    { id: 4, text: 'North · 12', area: { count: 12, outline: SQUARE } },
    { id: 9, text: 'South · 3', area: { count: 3, outline: SQUARE } },
  ]);
  assert.deepEqual(
    features.map(({ geometry, properties }) => [geometry.type, properties.id]),
    [
      ['Polygon', 4],
      ['Point', 4],
      ['Polygon', 9],
      ['Point', 9],
    ],
  );
  assert.deepEqual(features[1]?.geometry.coordinates, [10.5, 1]);
  assert.deepEqual(features[1]?.properties, { id: 4, text: 'North · 12', count: 12 });
});

test('[WEBMAP-52] vehicles lie over the areas, and their labels give way to the names of groups', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const layers = layersOf({ scheme, basePath: '', language: 'en', accent: '#123456' });
    const at = (id: string): number => layers.findIndex((layer) => layer.id === id);
    assert.ok(at('fences-line') < at('groups-fill') && at('groups-line') < at('cluster-circles'));
    assert.ok(at('labels') < at(GROUP_NAME_LAYER) && at(GROUP_NAME_LAYER) < at('cluster-count'));
  }
});
