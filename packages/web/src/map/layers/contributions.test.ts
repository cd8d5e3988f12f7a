import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Point } from 'maplibre-gl';
import { Contributions, type SceneLayer } from './contributions.ts';

/** Records the data that it is given. */
function aLayer<D>(seen: (D | null)[], at?: (point: Point) => number | null): SceneLayer<D> {
  return {
    show: (data) => void seen.push(data),
    attach: () => undefined,
    ...(at === undefined ? {} : { at }),
  };
}
const POINT = { x: 1, y: 2 } as Point;

test('[WEBMAP-70] a layer hears of new data once, and of the end of it', () => {
  const routes: unknown[] = [];
  const scene = new Contributions({
    fences: aLayer([]),
    groups: aLayer([]),
    route: aLayer(routes),
    trail: aLayer([]),
  });
  scene.show([{ layer: 'route', data: [] }]);
  const [first] = routes;
  scene.show([{ layer: 'route', data: first as [] }]);
  scene.show([]);
  assert.deepEqual(routes, [[], null]);
});

test('[WEBMAP-71] a press goes to the pressable contribution there; else it is not handled', () => {
  const picked: number[] = [];
  const fences = aLayer([], () => 7);
  const scene = new Contributions({ fences, groups: aLayer([]), route: aLayer([]), trail: aLayer([]) });
  assert.equal(scene.pick(POINT), false);
  scene.show([{ layer: 'fences', data: { shapes: [], openId: null } }]);
  assert.equal(scene.pick(POINT), false);
  scene.show([
    { layer: 'route', data: [], onPick: (id) => picked.push(id) },
    { layer: 'fences', data: { shapes: [], openId: null }, onPick: (id) => picked.push(id) },
  ]);
  assert.equal(scene.pick(POINT), true);
  assert.deepEqual(picked, [7]);
});
