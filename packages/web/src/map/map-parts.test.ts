import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICE_CATEGORIES } from '@rastro/fleet';
import { makePosition } from '../testing/test-fleet.ts';
import { FENCE_FILL_LAYER, layersOf, makeStyle, type StyleOptions } from './ground/base-style.ts';
import { CollectedTrail } from './vehicles/collected-trail.ts';
import { fleetBounds } from './vehicles/fleet-bounds.ts';
import { fenceDiff, fenceFeatures, type FenceShape } from './layers/fence-features.ts';
import { SPACER_IMAGE, Source } from './map-sources.ts';
import { graticule } from './ground/graticule.ts';
import { clusterFeatures, labelFeatures, trailFeature } from './map-features.ts';
import { makePatch } from '../testing/test-instances.ts';
import { HEALTHY, RETRY_MS, stepTileHealth, type TileHealth } from './bases/tile-health.ts';
import { VEHICLE_ICONS } from './vehicles/vehicle-icons.ts';
import { VehicleInstances } from './vehicles/vehicle-instances.ts';
import { vehicleSize } from './vehicles/vehicle-sizes.ts';
import { movedTo } from './vehicles/view-matrix.ts';

const OPTIONS: StyleOptions = { scheme: 'light', basePath: '', language: 'pt-BR', accent: '#123456' };

test('[ICON-1] every category of the product has an icon with a body', () => {
  for (const category of DEVICE_CATEGORIES) assert.notEqual(VEHICLE_ICONS[category].body, '', category);
});

test('[SIZE-1] vehicles shrink with the zoom: dots far away, icons near', () => {
  const sizes = [2, 6, 10, 14, 18].map((zoom) => vehicleSize(zoom).halfIconPx);
  assert.deepEqual(
    sizes,
    [...sizes].sort((a, b) => a - b),
  );
  assert.equal(vehicleSize(4).detail, 0);
  assert.equal(vehicleSize(14).detail, 1);
  assert.equal(vehicleSize(4, { isRoomy: true }).detail, 1);
  assert.equal(vehicleSize(4, { isSelected: true }).detail, 1);
});

test('[TILES-1] a source that fails five times in a row is down, and tried again after a while', () => {
  let health: TileHealth = HEALTHY;
  for (let at = 0; at < 4; at++) health = stepTileHealth(health, 'failure', 0);
  assert.equal(health.state, 'up');
  assert.equal(stepTileHealth(stepTileHealth(health, 'tile', 0), 'failure', 0).state, 'up');
  health = stepTileHealth(health, 'failure', 1_000);
  assert.deepEqual(health, { state: 'down', retryAt: 1_000 + RETRY_MS });
  health = stepTileHealth(health, 'retry', 40_000);
  assert.equal(health.state, 'up');
  health = stepTileHealth(stepTileHealth(health, 'failure', 0), 'failure', 0);
  assert.equal(health.state, 'down');
});

test('[TRAIL-1] collects new places in order of travel; old, repeated and placeless ones are left out', () => {
  const trail = new CollectedTrail();
  trail.start([makePosition(1, 1), makePosition(1, 2)]);
  assert.equal(trail.add(makePosition(1, 1)), false);
  assert.equal(trail.add(makePosition(1, 3, { valid: false, latitude: 0, longitude: 0 })), false);
  assert.equal(trail.add(makePosition(1, 3, { latitude: 0, longitude: 0 })), false);
  assert.equal(trail.add(makePosition(1, 4)), true);
  assert.equal(trail.places.length, 3);
});

test('[TRAIL-2] the line goes on over the antimeridian', () => {
  const [feature] = trailFeature([
    { latitude: 0, longitude: 179 },
    { latitude: 0, longitude: -179 },
  ]).features;
  assert.deepEqual(feature?.geometry.coordinates, [
    [179, 0],
    [181, 0],
  ]);
  assert.deepEqual(trailFeature([{ latitude: 0, longitude: 0 }]).features, []);
});

test('[FIT-1] the box around the fleet takes the short way round and leaves out what has no place', () => {
  const instances = new VehicleInstances();
  assert.equal(fleetBounds(instances), null);
  instances.apply(
    makePatch(
      [
        { slot: 0, longitude: 178, latitude: 10 },
        { slot: 1, longitude: -178, latitude: -10 },
        { slot: 2, longitude: 0, latitude: 0, placed: false },
      ],
      { whole: true },
    ),
    0,
    () => true,
  );
  const bounds = fleetBounds(instances);
  assert.ok(bounds !== null && Math.abs(bounds.west - 178) < 1e-9 && Math.abs(bounds.east - 182) < 1e-9);
  const first = instances.ids[0];
  const asked = fleetBounds(instances, (id) => id === first);
  assert.ok(asked !== null && Math.abs(asked.west - 178) < 1e-9 && Math.abs(asked.east - 178) < 1e-9);
  assert.equal(
    fleetBounds(instances, () => false),
    null,
    'a filter that nothing passes',
  );
});

test('[GRID-1] about as many lines at every zoom', () => {
  for (const width of [360, 40, 3, 0.1, 0.004]) {
    const { features } = graticule(
      { west: -50, east: -50 + width, south: -20, north: -20 + width / 2 },
      'pt-BR',
    );
    assert.ok(features.length > 4 && features.length < 60, `${width}: ${features.length}`);
  }
});

test('[STYLE-1] no address outside the product: the map works without a network', () => {
  const style = JSON.stringify(makeStyle({ ...OPTIONS, basePath: '/app' }, 'abc'));
  assert.doesNotMatch(style, /https?:/);
  assert.match(style, /"base-map:\/\/\/app\/base-map\/fine\.json\?v=abc"/);
  assert.equal(makeStyle(OPTIONS, 'abc').glyphs, undefined);
});

test('[STYLE-2] both schemes have the same layers, so that one becomes the other by its paint', () => {
  const shape = (scheme: 'light' | 'dark'): string =>
    JSON.stringify(layersOf({ ...OPTIONS, scheme }).map(({ id, paint = {} }) => [id, Object.keys(paint)]));
  assert.equal(shape('light'), shape('dark'));
});

test('[STYLE-3] what has no colour comes to no layer that asks for one', () => {
  const features = fenceFeatures({ id: 1, name: 'Yard', area: 'CIRCLE (1 2, 300)', color: '#aa0000' });
  const coloured = layersOf(OPTIONS).filter(
    (layer) =>
      'source' in layer && layer.source === Source.fences && JSON.stringify(layer).includes('"get","color"'),
  );
  assert.equal(coloured.length, 3);
  // Of their source, everything has one: no filter of theirs is needed for it.
  for (const { properties } of features) assert.equal(properties?.['color'], '#aa0000');
});

test('[LABEL-1] counts are written as the language does; the selected label wins', () => {
  const cluster = { longitude: 0, latitude: 0, count: 1_834, moving: 2, expansionZoom: 9 };
  const textIn = (language: string) => clusterFeatures([cluster], language).features[0]?.properties?.['text'];
  assert.equal(textIn('pt-BR'), '1.834');
  assert.equal(textIn('en'), '1,834');
  const instances = new VehicleInstances();
  instances.apply(makePatch([{ slot: 0, longitude: 5, latitude: 0 }], { whole: true }), 0, () => true);
  const [label] = labelFeatures([{ slot: 0, name: 'A', plate: '', accuracyM: 0 }], instances, {
    selectedSlot: 0,
    isRoomy: false,
    stateLabels: null,
  }).features;
  assert.deepEqual(label?.properties, { text: 'A', detail: '', order: 0, roomy: false });
});

test('[LABEL-2] names of the base give way to circles and vehicles: what is above takes its room, and keeps it', () => {
  const layers = layersOf(OPTIONS);
  const at = (id: string): number => layers.findIndex((layer) => layer.id === id);
  const layout = (id: string) => new Map(Object.entries(layers[at(id)]?.layout ?? {}));
  assert.ok(at('cluster-count') > at('labels'));
  for (const name of ['cities', 'towns', 'countries']) assert.ok(at('labels') > at(name) && at(name) >= 0);
  assert.equal(layout('cluster-count').get('text-ignore-placement'), undefined);
  assert.equal(layout('labels').get('icon-image'), SPACER_IMAGE);
  assert.equal(layout('labels').get('icon-ignore-placement'), undefined);
});

test('[MATRIX-1] a matrix moved to a point projects places relative to it alike', () => {
  const matrix = Float64Array.from([2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0, 5, 7, 0, 1]);
  const moved = movedTo(matrix, 0.25, 0.5);
  assert.deepEqual([moved[12], moved[13]], [2 * 0.25 + 5, 3 * 0.5 + 7]);
});

test('[WEBMAP-51] the note of a geofence stands below its name, and only what changed is passed to the map', () => {
  const fence = { id: 1, name: 'Depot', area: 'CIRCLE (10 10, 100)', color: '#123456' };
  const names = (shape: FenceShape) => fenceFeatures(shape).map(({ properties }) => properties?.['name']);
  assert.deepEqual(names(fence), [undefined, 'Depot']);
  assert.deepEqual(names({ ...fence, note: '3' }), [undefined, 'Depot\n3']);
  const other = { ...fence, id: 2 };
  const before = [{ ...fence, note: '3' }, other];
  assert.equal(fenceDiff(before, [{ ...fence, note: '3' }, { ...other }]).add?.length, 0);
  assert.equal(fenceDiff(before, [{ ...fence, note: '4' }, other]).add?.length, 2);
});

test('[WEBMAP-50] a geofence knows from which zoom on it is larger than the screen, and hardly tints it then', () => {
  const fillsAt = (area: string): number =>
    Number(fenceFeatures({ id: 1, name: 'x', area, color: '#aa0000' })[0]?.properties?.['fillsAt']);
  const [yard, city] = ['CIRCLE (-23.5 -46.6, 200)', 'CIRCLE (-23.5 -46.6, 30000)'];
  assert.ok(fillsAt(yard) > 16 && fillsAt(yard) < 18, String(fillsAt(yard)));
  assert.ok(fillsAt(city) > 9 && fillsAt(city) < 11, String(fillsAt(city)));
  const fill = layersOf(OPTIONS).find(({ id }) => id === FENCE_FILL_LAYER);
  const text = JSON.stringify(fill);
  // 0.26 and 0.13 below that zoom, 0.05 and 0.02 beyond it.
  assert.match(text, /14,\["case",\[">",14,\["get","fillsAt"\]\],\["case".{1,60},0\.05,0\.02\]/);
});
