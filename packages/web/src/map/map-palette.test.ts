import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf } from '@rastro/fleet';
import { layersOf } from './ground/base-style.ts';
import { PALETTES } from './map-palette.ts';

const hexOf = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

for (const scheme of ['light', 'dark'] as const) {
  const { land, water, groups, label, labelHalo, cluster, clusterText, disc } = PALETTES[scheme];
  test(`[NIGHT-1] names, numbers and areas on the ${scheme} map are seen on land and on water`, () => {
    for (const ground of [land, water]) {
      for (const colour of groups) assert.ok(contrastOf(colour, ground) >= 4.5, `${colour} on ${ground}`);
      assert.ok(contrastOf(label, ground) >= 7 && contrastOf(cluster, ground) >= 3);
    }
    assert.ok(contrastOf(label, labelHalo) >= 7 && contrastOf(clusterText, cluster) >= 7);
    assert.equal(new Set(groups).size, groups.length);
  });

  test(`[NIGHT-1] the line of a geofence has an edge that is seen on the ${scheme} map, whatever its colour`, () => {
    const casing = layersOf({ scheme, basePath: '', language: 'en', accent: '#123456' });
    const at = (id: string): number => casing.findIndex((layer) => layer.id === id);
    assert.equal(at('fences-line') - at('fences-casing'), 1);
  });

  test(`[NIGHT-2] by ${scheme} map: no surface glares at night`, () => {
    // Paper white on dark land is 14 to 1; what users look for stands out with 10, and does not blind.
    const max = scheme === 'dark' ? 9.5 : 21;
    for (const surface of [cluster, hexOf(disc)]) assert.ok(contrastOf(surface, land) <= max, surface);
  });
}
